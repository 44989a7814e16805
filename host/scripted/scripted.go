// Package scripted is a model that says what it was told to say. It stands in
// for a real one in demonstrations and tests.
package scripted

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/llm"
)

// Turn is one answer of the model: text, then tool calls.
type Turn struct {
	Text  string `json:"text,omitempty"`
	Calls []Call `json:"calls,omitempty"`
	// Chunks, if any, are streamed as they are instead of Text and Calls.
	Chunks []*llm.Response `json:"chunks,omitempty"`
	// Error, if any, ends the stream after everything else.
	Error string `json:"error,omitempty"`
}

// Call is a tool call.
type Call struct {
	Name string          `json:"name"`
	Args json.RawMessage `json:"args"`
}

// ErrOver reports that the model was called more often than it has turns.
var ErrOver = errors.New("the script has no more turns")

// Model plays turns, one for each call. It is safe for concurrent use.
type Model struct {
	mu    sync.Mutex
	turns []Turn
	next  int
}

// New returns a model that plays these turns.
func New(turns ...Turn) *Model { return &Model{turns: turns} }

// Play plays these turns from now on. What is left of the others is dropped.
func (m *Model) Play(turns ...Turn) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.turns = slices.Concat(m.turns[:m.next], turns)
}

// Generate streams the next turn.
func (m *Model) Generate(ctx context.Context, _ *llm.Request) iter.Seq2[*llm.Response, error] {
	return func(yield func(*llm.Response, error) bool) {
		turn, number, err := m.take()
		if err != nil {
			yield(nil, err)
			return
		}
		for _, chunk := range turn.stream(number) {
			if ctx.Err() != nil {
				yield(nil, ctx.Err())
				return
			}
			if !yield(chunk, nil) {
				return
			}
		}
		if turn.Error != "" {
			yield(nil, errors.New(turn.Error))
		}
	}
}

// Calls returns how often the model was called.
func (m *Model) Calls() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.next
}

func (m *Model) take() (Turn, int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.next >= len(m.turns) {
		return Turn{}, 0, ErrOver
	}
	m.next++
	return m.turns[m.next-1], m.next, nil
}

// stream is the turn in chunks: the text word by word, then the calls and the
// end.
func (t Turn) stream(number int) []*llm.Response {
	if t.Chunks != nil {
		return t.Chunks
	}
	var chunks []*llm.Response
	for _, word := range strings.SplitAfter(t.Text, " ") {
		if word != "" {
			chunks = append(chunks, chunk("", llm.TextPart(word)))
		}
	}
	var calls []llm.Part
	for i, c := range t.Calls {
		calls = append(calls, c.part(fmt.Sprintf("call-%d-%d", number, i+1)))
	}
	switch {
	case t.Error == "":
		chunks = append(chunks, chunk("STOP", calls...))
	case calls != nil:
		chunks = append(chunks, chunk("", calls...))
	}
	return chunks
}

func (c Call) part(id string) llm.Part {
	call := hook.Object{"args": json.RawMessage("{}")}
	if len(c.Args) > 0 {
		call["args"] = c.Args
	}
	call.Set("id", id)
	call.Set("name", c.Name)
	return llm.Part(hook.Object{"functionCall": call.Raw()}.Raw())
}

func chunk(finish string, parts ...llm.Part) *llm.Response {
	return &llm.Response{Candidates: []llm.Candidate{{
		Content: llm.Content{Role: llm.RoleModel, Parts: parts}, FinishReason: finish,
	}}}
}
