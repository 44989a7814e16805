// Package demo is a whole agent session that needs no network: a scripted
// model, real tools in a temporary project, and real hooks around both.
package demo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/host/coding"
	"github.com/grapnel-hooks/grapnel/host/scripted"
)

// Options configure a demonstration. The zero value plays the embedded one.
type Options struct {
	// Dialect is the contract of the hooks. "" means the one that Config is
	// written for, or the default.
	Dialect string
	Script  string // a session file to play instead of the embedded one
	// Config names files with other hooks. They run in a copy of the project
	// that the first of them belongs to.
	Config []string
	// Begin, if set, is told what is going to be played.
	Begin func(About)
	// Show gets the entries of the timeline as they happen.
	Show func(Entry)
}

// About says what a session is played with.
type About struct {
	Dialect string
	Files   []string          // with the configuration, as the user knows them
	Project string            // that was copied; "" for the embedded one
	Hooks   []hook.Definition // in force
}

// Run plays a session in a temporary directory, which it removes again.
func Run(ctx context.Context, o Options) error {
	dir, err := os.MkdirTemp("", "grapnel-demo-")
	if err != nil {
		return fmt.Errorf("make room for the project: %w", err)
	}
	defer os.RemoveAll(dir)
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return err
	}
	s, err := prepare(ctx, dir, o)
	if err != nil {
		return err
	}
	session, err := readSession(o.Script, s.session)
	if err != nil {
		return err
	}
	return s.play(ctx, session.in(s.dialect), o)
}

// stage is a project with hooks, ready for a session.
type stage struct {
	dir     string // where the session happens
	dialect string
	config  []string // files, in dir if they belong to the project
	session string   // the embedded session that fits
	about   About
}

// play runs the agent on the session's prompts.
func (s stage) play(ctx context.Context, session Session, o Options) error {
	t := &timeline{show: o.Show, dialect: s.dialect}
	hooks := grapnel.New(grapnel.Options{Dialect: s.dialect, Dir: s.dir, ConfigFiles: s.config, SessionID: "demo", Observe: t.outcome})
	defer hooks.Close()
	report := hooks.Report()
	if report.Err != nil {
		return report.Err
	}
	list, closer, err := coding.Tools(s.dir, coding.Options{})
	if err != nil {
		return fmt.Errorf("give the agent its tools: %w", err)
	}
	defer closer.Close()
	model := scripted.New()
	agent, err := host.NewSession(host.Options{
		Hooks: hooks, Model: model, ModelName: "scripted",
		Instruction: "You are a careful coding agent.",
		Tools:       toolsOf(s.dialect, list), ToUser: t.note, ToModel: t.request,
	})
	if err != nil {
		return err
	}
	defer agent.Close()
	if o.Begin != nil {
		s.about.Dialect, s.about.Hooks = s.dialect, report.Hooks
		o.Begin(s.about)
	}
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
