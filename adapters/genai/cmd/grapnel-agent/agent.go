package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"

	"google.golang.org/genai"

	"github.com/grapnel-hooks/grapnel"
	genaihooks "github.com/grapnel-hooks/grapnel/adapters/genai"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/host/coding"
)

const instruction = `You are a coding agent. You work in the directory %s, with the tools you have been given.
Look before you change anything, change no more than what was asked for, and check your work.
If a tool refuses, say so and do not try to get around it.
When you are done, say in a few words what you did.`

// agent is a session with a user.
type agent struct {
	hooks   *grapnel.System
	session *host.Session
	tools   io.Closer
	console console
	screen  *screen
	keys    *keyboard // nil if nobody is asked
	yes     bool
}

func newAgent(ctx context.Context, s settings, c console, interactive bool) (*agent, error) {
	model, err := newModel(ctx, s, c)
	if err != nil {
		return nil, err
	}
	dir, err := filepath.Abs(s.dir)
	if err != nil {
		return nil, err
	}
	hooks := grapnel.New(grapnel.Options{
		Dir: dir, ConfigFiles: s.configs,
		Logger: slog.New(slog.NewTextHandler(c.err, &slog.HandlerOptions{Level: slog.LevelWarn})),
	})
	if err := hooks.Initialize(); err != nil { // without its guards an agent had better not start
		return nil, err
	}
	a := &agent{hooks: hooks, console: c, yes: s.yes, screen: &screen{out: c.out, err: c.err, terminal: c.terminal}}
	tools, closer, err := coding.Tools(dir, coding.Options{Approve: a.approve, Env: withoutKeys(c.environ)})
	if err != nil {
		return nil, err
	}
	a.tools = closer
	options := host.Options{
		Hooks: hooks, Model: model, ModelName: s.model, Tools: tools, MaxTurns: s.maxTurns,
		Instruction: fmt.Sprintf(instruction, dir), ToUser: a.screen.show,
	}
	if interactive {
		options.Ask = a.confirm
	}
	if a.session, err = host.NewSession(options); err != nil {
		return nil, errors.Join(err, closer.Close())
	}
	if interactive {
		a.keys = listen(c.in)
	}
	return a, nil
}

func newModel(ctx context.Context, s settings, c console) (*genaihooks.Model, error) {
	key := c.getenv("GEMINI_API_KEY")
	if key == "" {
		return nil, errors.New("GEMINI_API_KEY is not set; keys are to be had at https://aistudio.google.com/apikey")
	}
	client, err := genai.NewClient(ctx, &genai.ClientConfig{
		APIKey: key, Backend: genai.BackendGeminiAPI, HTTPOptions: genai.HTTPOptions{BaseURL: s.baseURL},
	})
	if err != nil {
		return nil, err
	}
	return genaihooks.NewModel(ctx, client)
}

// withoutKeys returns an environment without the keys of the API, which are no
// business of the commands a model thinks up.
func withoutKeys(environ []string) []string {
	return slices.DeleteFunc(slices.Clone(environ), func(variable string) bool {
		return strings.HasPrefix(variable, "GEMINI_API_KEY=") || strings.HasPrefix(variable, "GOOGLE_API_KEY=")
	})
}

func (a *agent) close() {
	a.session.Close()
	a.hooks.Close()
	a.tools.Close()
}

// work works on one prompt until it is done or the user interrupts it, and
// returns the exit code.
func (a *agent) work(ctx context.Context, prompt string) int {
	ctx, cancel := context.WithCancel(ctx)
	watching := make(chan struct{})
	go func() {
		defer close(watching)
		select {
		case <-a.console.interrupts:
			cancel()
		case <-ctx.Done():
		}
	}()
	a.screen.begin()
	answer, err := a.session.Prompt(ctx, prompt)
	cancelled := ctx.Err() != nil
	cancel()
	<-watching
	shown := a.screen.finish()
	switch {
	case cancelled:
		a.screen.say("Cancelled.")
		return exitCancelled
	case err != nil:
		a.screen.say("The model failed: " + err.Error())
		return exitFailed
	case answer.Stop.Stopped, answer.Rejected, answer.Blocked:
		return exitStopped
	case answer.LimitReached:
		return exitFailed
	case !shown && answer.Text == "":
		a.screen.say("The model gave no answer.")
	}
	return exitDone
}

// converse takes prompts from the terminal until there are no more.
func (a *agent) converse(ctx context.Context) int {
	for {
		a.screen.ask("> ")
		select {
		case <-ctx.Done():
			return exitCancelled
		case <-a.console.interrupts:
			a.screen.say("\nCtrl-D ends the session.")
		case line, ok := <-a.keys.lines:
			if !ok {
				a.screen.say("")
				return exitDone
			}
			if strings.TrimSpace(line) != "" {
				a.work(ctx, line)
			}
		}
	}
}

// approve asks the user whether a shell command may run.
func (a *agent) approve(ctx context.Context, command string) error {
	if a.yes {
		return nil
	}
	details := hook.Object{}
	details.Set("command", command)
	a.session.Notify("ToolPermission", "The agent wants to run a shell command: "+command, details.Raw())
	if a.keys == nil {
		return errors.New("shell commands need the user's approval, and with --prompt or a pipe nobody is asked; start the agent with --yes to allow them")
	}
	yes, err := a.ask(ctx, "Run this command?\n  "+command)
	if err == nil && !yes {
		err = errors.New("the user does not want it to")
	}
	return err
}

// confirm asks the user about a tool call on behalf of a hook.
func (a *agent) confirm(ctx context.Context, c host.Call, reason string) bool {
	question := fmt.Sprintf("A hook asks whether %s may run.\n  %s", c.Name, c.Args)
	if reason != "" {
		question += "\n  " + reason
	}
	yes, err := a.ask(ctx, question)
	return yes && err == nil
}

// ask asks the user a question and reports whether the answer is yes. An error
// means that there was none.
func (a *agent) ask(ctx context.Context, question string) (bool, error) {
	answer, err := a.keys.answer(ctx, func() { a.screen.ask(question + "\n[y/N] ") })
	if err != nil {
		return false, err
	}
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes", nil
}
