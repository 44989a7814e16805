// Package plugin is for agents that have no command hooks but run code in
// process: a small program of ours there calls Grapnel and applies the answer.
// Its payloads have the usual names, and its answers are what Say writes.
package plugin

import (
	_ "embed"
	"encoding/json"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents"
	"github.com/grapnel-hooks/grapnel/internal/base/tools"
)

//go:embed ask.js
var ask string

// Say answers with an object of which the program in the agent applies all.
func Say(_ agents.Event, v agents.Verdict) agents.Answer {
	out := hook.Object{}
	if v.Deny {
		out.Set("deny", true)
	}
	if v.Continue {
		out.Set("continue", true)
	}
	if v.Deny || v.Continue {
		out.Set("reason", v.Reason)
	}
	if v.Input != nil {
		out["input"] = v.Input
	}
	out.SetText("context", v.Context)
	out.SetText("message", v.Message)
	return agents.JSON(out)
}

// File returns what writes the program of an agent: what it is registered for,
// how it asks Grapnel, and the agent's own part.
func File(agent, name, own string) func(agents.Registration) ([]agents.OwnFile, error) {
	return func(r agents.Registration) ([]agents.OwnFile, error) {
		registration, err := agents.Indented(describe(agent, r))
		if err != nil {
			return nil, err
		}
		content := "// " + agents.OwnMark + "\n" +
			"import { spawn } from \"node:child_process\";\n\n" +
			registrationMark + registration + "\n" + ask + "\n" + own
		return []agents.OwnFile{{Name: name, Content: content}}, nil
	}
}

// registrationMark is what a registration stands behind.
const registrationMark = "const registration = "

// Lines returns the command lines that the program of an agent runs.
func Lines(_, content string) map[string]string {
	_, rest, _ := strings.Cut(content, registrationMark)
	var r struct {
		Binary string
		Args   []string
		Events []string
	}
	if json.NewDecoder(strings.NewReader(rest)).Decode(&r) != nil {
		return nil
	}
	line := tools.Quote(r.Binary)
	for _, arg := range r.Args {
		line += " " + tools.Quote(arg)
	}
	lines := map[string]string{}
	for _, event := range r.Events {
		lines[event] = line + " --event " + tools.Quote(event)
	}
	return lines
}

// describe is a registration as the program reads it.
func describe(agent string, r agents.Registration) hook.Object {
	args := []string{"hook", "--host", agent}
	if r.OnFailure != "" {
		args = append(args, "--on-failure", r.OnFailure)
	}
	for _, file := range r.Configs {
		args = append(args, "--config", file)
	}
	events, closes := []string{}, []string{}
	for _, event := range r.Events {
		events = append(events, event.Name)
		if r.Closes(event) {
			closes = append(closes, event.Name)
		}
	}
	out := hook.Object{}
	out.Set("binary", r.Binary)
	out.Set("args", args)
	out.Set("events", events)
	out.Set("closes", closes)
	out.Set("gone", agents.GoneText)
	out.Set("timeoutMs", r.Timeout.Milliseconds())
	return out
}
