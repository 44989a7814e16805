package doctor

import (
	"strconv"
	"strings"
)

// versionIn returns the first version in what a program says of itself; "" if
// there is none.
func versionIn(text string) string {
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !strings.ContainsRune("0123456789.", r) }) {
		if strings.Count(word, ".") >= 2 {
			return strings.Trim(word, ".")
		}
	}
	return ""
}

// newer reports whether a version is newer than another.
func newer(a, b string) bool {
	if a == "" {
		return false
	}
	as, bs := strings.Split(a, "."), strings.Split(b, ".")
	for i := range min(len(as), len(bs)) {
		x, _ := strconv.Atoi(as[i]) // versions are numbers here
		y, _ := strconv.Atoi(bs[i])
		if x != y {
			return x > y
		}
	}
	return len(as) > len(bs)
}
