package jsonx

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// Equal reports whether two JSON values mean the same: whatever their spacing,
// the order of their keys, the escapes in their strings and the spelling of
// their numbers. 1, 1.0 and 10e-1 are equal; numbers are compared exactly, not
// as the floating-point numbers next to them, so large IDs that differ in their
// last digit are different. Of a key that occurs twice the last value counts.
// Texts that are not JSON are equal only if they are the same.
func Equal(a, b json.RawMessage) bool {
	if bytes.Equal(a, b) {
		return true
	}
	x, ok := parseTree(a)
	if !ok {
		return false
	}
	y, ok := parseTree(b)
	return ok && x.equal(y)
}

// tree is a value that was taken apart once, so that comparing takes no longer
// the deeper it is nested.
type tree struct {
	first   byte   // of the value, which tells its type
	scalar  []byte // a string without quotes and escapes, or another scalar as it is written
	items   []*tree
	members map[string]*tree
}

func parseTree(raw json.RawMessage) (*tree, bool) {
	c := NewCursor(raw)
	t := c.tree()
	return t, c.AtEnd()
}

func (c *Cursor) tree() *tree {
	t := &tree{first: c.Peek()}
	switch t.first {
	case '{':
		t.members = map[string]*tree{}
		for key := range c.Members() {
			t.members[string(key)] = c.tree()
		}
	case '[':
		for range c.Items() {
			t.items = append(t.items, c.tree())
		}
	case '"':
		t.scalar = c.Text()
	case 't', 'f', 'n':
		t.scalar = c.Raw()
	default:
		t.first, t.scalar = '0', c.Raw()
	}
	return t
}

func (t *tree) equal(o *tree) bool {
	switch {
	case t.first != o.first:
		return false
	case t.first == '0':
		return sameNumber(t.scalar, o.scalar)
	}
	return bytes.Equal(t.scalar, o.scalar) && slices.EqualFunc(t.items, o.items, (*tree).equal) && t.sameMembers(o)
}

func (t *tree) sameMembers(o *tree) bool {
	if len(t.members) != len(o.members) {
		return false
	}
	for key, value := range t.members {
		if other, ok := o.members[key]; !ok || !value.equal(other) {
			return false
		}
	}
	return true
}

func sameNumber(a, b []byte) bool {
	return bytes.Equal(a, b) || CanonicalNumber(json.Number(a)) == CanonicalNumber(json.Number(b))
}

// CanonicalNumber returns the spelling that all numbers of the same value share.
// Numbers with exponents beyond all reason keep the one they have.
func CanonicalNumber(text json.Number) json.Number {
	n, ok := parseNumber(string(text))
	if !ok {
		return text
	}
	return json.Number(n.String())
}

// number is ±digits × 10^exponent. Its digits neither begin nor end with a zero,
// so that there is one for each value.
type number struct {
	negative bool
	digits   string // none for 0
	exponent int64
}

// parseNumber reads a valid JSON number. ok is false for exponents of so many
// digits that they cannot be reckoned with.
func parseNumber(text string) (n number, ok bool) {
	text, n.negative = strings.CutPrefix(text, "-")
	if e := strings.IndexAny(text, "eE"); e >= 0 {
		exponent, err := strconv.ParseInt(text[e+1:], 10, 64)
		n.exponent, ok = exponent, err == nil && -maxExponent < exponent && exponent < maxExponent
		text = text[:e]
	} else {
		ok = true
	}
	whole, fraction, _ := strings.Cut(text, ".")
	n.exponent -= int64(len(fraction))
	n.digits = strings.TrimLeft(whole+fraction, "0")
	if n.digits == "" {
		return number{}, true // also -0, and 0 with any exponent
	}
	significant := strings.TrimRight(n.digits, "0")
	n.exponent += int64(len(n.digits) - len(significant))
	n.digits = significant
	return n, ok
}

// maxExponent leaves room for adding the length of any text.
const maxExponent = 1 << 60

// String spells the number without an exponent, unless it would be long.
func (n number) String() string {
	sign := ""
	if n.negative {
		sign = "-"
	}
	point := int64(len(n.digits)) + n.exponent // where it stands, counted from the first digit
	switch {
	case n.digits == "":
		return "0"
	case n.exponent == 0 || n.exponent > 0 && point <= 21:
		return sign + n.digits + strings.Repeat("0", int(n.exponent))
	case n.exponent < 0 && point > 0:
		return sign + n.digits[:point] + "." + n.digits[point:]
	case -6 < point && point <= 0:
		return sign + "0." + strings.Repeat("0", int(-point)) + n.digits
	}
	return sign + n.digits + "e" + strconv.FormatInt(n.exponent, 10)
}
