package llm

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// Response is a model response with everything in it.
type Response struct {
	Candidates    []Candidate
	UsageMetadata json.RawMessage
	Extra         map[string]json.RawMessage // all other members
}

// Candidate is one of the answers in a [Response].
type Candidate struct {
	Content       Content
	FinishReason  string
	Index         int
	SafetyRatings json.RawMessage
	Extra         map[string]json.RawMessage // all other members
}

// Text returns the visible text of the first candidate.
func (r *Response) Text() string {
	if len(r.Candidates) == 0 {
		return ""
	}
	return r.Candidates[0].Content.Text()
}

// MarshalJSON returns the response in the shape of the Gemini API, with all its
// members.
func (r Response) MarshalJSON() ([]byte, error) {
	m := object(r.Extra)
	if r.Candidates != nil {
		m["candidates"] = r.Candidates
	}
	if r.UsageMetadata != nil {
		m["usageMetadata"] = r.UsageMetadata
	}
	return jsonx.Marshal(m)
}

// UnmarshalJSON reads a response and keeps the members it does not know.
func (r *Response) UnmarshalJSON(data []byte) error {
	m, err := decodeObject(data)
	if err != nil {
		return fmt.Errorf("response: %w", err)
	}
	*r = Response{}
	err = errors.Join(
		take(m, "candidates", &r.Candidates),
		take(m, "usageMetadata", &r.UsageMetadata),
	)
	r.Extra = rest(m)
	return err
}

// MarshalJSON returns the candidate with all its members.
func (c Candidate) MarshalJSON() ([]byte, error) {
	m := object(c.Extra)
	m["index"] = c.Index
	if !c.Content.isZero() {
		m["content"] = c.Content
	}
	if c.FinishReason != "" {
		m["finishReason"] = c.FinishReason
	}
	if c.SafetyRatings != nil {
		m["safetyRatings"] = c.SafetyRatings
	}
	return jsonx.Marshal(m)
}

// UnmarshalJSON reads a candidate and keeps the members it does not know.
func (c *Candidate) UnmarshalJSON(data []byte) error {
	m, err := decodeObject(data)
	if err != nil {
		return fmt.Errorf("candidate: %w", err)
	}
	*c = Candidate{}
	err = errors.Join(
		take(m, "content", &c.Content),
		take(m, "finishReason", &c.FinishReason),
		take(m, "index", &c.Index),
		take(m, "safetyRatings", &c.SafetyRatings),
	)
	c.Extra = rest(m)
	return err
}
