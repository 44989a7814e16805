package demo

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/host/scripted"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/tools"
)

// toolsSession is the embedded session for hooks around tools only.
const toolsSession = "tools.json"

// Session is what a session file says: prompts of the user, and for each what
// the model answers. Tools have the names of package coding.
type Session struct {
	Prompts []Prompt `json:"prompts"`
}

// Prompt is one prompt and the turns of the model that follow it.
type Prompt struct {
	Prompt string          `json:"prompt"`
	Turns  []scripted.Turn `json:"turns"`
}

// readSession reads a session file, or the embedded one of that name if there
// is none.
func readSession(path, otherwise string) (Session, error) {
	var session Session
	text, err := embedded.ReadFile(otherwise)
	if path != "" {
		text, err = document.ReadNamed(path)
	}
	if err != nil {
		return session, fmt.Errorf("read the session: %w", err)
	}
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields() // a misspelt key would silently change the session
	if err := dec.Decode(&session); err != nil {
		return session, fmt.Errorf("read the session %s: %w", path, err)
	}
	if len(session.Prompts) == 0 {
		return session, fmt.Errorf("the session %s has no prompts; it needs {\"prompts\": [{\"prompt\": …, \"turns\": […]}]}", path)
	}
	return session, nil
}

// in returns the session with tools as an agent of the dialect calls them.
func (s Session) in(dialect string) Session {
	theirs := tools.Of(dialect)
	for _, p := range s.Prompts {
		for _, turn := range p.Turns {
			for i, c := range turn.Calls {
				shown := theirs.Show(coded(), tools.Call{Name: c.Name, Input: c.Args})[0]
				turn.Calls[i] = scripted.Call{Name: shown.Name, Args: shown.Input}
			}
		}
	}
	return s
}

// coded is the vocabulary of package coding.
func coded() tools.Vocabulary { return tools.Of(grapnel.LLxprt) }

// toolsOf returns tools under the names that they have in a dialect, so that
// the hooks written for it match them.
func toolsOf(dialect string, list []host.Tool) []host.Tool {
	theirs := tools.Of(dialect)
	for i, t := range list {
		name := theirs.Show(coded(), tools.Call{Name: t.Name, Input: json.RawMessage(`{}`)})[0].Name
		if name == t.Name {
			continue
		}
		list[i].Name, list[i].Parameters = name, nil // nobody reads them: the model is scripted
		list[i].Run = func(ctx context.Context, input json.RawMessage) (host.ToolResult, error) {
			return t.Run(ctx, coded().Show(theirs, tools.Call{Name: name, Input: input})[0].Input)
		}
	}
	return list
}
