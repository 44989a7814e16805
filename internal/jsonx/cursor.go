package jsonx

import (
	"bytes"
	"encoding/json"
	"iter"
	"strconv"
	"unicode/utf8"
)

// Cursor reads JSON from left to right and builds nothing but what it is asked
// for. Once something is not as expected, every method returns at once with a
// zero value; so it is enough to ask AtEnd in the end.
type Cursor struct {
	data  []byte
	pos   int
	depth int
	why   int // invalid or tooDeep; 0 as long as all is well
}

// NewCursor returns a cursor at the beginning of data.
func NewCursor(data []byte) Cursor { return Cursor{data: data} }

// Fail makes the cursor fail, because what it read is not what was expected.
func (c *Cursor) Fail() { c.fail(invalid) }

func (c *Cursor) fail(why int) {
	if c.why == 0 {
		c.why = why
	}
	c.data, c.pos = c.data[:0], 0
}

// to moves on to a position that a skipping function has returned.
func (c *Cursor) to(pos int) {
	if pos < 0 {
		c.fail(pos)
		return
	}
	c.pos = pos
}

// Offset returns how many bytes have been read.
func (c *Cursor) Offset() int { return c.pos }

// Failed reports whether something was wrong so far.
func (c *Cursor) Failed() bool { return c.why != 0 }

// AtEnd reports whether everything was read, and all of it as expected.
func (c *Cursor) AtEnd() bool {
	return c.why == 0 && skipSpace(c.data, c.pos) == len(c.data)
}

// Peek returns the byte that the next value begins with, 0 at the end.
func (c *Cursor) Peek() byte {
	if c.pos = skipSpace(c.data, c.pos); c.pos == len(c.data) {
		return 0
	}
	return c.data[c.pos]
}

// Skip skips a value.
func (c *Cursor) Skip() { c.to(skipValue(c.data, c.pos, c.depth)) }

// Raw reads a value and returns it as it is written.
func (c *Cursor) Raw() json.RawMessage {
	start := skipSpace(c.data, c.pos)
	end := skipValue(c.data, start, c.depth)
	if c.to(end); end < 0 {
		return nil
	}
	return c.data[start:end:end]
}

// Members reads an object. It gives the key of each member; the loop must read
// the value.
func (c *Cursor) Members() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if !c.open('{', '}') {
			return
		}
		for more := true; more; more = c.more('}') {
			key := c.Text()
			c.to(skipByte(c.data, c.pos, ':'))
			if c.Failed() || !yield(key) {
				return
			}
		}
	}
}

// Items reads an array. The loop must read the item each time.
func (c *Cursor) Items() iter.Seq[int] {
	return func(yield func(int) bool) {
		if !c.open('[', ']') {
			return
		}
		for i, more := 0, true; more; i, more = i+1, c.more(']') {
			if !yield(i) {
				return
			}
		}
	}
}

// open reads the beginning of an object or array; false if it has no content.
func (c *Cursor) open(first, last byte) bool {
	c.to(skipByte(c.data, c.pos, first))
	if c.depth++; c.depth > maxDepth {
		c.fail(tooDeep)
	}
	if c.Failed() {
		return false
	}
	if c.Peek() == last {
		c.pos++
		c.depth--
		return false
	}
	return true
}

// more reads what stands between two members or items, or behind the last.
func (c *Cursor) more(last byte) bool {
	next, more := skipComma(c.data, c.pos, last)
	if c.to(next); !more {
		c.depth--
	}
	return more && !c.Failed()
}

// Text reads a string. What it returns may be a part of the input.
func (c *Cursor) Text() []byte {
	start := skipByte(c.data, c.pos, '"')
	if c.to(start); start < 0 {
		return nil
	}
	end := skipString(c.data, start)
	if c.to(end); end < 0 {
		return nil
	}
	if inner := c.data[start : end-1]; bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return inner
	}
	text, _ := unquote(c.data[start:end])
	return []byte(text)
}

// Bool reads true or false.
func (c *Cursor) Bool() bool {
	if c.Peek() == 't' {
		c.to(skipWord(c.data, c.pos, "true"))
		return !c.Failed()
	}
	c.to(skipWord(c.data, c.pos, "false"))
	return false
}

// Number reads a number.
func (c *Cursor) Number() float64 {
	start := skipSpace(c.data, c.pos)
	end := skipNumber(c.data, start)
	if c.to(end); end < 0 {
		return 0
	}
	value, err := strconv.ParseFloat(string(c.data[start:end]), 64)
	if err != nil {
		c.Fail()
		return 0
	}
	return value
}
