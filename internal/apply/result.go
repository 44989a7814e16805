package apply

import (
	"context"
	"encoding/json"

	"github.com/grapnel-hooks/grapnel/hook"
)

// ToolError says that, and how, a tool failed.
type ToolError struct {
	Message string `json:"message"`
	Type    string `json:"type,omitempty"`
}

// ToolResponse is the result of a tool as hooks see it: what the model gets, what
// the user is shown, and, as far as there are such things, metadata and an error.
func ToolResponse(llmContent, returnDisplay string, metadata json.RawMessage, failure *ToolError) json.RawMessage {
	fields := hook.Object{}
	fields.Set("llmContent", llmContent)
	fields.Set("returnDisplay", returnDisplay)
	fields["metadata"] = json.RawMessage("{}")
	if json.Valid(metadata) {
		fields["metadata"] = metadata
	}
	if failure != nil {
		fields.Set("error", failure)
	}
	return fields.Raw()
}

// approvedKey is the key of an approval in the context of a tool.
type approvedKey struct{}

// Context returns the context that the tool runs with.
func (t Tool) Context(ctx context.Context) context.Context {
	if !t.Approved {
		return ctx
	}
	return context.WithValue(ctx, approvedKey{}, true)
}

// IsApproved reports whether a tool that runs with ctx needs no further
// permission.
func IsApproved(ctx context.Context) bool { return ctx.Value(approvedKey{}) != nil }
