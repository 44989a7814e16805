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
func IsID(text string) bool { return len(text) == idLength && IsIDPrefix(text) }

// IsIDPrefix reports whether the text has the form of an ID or of its beginning.
func IsIDPrefix(text string) bool {
	_, _, ok := idTimes(text)
	return ok
}

// idTimes returns from when to when there are records whose IDs begin so; the
// end is not included.
func idTimes(prefix string) (from, to time.Time, ok bool) {
	if prefix == "" || len(prefix) > idLength {
		return from, to, false
	}
	var first, last int64
	for i := range idLength {
		low, high := 0, len(idDigits)-1
		if i < len(prefix) {
			low = strings.IndexByte(idDigits, prefix[i])
			high = low
		}
		if low < 0 {
			return from, to, false
		}
		if i < idTimeDigits {
			first, last = first*32+int64(low), last*32+int64(high)
		}
	}
	return time.UnixMicro(first), time.UnixMicro(last + 1), true
}
