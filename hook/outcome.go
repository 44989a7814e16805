package hook

import (
	"encoding/json"
	"slices"
)

// Decision is what hooks say about the operation at hand.
type Decision string

// NoDecision is the zero value: the operation goes on as if nobody was asked.
const (
	NoDecision Decision = ""
	Allow      Decision = "allow"
	Deny       Decision = "deny"
	Ask        Decision = "ask"
)

// strengths of decisions, from the weakest to the strongest.
var strengths = []Decision{NoDecision, Allow, Ask, Deny}

// Outranks reports whether d stands where two hooks decide differently: a deny
// is undone by nothing, an ask by a deny alone.
func (d Decision) Outranks(other Decision) bool {
	return slices.Index(strengths, d) > slices.Index(strengths, other)
}

// Outcome is what all hooks of one event together mean: what the host applies.
// Its JSON form is the outcome document of `grapnel fire`.
//
// Health (Success) and policy (Decision, Blocked, Stop) are independent: a hook
// may fail without an opinion, and a hook that denies by exit code counts as
// not successful. Hosts act on policy only.
type Outcome struct {
	Event          string          `json:"event"`
	Dialect        string          `json:"dialect"`
	Decision       Decision        `json:"decision"`
	Blocked        bool            `json:"blocked"` // the operation must not happen
	Reason         string          `json:"reason"`
	Stop           bool            `json:"stop"` // the agent loop ends
	StopReason     string          `json:"stopReason"`
	SuppressOutput bool            `json:"suppressOutput"`
	ToolInput      json.RawMessage `json:"toolInput,omitempty"`   // if rewritten: the complete object
	LLMRequest     json.RawMessage `json:"llmRequest,omitempty"`  // if rewritten: complete, stable format
	LLMResponse    json.RawMessage `json:"llmResponse,omitempty"` // if given: synthetic or rewritten
	ToolResult     json.RawMessage `json:"toolResult,omitempty"`  // if rewritten: what the model gets instead
	Untrusted      []string        `json:"untrusted,omitempty"`   // names of what waits for the user's approval
	ToolConfig     *ToolConfig     `json:"toolConfig,omitempty"`  // if tools are restricted
	Context        []Context       `json:"context"`
	Messages       []Message       `json:"messages"`
	Output         Object          `json:"output"` // merged, in the dialect's own keys
	Success        bool            `json:"success"`
	DurationMs     float64         `json:"durationMs"`
	Hooks          []Result        `json:"hooks"`
	Diagnostics    []Diagnostic    `json:"diagnostics"`
}

// Proceed returns the outcome of an event that no hook had a word in.
func Proceed(event, dialect string) Outcome {
	return Outcome{Event: event, Dialect: dialect, Success: true}
}

// ToolConfig restricts which tools the model may call: AUTO lets it choose,
// ANY makes it call one, NONE forbids all.
type ToolConfig struct {
	Mode string `json:"mode,omitempty"`
	// AllowedFunctionNames is nil for no restriction by name; an empty list
	// allows nothing.
	AllowedFunctionNames []string `json:"allowedFunctionNames,omitzero"`
}

// Placement says where a context text goes.
type Placement string

// The places a context text can go to.
const (
	InToolResult  Placement = "tool_result"
	InUserMessage Placement = "user_message"
	InNextTurn    Placement = "next_turn"
	InPrompt      Placement = "prompt"
	InSession     Placement = "session"
)

// Context is text that a hook adds to what the model reads.
type Context struct {
	Text      string    `json:"text"`
	Placement Placement `json:"placement"`
	Hook      int       `json:"hook"` // index into Outcome.Hooks
}

// Recipient is who reads a message.
type Recipient string

// The recipients of messages.
const (
	ToModel Recipient = "model"
	ToUser  Recipient = "user"
)

// MessageKind says what a message is.
type MessageKind string

// The kinds of messages.
const (
	SystemMessage  MessageKind = "system"
	ReasonMessage  MessageKind = "reason"
	WarningMessage MessageKind = "warning"
	ErrorMessage   MessageKind = "error"
	StopMessage    MessageKind = "stop"
)

// Message is text for the model or the user.
type Message struct {
	To   Recipient   `json:"to"`
	Kind MessageKind `json:"kind"`
	Text string      `json:"text"`
	Hook int         `json:"hook"` // index into Outcome.Hooks
}

// Status is how one hook's run ended.
type Status string

// Blocked and BadOutput are about the answer, the others about the process.
const (
	StatusOK         Status = "ok"
	StatusBlocked    Status = "blocked"
	StatusFailed     Status = "failed"
	StatusTimeout    Status = "timeout"
	StatusKilled     Status = "killed"
	StatusSpawnError Status = "spawn_error"
	StatusBadOutput  Status = "bad_output"
	StatusSkipped    Status = "skipped"
)

// Result is what became of one planned hook.
type Result struct {
	Name       string  `json:"name"`
	Type       string  `json:"type"`
	Command    string  `json:"command"`
	Source     Source  `json:"source"`
	Origin     string  `json:"origin"`
	Status     Status  `json:"status"`
	Success    bool    `json:"success"` // it ran and exited 0
	ExitCode   int     `json:"exitCode"`
	Signal     string  `json:"signal"`
	StartMs    float64 `json:"startMs"` // when it began, counted from the event
	DurationMs float64 `json:"durationMs"`
	Stdout     string  `json:"stdout"`
	Stderr     string  `json:"stderr"`
	Output     Object  `json:"output"` // what it said, in the dialect's own keys
	Error      string  `json:"error"`

	// Decision and Reason are the hook's own, where its dialect keeps such
	// records. Reason is for reading, like Stdout and Stderr; the outcome has
	// the one to act on.
	Decision Decision `json:"decision,omitempty"`
	Reason   string   `json:"reason,omitempty"`
	// Observed says that the hook only observes: Decision is what it would
	// have meant.
	Observed bool `json:"observed,omitempty"`
	// Redacted says that secrets were removed from this record, the other two
	// that it shows only the beginning of a stream.
	Redacted        bool `json:"redacted,omitempty"`
	StdoutTruncated bool `json:"stdoutTruncated,omitempty"`
	StderrTruncated bool `json:"stderrTruncated,omitempty"`
}
