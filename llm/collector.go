package llm

import (
	"cmp"
	"encoding/json"
	"slices"
)

// Collector puts the chunks of a streamed response together. Parts keep the
// order in which they came; pieces of text that follow each other become one
// part. The zero value is ready to use.
type Collector struct {
	chunks []*Response
}

// Add takes the next chunk.
func (c *Collector) Add(chunk *Response) {
	if chunk != nil {
		c.chunks = append(c.chunks, chunk)
	}
}

// Finished reports whether some candidate has a finish reason: a stream that
// ends without one broke off.
func (c *Collector) Finished() bool {
	for _, chunk := range c.chunks {
		for _, candidate := range chunk.Candidates {
			if candidate.FinishReason != "" {
				return true
			}
		}
	}
	return false
}

// Response returns the complete response, with its candidates in the order of
// their indices: several come as they please.
func (c *Collector) Response() *Response {
	if len(c.chunks) == 1 && slices.IsSortedFunc(c.chunks[0].Candidates, byIndex) {
		return c.chunks[0]
	}
	whole := &Response{}
	for _, chunk := range c.chunks {
		for _, candidate := range chunk.Candidates {
			whole.candidate(candidate.Index).extend(candidate)
		}
		if chunk.UsageMetadata != nil {
			whole.UsageMetadata = chunk.UsageMetadata
		}
		whole.Extra = overlay(whole.Extra, chunk.Extra)
	}
	slices.SortFunc(whole.Candidates, byIndex)
	for i := range whole.Candidates {
		joinText(&whole.Candidates[i].Content)
	}
	return whole
}

func byIndex(a, b Candidate) int { return cmp.Compare(a.Index, b.Index) }

// candidate returns the candidate with that index, adding it if it is new.
func (r *Response) candidate(index int) *Candidate {
	for i := range r.Candidates {
		if r.Candidates[i].Index == index {
			return &r.Candidates[i]
		}
	}
	r.Candidates = append(r.Candidates, Candidate{Index: index})
	return &r.Candidates[len(r.Candidates)-1]
}

// extend adds what a later chunk says about the same candidate.
func (c *Candidate) extend(next Candidate) {
	if next.Content.Role != "" {
		c.Content.Role = next.Content.Role
	}
	c.Content.Parts = append(c.Content.Parts, next.Content.Parts...)
	c.Content.Extra = overlay(c.Content.Extra, next.Content.Extra)
	if next.FinishReason != "" {
		c.FinishReason = next.FinishReason
	}
	if next.SafetyRatings != nil {
		c.SafetyRatings = next.SafetyRatings
	}
	c.Extra = overlay(c.Extra, next.Extra)
}

func overlay(base, top map[string]json.RawMessage) map[string]json.RawMessage {
	for key, value := range top {
		if base == nil {
			base = make(map[string]json.RawMessage, len(top))
		}
		base[key] = value
	}
	return base
}

// joinText merges neighbouring parts that are text and nothing else. A part
// with a signature stays as it is, and so do thoughts. The texts are joined as
// they are written, escapes and all, so that a long stream costs no decoding.
func joinText(content *Content) {
	var joined []Part
	var text []byte // a text part without its end
	flush := func() {
		if text != nil {
			joined = append(joined, append(text, plainEnd...))
		}
		text = nil
	}
	for _, part := range content.Parts {
		body, plain := part.plainText()
		switch {
		case !plain:
			flush()
			joined = append(joined, part)
		case text == nil:
			text = append([]byte(plainStart), body...)
		default:
			text = append(text, body...)
		}
	}
	flush()
	content.Parts = joined
}
