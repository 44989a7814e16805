// Package doctor finds out whether agents would really call Grapnel and obey it:
// it reads their settings as they do, runs the command line that is registered
// there with an event that the agent sent once, and looks at the answer.
package doctor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents"
	"github.com/grapnel-hooks/grapnel/internal/agents/answer"
	"github.com/grapnel-hooks/grapnel/internal/agents/settings"
	"github.com/grapnel-hooks/grapnel/internal/base/lookpath"
)

// Finding is something that a user should know about an agent.
type Finding struct {
	Agent   string     `json:"agent"`
	Level   hook.Level `json:"level"` // an error keeps the agent from calling or obeying Grapnel
	Problem string     `json:"problem"`
	Fix     string     `json:"fix"` // may be empty
}

// Found reports whether an agent is on this machine: its program is in PATH, or
// it has left its directory in the user's home.
func Found(a agents.Agent, place agents.Place) bool {
	if _, err := lookpath.Find(a.Name); err == nil {
		return true
	}
	info, err := os.Stat(filepath.Dir(a.Settings.User(place)[0]))
	return err == nil && info.IsDir()
}

// Examine examines one agent. wanted are the moments that some hook is for.
func Examine(ctx context.Context, a agents.Agent, place agents.Place, wanted []hook.Kind) []Finding {
	e := &examination{agent: a, place: place}
	lines, ok := e.registration()
	if ok {
		e.events(lines, wanted)
		e.call(ctx, lines)
		e.switches()
	}
	e.version(ctx)
	if ok {
		for _, note := range a.Settings.Notes {
			e.add(hook.LevelInfo, "", "%s", note)
		}
	}
	return e.findings
}

// examination collects findings.
type examination struct {
	agent    agents.Agent
	place    agents.Place
	findings []Finding
}

func (e *examination) add(level hook.Level, fix, problem string, args ...any) {
	e.findings = append(e.findings, Finding{e.agent.Name, level, fmt.Sprintf(problem, args...), fix})
}

func (e *examination) install() string { return "run: grapnel install " + e.agent.Name }

// registration returns the command lines that are registered by event.
func (e *examination) registration() (lines map[string]string, ok bool) {
	lines, err := settings.Registered(e.agent, settings.User, e.place)
	if err != nil {
		e.add(hook.LevelError, "correct the file, then "+e.install(), "the settings cannot be read: %v", err)
		return nil, false
	}
	inProject, err := settings.Registered(e.agent, settings.Project, e.place)
	if err != nil && len(lines) == 0 {
		e.add(hook.LevelError, "correct the file, then "+e.install(), "the project's settings cannot be read: %v", err)
		return nil, false
	}
	e.shadows(lines, inProject)
	if len(lines) == 0 {
		lines = inProject
	}
	if len(lines) == 0 {
		e.add(hook.LevelError, e.install(), "%s does not call grapnel", e.agent.Product)
		return nil, false
	}
	return lines, true
}

// shadows notices a project whose hooks replace the user's registration.
func (e *examination) shadows(lines, inProject map[string]string) {
	for event := range lines {
		if _, there := inProject[event]; there {
			continue
		}
		if at := settings.Shadowed(e.agent, event, e.place); at.IsValid() {
			e.add(hook.LevelError, e.install()+" --project",
				"the project's hooks for %s at %s replace the user's, grapnel among them", event, at)
		}
	}
}

// events notices moments that hooks are for and that the agent has, but that it
// does not call Grapnel at.
func (e *examination) events(lines map[string]string, wanted []hook.Kind) {
	for _, event := range e.agent.EventsFor(wanted) {
		if _, ok := lines[event.Name]; !ok {
			e.add(hook.LevelError, e.install(), "hooks are configured for %s, but %s does not call grapnel at %s", event.Kind, e.agent.Product, event.Name)
		}
	}
}

// switches notices settings that keep hooks from running.
func (e *examination) switches() {
	if e.agent.Settings.Doubt != nil {
		if why := e.agent.Settings.Doubt(e.place); why != "" {
			e.add(hook.LevelError, "", "%s", why)
		}
	}
	for _, scope := range []settings.Scope{settings.User, settings.Project} {
		if at := settings.SwitchedOff(e.agent, scope, e.place); at.IsValid() {
			e.add(hook.LevelError, "change it", "hooks are switched off at %s", at)
		}
	}
}

// limits of time for what is started.
const (
	callLimit    = 20 * time.Second
	versionLimit = 5 * time.Second
)

// probe is the reason of the deny that Grapnel is asked for.
const probe = "grapnel doctor asks whether a deny arrives"

// call runs the command line that is registered before a tool, and compares its
// answer with the one that the agent obeys.
func (e *examination) call(ctx context.Context, lines map[string]string) {
	sample, err := e.agent.In([]byte(e.agent.Sample), "")
	if err != nil {
		e.add(hook.LevelError, "report this", "the recorded event cannot be read: %v", err)
		return
	}
	line, ok := lines[sample.Name]
	if !ok {
		e.add(hook.LevelError, e.install(), "%s does not call grapnel before a tool (%s)", e.agent.Product, sample.Name)
		return
	}
	want, _ := e.agent.Out(sample, hook.Outcome{Blocked: true, Decision: hook.Deny, Reason: probe}, agents.Policy{})
	got, err := run(ctx, line, e.agent.Sample)
	switch {
	case err != nil:
		e.add(hook.LevelError, e.install(), "the registered command cannot be run: %v", err)
	case strings.Contains(got.Stdout+got.Stderr, agents.GoneText):
		e.add(hook.LevelError, e.install(), "the program that is registered is gone or fails; every tool is denied: %s", firstLine(line))
	case got.ExitCode != want.ExitCode || strings.TrimSpace(got.Stdout) != strings.TrimSpace(want.Stdout) || !strings.Contains(got.Stderr, want.Stderr):
		e.add(hook.LevelError, e.install(), "the registered command does not deny as %s obeys it: exit code %d, stdout %.200q, stderr %.200q",
			e.agent.Product, got.ExitCode, got.Stdout, got.Stderr)
	}
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// run runs a command line as agents do, with a deny as the answer.
func run(ctx context.Context, line, payload string) (agents.Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, callLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", line)
	cmd.Env = append(os.Environ(), answer.ProbeVariable+"="+probe, "GRAPNEL_JOURNAL=off")
	cmd.Stdin = strings.NewReader(payload)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = &stdout, &stderr, time.Second
	err := cmd.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && ctx.Err() == nil {
		err = nil
	}
	said := agents.Answer{Stdout: stdout.String(), Stderr: stderr.String()}
	if err == nil {
		said.ExitCode = cmd.ProcessState.ExitCode()
	}
	return said, err
}

// version notices an agent that is newer than the one that was measured.
func (e *examination) version(ctx context.Context) {
	program, err := lookpath.Find(e.agent.Name)
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, versionLimit)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, "--version")
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	if err != nil {
		return
	}
	if found := versionIn(string(out)); newer(found, e.agent.Measured) {
		e.add(hook.LevelInfo, "try a tool that a hook denies", "%s %s is newer than %s, which was measured; it may behave otherwise",
			e.agent.Product, found, e.agent.Measured)
	}
}
