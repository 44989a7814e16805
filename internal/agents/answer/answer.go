// Package answer answers agents that call Grapnel as their hook: it recognizes
// the agent and the event, runs the hooks that are configured for this project,
// user and machine in any contract, and says what they mean in the form that the
// agent obeys. Whatever goes wrong on the way is a deny before an operation,
// unless the user wants it otherwise.
package answer

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/agents"
	"github.com/grapnel-hooks/grapnel/internal/agents/all"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/engine"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
	"github.com/grapnel-hooks/grapnel/internal/engine/joint"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// DepthVariable is set for hooks that Grapnel runs: one that starts an agent, or
// Grapnel, must not have it run that hook again.
const DepthVariable = "GRAPNEL_HOOK_DEPTH"

// ProbeVariable has Grapnel deny with the text that it holds, without running
// anything: `grapnel doctor` finds out whether an agent would be told.
const ProbeVariable = "GRAPNEL_PROBE"

// Call is one call of an agent.
type Call struct {
	Agent   string // "" if it follows from the payload
	Event   string // for agents whose payload does not name it
	Payload []byte
	// OnFailure is what the failure of a hook, and of Grapnel itself, means.
	// NoDecision leaves it to the contracts, and Grapnel's own denies.
	OnFailure hook.Decision
	Configs   []string // files to read instead of what would be found
	Home      string
	Getenv    func(string) string
}

// Reply is what the agent is told, and what the journal is.
type Reply struct {
	Answer  agents.Answer
	Event   hook.Event
	Outcome hook.Outcome
	Files   []string // of configuration that were read
	// Nothing says that nothing happened, so that there is nothing to record.
	Nothing bool
}

// To answers a call.
func To(ctx context.Context, c Call) Reply {
	agent, err := c.agent()
	if err != nil {
		return c.failUnknown(err)
	}
	e, err := agent.In(c.Payload, c.Event)
	answering := answering{call: c, agent: agent, event: e}
	switch {
	case err != nil:
		return answering.fail(err)
	case e.Again:
		return Reply{Nothing: true}
	case c.Getenv(ProbeVariable) != "":
		return answering.say(hook.Outcome{Event: e.Name, Decision: hook.Deny, Blocked: true, Reason: c.Getenv(ProbeVariable)})
	case c.Getenv(DepthVariable) != "":
		return answering.fail(fmt.Errorf("a hook that grapnel runs has started %s, which calls grapnel: hooks would never end; unset its hooks there, or %s", agent.Product, DepthVariable))
	}
	return answering.run(ctx)
}

func (c Call) agent() (agents.Agent, error) {
	if c.Agent != "" {
		return all.Named(c.Agent)
	}
	return all.Recognize(c.Payload, c.Getenv)
}

// failUnknown answers an agent that is not known: by exit code 2, which most
// agents take for a deny.
func (c Call) failUnknown(err error) Reply {
	r := Reply{Answer: agents.Answer{Stderr: "grapnel: " + err.Error() + "\n"}}
	r.Outcome = hook.Outcome{Event: c.Event, Diagnostics: []hook.Diagnostic{failed(err)}}
	if c.OnFailure != hook.Allow {
		r.Answer.ExitCode, r.Outcome.Blocked, r.Outcome.Decision = 2, true, hook.Deny
	}
	return r
}

func failed(err error) hook.Diagnostic { return diag.Errorf("hook-call-failed", "%v", err) }

// answering is an answer in the making.
type answering struct {
	call  Call
	agent agents.Agent
	event agents.Event
	files []string
}

// fail answers although something is wrong with Grapnel or its configuration.
func (a answering) fail(err error) Reply {
	reason := "grapnel: " + err.Error()
	out := hook.Outcome{Event: a.event.Name, Diagnostics: []hook.Diagnostic{failed(err)}}
	switch {
	case a.call.OnFailure == hook.Allow:
		return a.reply(agents.Answer{Stderr: reason + "\n"}, out)
	case a.call.OnFailure == hook.Ask && a.event.Kind.PrecedesOperation():
		out.Decision, out.Reason = hook.Ask, reason
		return a.say(out)
	}
	if a.event.Kind.PrecedesOperation() {
		out.Decision, out.Blocked, out.Reason = hook.Deny, true, reason
	}
	return a.reply(a.agent.Fail(a.event, reason), out)
}

// run runs the hooks.
func (a answering) run(ctx context.Context) Reply {
	session, err := a.session()
	if err != nil {
		return a.fail(err)
	}
	place := agents.Place{Home: a.call.Home, Project: session.Dir, Getenv: a.call.Getenv}
	env := dialect.Environment{Project: session.Dir, Home: a.call.Home, Getenv: a.call.Getenv, Files: a.call.Configs, Agent: a.agent.Name}
	configured := Load(env, func(contract, path string) bool {
		return len(env.Files) == 0 && (contract == a.agent.Runs || a.agent.ReadsItself(path, place))
	})
	a.files = configured.Files
	if configured.Err != nil {
		return a.fail(configured.Err)
	}
	session.Dir = configured.Environment.Project
	parts, wait, err := configured.parts(a.event, session, a.call.OnFailure)
	if err != nil {
		return a.fail(err)
	}
	out := a.fire(ctx, parts, session)
	out.Diagnostics = append(configured.Diagnostics, out.Diagnostics...)
	if err := machineError(out); err != nil && a.call.OnFailure != hook.Allow && a.event.Kind.PrecedesOperation() && !out.Blocked {
		return a.fail(err)
	}
	return a.report(out, wait)
}

// session is what hooks are told about the session. They run in its directory.
func (a answering) session() (hook.Session, error) {
	s := a.event.Session
	s.Agent = a.agent.Name
	dir, err := filepath.Abs(s.Dir)
	if err != nil {
		return s, fmt.Errorf("find the directory of the session: %w", err)
	}
	s.Dir = dir
	return s, nil
}

// fire fires the event at all parts.
func (a answering) fire(ctx context.Context, parts []joint.Part, session hook.Session) hook.Outcome {
	for _, part := range parts {
		defer part.Engine.Close()
	}
	// Hooks inherit it. Nobody else runs in this process.
	if err := os.Setenv(DepthVariable, "1"); err != nil {
		return hook.Outcome{Blocked: true, Decision: hook.Deny, Reason: err.Error()}
	}
	extra := hook.Object{}
	extra.SetText("permission_mode", a.event.PermissionMode)
	return joint.Fire(ctx, parts, joint.Event{
		Name: a.event.Name, Kind: a.event.Kind, Agent: a.agent.Name, Tools: a.agent.Tools(),
		Session: session, Data: a.event.Data, Extra: extra,
	})
}

// machineError says that a hook could not run for a reason that is this
// machine's and not its own; nil if there is none.
func machineError(out hook.Outcome) error {
	for _, d := range out.Diagnostics {
		if d.Code == engine.MachineError {
			return fmt.Errorf("%s", d.Problem)
		}
	}
	return nil
}

// report adds to an outcome what waits for the user's approval, and says it all.
// A guard that was approved and changed has not agreed: it counts as one that
// failed. The user is told once; the journal every time.
func (a answering) report(out hook.Outcome, wait []waiting) Reply {
	var names []string
	for _, w := range wait {
		out.Untrusted = append(out.Untrusted, w.name)
		out.Diagnostics = append(out.Diagnostics, diag.Warnf(config.Untrusted, "%v", w).Fixf("run: grapnel trust").Of(hook.NoHook))
		names = append(names, w.name)
		if decision := a.call.OnFailure; w.changed && decision != hook.NoDecision && a.event.Kind.PrecedesOperation() && decision.Outranks(out.Decision) {
			out.Decision, out.Blocked, out.Reason = decision, decision == hook.Deny, w.String()
		}
	}
	text := fmt.Sprintf("grapnel: hooks of this project wait for your approval: %s; run: grapnel trust", strings.Join(names, ", "))
	first := len(wait) > 0 && !out.Blocked && tellOnce(a.event.Session.Dir, text)
	if first {
		out.Messages = append(out.Messages, hook.Message{To: hook.ToUser, Kind: hook.WarningMessage, Text: text, Hook: hook.NoHook})
	}
	r := a.say(out)
	if first && r.Answer.ExitCode == 0 {
		r.Answer.Stderr += text + "\n"
	}
	return r
}

// say says an outcome to the agent, and keeps what was lost on the way.
func (a answering) say(out hook.Outcome) Reply {
	said, losses := a.agent.Out(a.event, out, agents.Policy{})
	for _, loss := range losses {
		out.Diagnostics = append(out.Diagnostics, lost(a.agent, loss))
	}
	return a.reply(said, out)
}

// lost says what the agent could not be told as hooks meant it.
func lost(agent agents.Agent, loss agents.Loss) hook.Diagnostic {
	what := "was said in another way"
	switch loss.Choice {
	case agents.DenyThen:
		what = "became a deny"
	case agents.DropThen:
		what = "was dropped"
	}
	return diag.Infof("degraded", "%s: %s %s: %s", agent.Product, loss.Effect, what, loss.How).Of(hook.NoHook)
}

func (a answering) reply(said agents.Answer, out hook.Outcome) Reply {
	ev := hook.Event{
		Type:    hook.EventType{Name: a.event.Name, Kind: a.event.Kind, Subject: "tool_name"},
		Session: a.event.Session, Fields: hook.Object{},
	}
	ev.Session.Agent = a.agent.Name
	if members, _, err := jsonx.ParseObject(a.event.Payload); err == nil {
		ev.Fields = members
	}
	ev.Fields.SetText("tool_name", a.event.Data.Tool)
	return Reply{Answer: said, Event: ev, Outcome: out, Files: a.files}
}
