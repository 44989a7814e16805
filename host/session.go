package host

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/apply"
	"github.com/grapnel-hooks/grapnel/llm"
)

// Tool is something the model can call.
type Tool struct {
	Name        string
	Description string
	Parameters  json.RawMessage // a JSON Schema object; nil if there are none
	Run         ToolFunc
}

// NoteKind says what a Note is.
type NoteKind string

// The kinds of notes to the user.
const (
	NoteAnswer NoteKind = "answer" // a piece of what the model says
	NoteTool   NoteKind = "tool"   // the result of a tool
	NoteStop   NoteKind = "stop"   // why a hook ended the loop
	NoteInfo   NoteKind = "info"   // anything else the host has to say
)

// Note is something the user is shown.
type Note struct {
	Kind NoteKind
	Tool string // whose result it is
	Text string
}

// Options configure a Session.
type Options struct {
	Hooks *grapnel.System
	Model Model
	// ModelName, Instruction and Config go into every request.
	ModelName   string
	Instruction string
	Config      map[string]json.RawMessage
	Tools       []Tool
	// MaxTurns is how often the model is called for one prompt; 0 means 50.
	MaxTurns int
	// MaxHistory is how many contents the conversation may have before its
	// oldest turns are dropped; 0 means no limit.
	MaxHistory int
	// Parallel is how many tools run at the same time; 0 means 8.
	Parallel int
	// ToUser, if set, gets what the user is shown. Calls do not overlap.
	ToUser func(Note)
	// ToModel, if set, gets every request as it leaves for the model.
	ToModel func(*llm.Request)
	// Ask, if set, asks the user about tool calls that a hook wants confirmed;
	// see [Scheduler.Ask]. Calls may overlap.
	Ask AskFunc
	// MaxContinuations is how often in a row hooks may keep the agent from
	// stopping; 0 means 8.
	MaxContinuations int
	// Live shows answers while they stream in; see [Chat.Live].
	Live bool
	// Drain is how long the hooks of lifecycle events may go on running when
	// the session is closed; 0 means 10 seconds. Then they are told to end,
	// and 5 seconds later killed.
	Drain time.Duration
}

const (
	defaultTurns         = 50
	defaultContinuations = 8
	defaultDrain         = 10 * time.Second
)

// Session is an agent: it takes a prompt, calls the model, runs the tools the
// model calls, and goes on until the model is done or a hook stops it. One
// prompt is worked on at a time.
type Session struct {
	options   Options
	tools     map[string]ToolFunc
	declared  json.RawMessage // the tools as the model is told of them
	chat      Chat
	scheduler Scheduler
	lifecycle *apply.Lifecycle
	history   []llm.Content
	prompts   []int    // where in the history the user's prompts are
	context   []string // what hooks said at the start, for the instruction
	nextTurn  []string // what hooks said at tools, for the next request
	started   bool
	telling   sync.Mutex
}

// NewSession returns a session. It is to be closed. It reads the configuration
// of the hooks; the user is told at once if hooks are missing because of an error
// in it.
func NewSession(o Options) (*Session, error) {
	if o.Model == nil {
		return nil, errors.New("host: a session needs a model")
	}
	if o.MaxTurns <= 0 {
		o.MaxTurns = defaultTurns
	}
	if o.MaxContinuations <= 0 {
		o.MaxContinuations = defaultContinuations
	}
	if o.Drain <= 0 {
		o.Drain = defaultDrain
	}
	s := &Session{options: o, tools: make(map[string]ToolFunc)}
	s.lifecycle = apply.NewLifecycle(o.Hooks, s.hearInBackground)
	for _, tool := range o.Tools {
		if _, twice := s.tools[tool.Name]; twice || tool.Name == "" || tool.Run == nil {
			return nil, fmt.Errorf("host: tool %q has no name or function, or exists twice", tool.Name)
		}
		s.tools[tool.Name] = tool.Run
	}
	declared, err := declare(o.Tools)
	if err != nil {
		return nil, fmt.Errorf("host: declare tools: %w", err)
	}
	s.declared = declared
	s.chat.Hooks, s.chat.Model, s.chat.Live = o.Hooks, observed{o.Model, o.ToModel}, o.Live
	s.chat.Show = func(text string) { s.tell(Note{Kind: NoteAnswer, Text: text}) }
	s.scheduler = Scheduler{
		Hooks: o.Hooks, Ask: o.Ask, OnAsk: s.lifecycle.Fire, Limit: o.Parallel, Publish: s.showResult,
		Tool: func(name string) ToolFunc { return s.tools[name] },
	}
	if err := o.Hooks.Initialize(); err != nil {
		s.tell(Note{Kind: NoteInfo, Text: "Some hooks do not run: " + err.Error()})
	}
	return s, nil
}

// Answer is what came of a prompt.
type Answer struct {
	Text string // what the model said last
	// Suppressed says that hooks do not want the user to be shown Text.
	Suppressed   bool
	Turns        int // model calls, including those that hooks answered
	Stop         Stop
	Rejected     bool   // hooks did not let the prompt through
	Blocked      bool   // hooks blocked the last model call, and gave no answer
	Reason       string // why it was rejected or blocked
	LimitReached bool   // the turn limit ended it
	// Diagnostics are what was wrong with the hooks of all events of this
	// prompt, each once, for whoever maintains them.
	Diagnostics []hook.Diagnostic
}

// diagnose adds diagnostics that the answer does not have yet.
func (a *Answer) diagnose(list []hook.Diagnostic) {
	for _, d := range list {
		if !slices.Contains(a.Diagnostics, d) {
			a.Diagnostics = append(a.Diagnostics, d)
		}
	}
}

// Prompt works on a prompt until the model calls no more tools, a hook stops
// the agent, or the turn limit is reached. An error means that the model
// failed or ctx was done. The conversation then ends with what was said last,
// and Prompt can be called again.
func (s *Session) Prompt(ctx context.Context, prompt string) (Answer, error) {
	var answer Answer
	out, err := s.start(ctx, &answer)
	if err == nil && !out.Stop {
		out, err = s.submit(ctx, prompt, &answer)
	}
	answer.Rejected, answer.Stop = out.Blocked || out.Stop, stopOf(out)
	if answer.Rejected {
		answer.Reason = out.Reason
	}
	if err == nil && !answer.Rejected {
		err = s.work(ctx, prompt, &answer)
	}
	if err != nil {
		return answer, err
	}
	s.tellStop(answer)
	return answer, nil
}

func stopOf(out hook.Outcome) Stop { return Stop(apply.StopOf(out)) }

func (s *Session) tellStop(answer Answer) {
	switch {
	case answer.Stop.Stopped:
		s.tell(Note{Kind: NoteStop, Text: answer.Stop.Text()})
	case answer.LimitReached:
		s.tell(Note{Kind: NoteInfo, Text: fmt.Sprintf("Stopped after %d turns.", answer.Turns)})
	}
}

// work runs the loop, again and again if hooks do not let the agent stop. Where
// a hook or the turn limit has ended the loop, hooks are told, but cannot make
// it go on.
func (s *Session) work(ctx context.Context, prompt string, answer *Answer) error {
	for continuations := 0; ; continuations++ {
		if err := s.loop(ctx, answer); err != nil {
			return err
		}
		ended := answer.Stop.Stopped || answer.LimitReached
		out, err := s.fire(ctx, hook.Finish(prompt, answer.Text, continuations > 0), answer)
		if ended || err != nil {
			return err
		}
		answer.Stop = stopOf(out)
		if !out.Blocked { // a stop has undone any block
			return nil
		}
		if continuations >= s.options.MaxContinuations {
			answer.diagnose([]hook.Diagnostic{s.tellStopLimit(continuations)})
			return nil
		}
		s.say(out.Reason)
	}
}

// loop calls the model and the tools in turn.
func (s *Session) loop(ctx context.Context, answer *Answer) error {
	for answer.Turns < s.options.MaxTurns {
		s.compact(ctx, answer)
		if answer.Stop.Stopped {
			return nil
		}
		s.addContext()
		reply, err := s.chat.Send(ctx, s.request())
		if err != nil {
			return err
		}
		s.take(reply, answer)
		calls := s.remember(reply.Response)
		if answer.Stop.Stopped || len(calls) == 0 {
			s.refuse(calls)
			return nil
		}
		results, stop := s.scheduler.Run(ctx, calls, reply.Allows)
		s.deliver(results, answer)
		if err := ctx.Err(); err != nil {
			return err
		}
		if stop.Stopped {
			answer.Stop = stop
			return nil
		}
	}
	answer.LimitReached = true
	return nil
}

// take takes in what came of a model call.
func (s *Session) take(reply Reply, answer *Answer) {
	answer.Turns++
	answer.Text, answer.Suppressed, answer.Stop = reply.Response.Text(), reply.Suppressed, reply.Stop
	answer.Blocked, answer.Reason = reply.Blocked && len(reply.Response.Candidates) == 0, ""
	if answer.Blocked {
		answer.Reason = reply.Reason
	}
	if answer.Blocked && !answer.Stop.Stopped {
		s.tell(Note{Kind: NoteInfo, Text: "A hook blocked the model call: " + reply.Reason})
	}
	answer.diagnose(reply.Diagnostics)
	s.history = append(s.history, reply.Added...)
}

// request is the conversation so far, as a request.
func (s *Session) request() *llm.Request {
	request := &llm.Request{
		Model:    s.options.ModelName,
		Contents: slices.Clone(s.history),
		Config:   s.options.Config,
		Tools:    s.declared,
	}
	if text := strings.TrimSpace(s.options.Instruction + "\n\n" + strings.Join(s.context, "\n\n")); text != "" {
		request.SystemInstruction = &llm.Content{Parts: []llm.Part{llm.TextPart(text)}}
	}
	return request
}

// remember adds the model's answer to the conversation and returns the tool
// calls in it.
func (s *Session) remember(response *llm.Response) []Call {
	if len(response.Candidates) == 0 || len(response.Candidates[0].Content.Parts) == 0 {
		return nil
	}
	content := response.Candidates[0].Content
	if content.Role == "" {
		content.Role = llm.RoleModel
	}
	s.history = append(s.history, content)
	var calls []Call
	for _, c := range content.Calls() {
		calls = append(calls, Call{ID: c.ID, Name: c.Name, Args: c.Args})
	}
	return calls
}

// refuse answers calls that will not run, because a conversation with an
// unanswered call cannot go on.
func (s *Session) refuse(calls []Call) {
	var results []Completed
	for _, c := range calls {
		results = append(results, Completed{c, failure(ErrorBlocked, apply.HookStopped)})
	}
	if len(results) > 0 {
		s.history = append(s.history, resultContent(results))
	}
}

// History returns the conversation so far, as the model will see it.
func (s *Session) History() []llm.Content {
	return slices.Clone(s.history)
}

// Notify fires the notification event, for instance when the agent waits for the
// user. That a hook wants the user to confirm a tool call is notified by itself.
func (s *Session) Notify(kind, message string, details json.RawMessage) {
	s.lifecycle.Fire(hook.Notify(kind, message, details))
}

// Close ends the session. It waits for the hooks of lifecycle events, and ends
// those that are still running after Options.Drain.
func (s *Session) Close() {
	if s.started {
		s.lifecycle.Fire(hook.End("exit"))
	}
	s.lifecycle.Close(s.options.Drain)
}

// showResult shows the user the result of a tool.
func (s *Session) showResult(c Completed) {
	if !c.Result.SuppressDisplay {
		s.tell(Note{Kind: NoteTool, Tool: c.Call.Name, Text: c.Result.ReturnDisplay})
	}
	for _, text := range c.Result.Notes {
		s.tell(Note{Kind: NoteInfo, Tool: c.Call.Name, Text: text})
	}
}

// tell shows the user something. Hooks that run in the background have something
// to say too, so it is one at a time.
func (s *Session) tell(note Note) {
	s.telling.Lock()
	defer s.telling.Unlock()
	if s.options.ToUser != nil {
		s.options.ToUser(note)
	}
}
