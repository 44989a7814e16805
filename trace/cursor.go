package trace

import (
	"encoding/json"
	"slices"
	"strconv"
)

// cursor reads JSON from left to right without building anything. It accepts
// exactly what encoding/json accepts, but no value nested deeper than maxDepth;
// once something is wrong, bad stays set and every method returns at once.
type cursor struct {
	rest []byte
	bad  bool
}

const maxDepth = 100

func (c *cursor) fail() { c.bad, c.rest = true, nil }

// space skips white space and returns the byte that follows, 0 at the end.
func (c *cursor) space() byte {
	for len(c.rest) > 0 {
		switch b := c.rest[0]; b {
		case ' ', '\t', '\r', '\n':
			c.rest = c.rest[1:]
		default:
			return b
		}
	}
	return 0
}

// take skips a byte that must come next.
func (c *cursor) take(want byte) {
	if c.space() != want {
		c.fail()
		return
	}
	c.rest = c.rest[1:]
}

// end reports whether everything was read and good.
func (c *cursor) end() bool { return c.space() == 0 && len(c.rest) == 0 && !c.bad }

// object calls member with each key; member must read the value.
func (c *cursor) object(member func(key []byte)) {
	c.take('{')
	if c.space() == '}' {
		c.take('}')
		return
	}
	for !c.bad {
		key := c.text()
		c.take(':')
		if c.bad {
			return
		}
		member(key)
		if c.space() != ',' {
			c.take('}')
			return
		}
		c.take(',')
	}
}

// array calls item for each element; item must read it.
func (c *cursor) array(item func()) {
	c.take('[')
	if c.space() == ']' {
		c.take(']')
		return
	}
	for !c.bad {
		item()
		if c.space() != ',' {
			c.take(']')
			return
		}
		c.take(',')
	}
}

// text reads a string. What it returns may be a part of the input.
func (c *cursor) text() []byte {
	inner, plain := c.quoted()
	if plain || c.bad {
		return inner
	}
	var text string
	if json.Unmarshal(slices.Concat([]byte{'"'}, inner, []byte{'"'}), &text) != nil {
		c.fail()
	}
	return []byte(text)
}

// quoted returns what stands between the quotes of a string, and whether that
// is what it means.
func (c *cursor) quoted() (inner []byte, plain bool) {
	c.take('"')
	plain = true
	for i := 0; i < len(c.rest); i++ {
		switch b := c.rest[i]; {
		case b == '"':
			inner = c.rest[:i]
			c.rest = c.rest[i+1:]
			return inner, plain
		case b == '\\':
			plain = false
			n := escape(c.rest[i+1:])
			if n == 0 {
				c.fail()
				return nil, false
			}
			i += n
		case b < ' ':
			c.fail()
			return nil, false
		case b >= 0x80:
			plain = false // it may be no UTF-8
		}
	}
	c.fail()
	return nil, false
}

// escape returns how many bytes belong to the backslash before them, 0 if it
// must not stand there.
func escape(after []byte) int {
	if len(after) == 0 {
		return 0
	}
	switch after[0] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return 1
	case 'u':
		if len(after) < 5 {
			return 0
		}
		for _, digit := range after[1:5] {
			if !('0' <= digit && digit <= '9' || 'a' <= digit|0x20 && digit|0x20 <= 'f') {
				return 0
			}
		}
		return 5
	}
	return 0
}

// flag reads true or false.
func (c *cursor) flag() bool {
	switch c.space() {
	case 't':
		c.word("true")
		return true
	case 'f':
		c.word("false")
		return false
	}
	c.fail()
	return false
}

func (c *cursor) word(want string) {
	if len(c.rest) < len(want) || string(c.rest[:len(want)]) != want {
		c.fail()
		return
	}
	c.rest = c.rest[len(want):]
}

// number reads a number.
func (c *cursor) number() float64 {
	value, err := strconv.ParseFloat(string(c.digits()), 64)
	if err != nil {
		c.fail()
	}
	return value
}

// digits returns the text of a number.
func (c *cursor) digits() []byte {
	c.space()
	text := c.rest
	if len(c.rest) > 0 && c.rest[0] == '-' {
		c.rest = c.rest[1:]
	}
	if len(c.rest) > 0 && c.rest[0] == '0' {
		c.rest = c.rest[1:]
	} else {
		c.run()
	}
	if len(c.rest) > 0 && c.rest[0] == '.' {
		c.rest = c.rest[1:]
		c.run()
	}
	if len(c.rest) > 0 && c.rest[0]|0x20 == 'e' {
		c.rest = c.rest[1:]
		if len(c.rest) > 0 && (c.rest[0] == '+' || c.rest[0] == '-') {
			c.rest = c.rest[1:]
		}
		c.run()
	}
	if c.bad {
		return nil
	}
	return text[:len(text)-len(c.rest)]
}

// run skips digits, of which there must be one.
func (c *cursor) run() {
	n := 0
	for n < len(c.rest) && '0' <= c.rest[n] && c.rest[n] <= '9' {
		n++
	}
	if n == 0 {
		c.fail()
		return
	}
	c.rest = c.rest[n:]
}

// skip reads any value.
func (c *cursor) skip() { c.skipAt(0) }

func (c *cursor) skipAt(depth int) {
	if depth > maxDepth {
		c.fail()
		return
	}
	switch c.space() {
	case '{':
		c.object(func([]byte) { c.skipAt(depth + 1) })
	case '[':
		c.array(func() { c.skipAt(depth + 1) })
	case '"':
		c.quoted()
	case 't':
		c.word("true")
	case 'f':
		c.word("false")
	case 'n':
		c.word("null")
	default:
		c.digits()
	}
}
