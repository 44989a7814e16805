package llm

import (
	"encoding/json"

	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// FunctionCall is a tool call of a model.
type FunctionCall struct {
	ID   string // may be empty: not every model gives one
	Name string
	Args json.RawMessage // an object, as it came; nil if there are none
}

// FunctionResponse is the result of a tool, as the model gets it.
type FunctionResponse struct {
	ID       string // of the call; empty if the call has none
	Name     string
	Response json.RawMessage // an object; nil if there is nothing to say
}

// CallPart returns a part that is a tool call.
func CallPart(call FunctionCall) Part {
	return functionPart("functionCall", call.ID, call.Name, "args", call.Args)
}

// ResultPart returns a part that is the result of a tool call.
func ResultPart(result FunctionResponse) Part {
	return functionPart("functionResponse", result.ID, result.Name, "response", result.Response)
}

// functionPart writes a part whose only member is an object with ID, name and
// one more member. Without an ID or a value there is no such member.
func functionPart(kind, id, name, key string, value json.RawMessage) Part {
	part := []byte(`{"` + kind + `":{`)
	if id != "" {
		part = append(jsonx.AppendString(append(part, `"id":`...), id), ',')
	}
	part = jsonx.AppendString(append(part, `"name":`...), name)
	if len(value) > 0 {
		part = jsonx.AppendCompact(append(part, `,"`+key+`":`...), value)
	}
	return append(part, `}}`...)
}

// Call returns the tool call that the part is. ok is false if it is something
// else.
func (p Part) Call() (call FunctionCall, ok bool) {
	m, ok := p.member("functionCall")
	if !ok {
		return FunctionCall{}, false
	}
	call.ID, _ = jsonx.String(m["id"])
	call.Name, _ = jsonx.String(m["name"])
	call.Args = m["args"]
	return call, true
}

// Result returns the result of a tool call that the part is. ok is false if it
// is something else.
func (p Part) Result() (result FunctionResponse, ok bool) {
	m, ok := p.member("functionResponse")
	if !ok {
		return FunctionResponse{}, false
	}
	result.ID, _ = jsonx.String(m["id"])
	result.Name, _ = jsonx.String(m["name"])
	result.Response = m["response"]
	return result, true
}

// Calls returns the tool calls of a content, in order.
func (c Content) Calls() []FunctionCall {
	var calls []FunctionCall
	for _, part := range c.Parts {
		if call, ok := part.Call(); ok {
			calls = append(calls, call)
		}
	}
	return calls
}
