package trace

import (
	"math/rand/v2"
	"strings"
	"time"
)

// An ID is the time in microseconds and some random bits, in base 32: IDs sort
// by time, and the day of a record can be told from its ID.
const (
	idDigits     = "0123456789abcdefghjkmnpqrstvwxyz" // Crockford's, without i, l, o and u
	idTimeDigits = 11
	idLength     = idTimeDigits + 3
)

// newID returns an ID for a record of that time.
func newID(t time.Time) string {
	var id [idLength]byte
	put := func(digits []byte, value uint64) {
		for i := len(digits) - 1; i >= 0; i-- {
			digits[i] = idDigits[value%32]
			value /= 32
		}
	}
	put(id[:idTimeDigits], uint64(t.UnixMicro()))
	put(id[idTimeDigits:], rand.Uint64())
	return string(id[:])
}

// IsID reports whether the text has the form of an ID.
func IsID(text string) bool {
	_, ok := idTime(text)
	return ok
}

// idTime returns the time of the record with this ID.
func idTime(id string) (time.Time, bool) {
	if len(id) != idLength {
		return time.Time{}, false
	}
	var micros int64
	for i := range id {
		digit := strings.IndexByte(idDigits, id[i])
		if digit < 0 {
			return time.Time{}, false
		}
		if i < idTimeDigits {
			micros = micros*32 + int64(digit)
		}
	}
	return time.UnixMicro(micros), true
}
