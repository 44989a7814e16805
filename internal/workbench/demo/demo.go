// Package demo is a whole agent session that needs no network: a scripted
// model, real tools in a temporary project, and real hooks around both.
package demo

import (
	"bytes"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/host/coding"
	"github.com/grapnel-hooks/grapnel/host/scripted"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
)

//go:embed all:project session.json
var embedded embed.FS

// Options configure a demonstration. The zero value plays the embedded one.
type Options struct {
	Script string   // a session file to play instead of the embedded one
	Config []string // settings files with other hooks
	// Show gets the entries of the timeline as they happen.
	Show func(Entry)
}

// Session is what a session file says: prompts of the user, and for each what
// the model answers.
type Session struct {
	Prompts []struct {
		Prompt string          `json:"prompt"`
		Turns  []scripted.Turn `json:"turns"`
	} `json:"prompts"`
}

// Run plays a session in a temporary directory, which it removes again.
func Run(ctx context.Context, o Options) error {
	session, err := readSession(o.Script)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "grapnel-demo-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return err
	}
	project, err := fs.Sub(embedded, "project")
	if err != nil {
		return err
	}
	if err := os.CopyFS(dir, project); err != nil {
		return fmt.Errorf("write the demo project: %w", err)
	}
	if len(o.Config) == 0 {
		o.Config = []string{filepath.Join(dir, ".llxprt", "settings.json")}
	}
	return play(ctx, dir, session, o)
}

func readSession(path string) (Session, error) {
	var session Session
	text, err := embedded.ReadFile("session.json")
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

// play runs the agent on the session's prompts.
func play(ctx context.Context, dir string, session Session, o Options) error {
	t := &timeline{show: o.Show}
	hooks := grapnel.New(grapnel.Options{Dir: dir, ConfigFiles: o.Config, SessionID: "demo", Observe: t.outcome})
	defer hooks.Close()
	if err := hooks.Report().Err; err != nil {
		return err
	}
	tools, closer, err := coding.Tools(dir, coding.Options{})
	if err != nil {
		return err
	}
	defer closer.Close()
	model := scripted.New()
	agent, err := host.NewSession(host.Options{
		Hooks: hooks, Model: model, ModelName: "scripted",
		Instruction: "You are a careful coding agent.",
		Tools:       tools, ToUser: t.note, ToModel: t.request,
	})
	if err != nil {
		return err
	}
	defer agent.Close()
	for _, p := range session.Prompts {
		t.prompt(p.Prompt)
		model.Play(p.Turns...) // hooks may have left turns of the prompt before unplayed
		if _, err := agent.Prompt(ctx, p.Prompt); err != nil {
			if errors.Is(err, scripted.ErrOver) {
				err = fmt.Errorf("%w, but the agent needs one: add a turn to the session, or take away a tool call", err)
			}
			return err
		}
	}
	return nil
}
