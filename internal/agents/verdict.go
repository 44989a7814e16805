package agents

import (
	"cmp"
	"encoding/json"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
)

// Verdict is an outcome as an agent can be told it: only what the agent can do
// at the event. A deny stands alone but for a stop: Reason then has all that the
// model is to read.
type Verdict struct {
	Deny     bool
	Ask      bool
	Allow    bool
	Continue bool
	Reason   string // of any of those; never blank with a deny, an ask or a continue

	Input   json.RawMessage // the tool's new input, complete
	Context string
	Message string // for the user

	Stop       bool
	StopReason string // never blank with a stop

	Request  json.RawMessage
	Response json.RawMessage
	Select   *hook.ToolConfig
}

// Choice is what to do instead of something that an agent cannot do.
type Choice string

// The choices.
const (
	ByDefault  Choice = ""
	DenyThen   Choice = "deny" // where there is something to deny
	DropThen   Choice = "drop"
	defaultWhy        = "Blocked by a hook."
)

// Policy says what to do when an agent cannot do what hooks say: the values of
// policy.degrade in the native file.
type Policy struct{ Rewrite, Ask, Context, Stop Choice }

func (p Policy) choice(effect Effect) Choice {
	switch effect {
	case Rewrite:
		return cmp.Or(p.Rewrite, DenyThen)
	case Ask:
		return cmp.Or(p.Ask, DenyThen)
	case Stop:
		return cmp.Or(p.Stop, DenyThen)
	case Context:
		return cmp.Or(p.Context, DropThen)
	}
	return DropThen
}

// Loss is something that hooks said and the agent cannot do as they meant it.
type Loss struct {
	Effect Effect
	How    string // what was done instead, or why nothing was
	Choice Choice // what the policy chose; ByDefault if the agent was told, in another way
}

// Out says an outcome to the agent, in the form that it obeys. The losses are
// for the journal.
func (a Agent) Out(e Event, out hook.Outcome, policy Policy) (Answer, []Loss) {
	v, losses := a.judge(e, out, policy)
	return a.Say(e, v), losses
}

// Fail is the answer if Grapnel could not do its work at an event, of which no
// more than the name may be known, or not even that: a deny before an operation,
// and before what is not known. Elsewhere it says nothing but a line on stderr.
func (a Agent) Fail(e Event, reason string) Answer {
	kind, known := a.Kind(e.Name)
	if known && !kind.PrecedesOperation() {
		return Answer{Stderr: reason + "\n"}
	}
	if !known {
		e.Name, kind = a.nameOf(hook.ToolBefore), hook.ToolBefore
	}
	e.Agent, e.Kind = a.Name, kind
	return a.Say(e, Verdict{Deny: true, Reason: firstText(reason, defaultWhy)})
}

// nameOf returns a name by which the agent knows an event of a kind.
func (a Agent) nameOf(kind hook.Kind) string {
	for _, e := range a.Events {
		if e.Kind == kind {
			return e.Name
		}
	}
	return ""
}

// judge turns an outcome into what the agent can be told.
func (a Agent) judge(e Event, out hook.Outcome, policy Policy) (Verdict, []Loss) {
	// The order matters: each effect that cannot be had may become a deny, and
	// what a deny leaves room for is settled after that.
	j := judgement{agent: a, event: e, policy: policy, Verdict: wanted(e.Kind, out)}
	if len(j.Input) > 0 && !json.Valid(j.Input) {
		j.deny("The hooks' new input for the tool is not JSON.")
	}
	for _, effect := range []Effect{Ask, Rewrite, Stop, Allow, Continue, Request, Response, Select} {
		j.settle(effect)
	}
	if !j.Deny { // else it goes with the reason
		j.settle(Context)
	}
	if j.Deny {
		j.denyAlone()
	}
	j.settle(Message)
	j.settle(Deny)
	return j.Verdict, j.losses
}

// judgement is a verdict in the making.
type judgement struct {
	Verdict
	agent  Agent
	event  Event
	policy Policy
	losses []Loss
}

// settle takes an effect out of the verdict if the agent cannot do it, and
// denies instead if the policy says so.
func (j *judgement) settle(effect Effect) {
	if !j.wants(effect) {
		return
	}
	ability := j.agent.Can(j.event.Kind, effect)
	switch ability.Level {
	case Exact:
		return
	case Degraded:
		j.losses = append(j.losses, Loss{Effect: effect, How: ability.How})
		return
	}
	// After an operation there is nothing left to deny.
	choice := j.policy.choice(effect)
	if choice == DenyThen && j.event.Kind.PrecedesOperation() {
		j.deny(j.instead(effect))
	} else {
		choice = DropThen
	}
	how := cmp.Or(ability.How, j.agent.Product+" cannot do that here")
	j.losses = append(j.losses, Loss{Effect: effect, How: how, Choice: choice})
	j.drop(effect)
}

// instead is what the model reads where a deny takes the place of an effect.
func (j *judgement) instead(effect Effect) string {
	switch effect {
	case Ask:
		return j.Reason + "\n(" + j.agent.Product + " cannot ask its user here.)"
	case Rewrite:
		return advice(j.event, j.Input)
	case Context:
		return j.Context
	case Stop:
		return j.StopReason
	}
	return j.Reason
}

// wants reports whether an effect is in the verdict.
func (v *Verdict) wants(effect Effect) bool {
	switch effect {
	case Deny:
		return v.Deny
	case Ask:
		return v.Ask
	case Allow:
		return v.Allow
	case Rewrite:
		return v.Input != nil
	case Context:
		return v.Context != ""
	case Message:
		return v.Message != ""
	case Stop:
		return v.Stop
	case Continue:
		return v.Continue
	case Request:
		return v.Request != nil
	case Response:
		return v.Response != nil
	}
	return v.Select != nil
}

// drop takes an effect out of the verdict.
func (v *Verdict) drop(effect Effect) {
	switch effect {
	case Deny:
		v.Deny = false
	case Ask:
		v.Ask = false
	case Allow:
		v.Allow = false
	case Rewrite:
		v.Input = nil
	case Context:
		v.Context = ""
	case Message:
		v.Message = ""
	case Stop:
		v.Stop = false
	case Continue:
		v.Continue = false
	case Request:
		v.Request = nil
	case Response:
		v.Response = nil
	case Select:
		v.Select = nil
	}
}

// deny denies for one more reason.
func (j *judgement) deny(reason string) {
	if !j.Deny {
		j.Deny, j.Reason = true, ""
	}
	if j.Reason != reason {
		j.Reason = join(j.Reason, reason)
	}
}

// denyAlone leaves nothing beside a deny but a stop: agents drop an answer as a
// whole for a member that they do not expect beside it, and then the tool runs.
func (j *judgement) denyAlone() {
	j.Reason = firstText(join(j.Reason, j.Context), defaultWhy)
	if j.Message != "" {
		j.losses = append(j.losses, Loss{Effect: Message, How: "a deny stands alone", Choice: DropThen})
	}
	response := j.Response
	j.Verdict = Verdict{Deny: true, Reason: j.Reason, Stop: j.Stop, StopReason: j.StopReason}
	switch j.event.Kind {
	case hook.ModelBefore:
		j.Response = response // the answer that the agent gets instead of the model's
	case hook.PromptSubmit:
		j.Stop = false // without a prompt there is nothing to stop
	}
}

// wanted is all that an outcome wants, whoever can do it.
func wanted(kind hook.Kind, out hook.Outcome) Verdict {
	v := Verdict{
		Reason: out.Reason, Stop: out.Stop, StopReason: firstText(out.StopReason, out.Reason, "Stopped by a hook."),
		Request: out.LLMRequest, Response: out.LLMResponse, Select: out.ToolConfig,
	}
	denied := out.Blocked || out.Decision == hook.Deny
	switch {
	case denied && kind.PrecedesOperation():
		v.Deny, v.Reason = true, firstText(out.Reason, out.StopReason, defaultWhy)
	case out.Blocked && kind == hook.AgentStop && !out.Stop:
		v.Continue, v.Reason = true, firstText(out.Reason, defaultWhy)
	case kind == hook.ToolBefore:
		v.Ask, v.Allow = out.Decision == hook.Ask, out.Decision == hook.Allow
		v.Input = out.ToolInput
		if v.Ask {
			v.Reason = firstText(out.Reason, "A hook wants you to decide.")
		}
	}
	v.Context, v.Message = texts(kind, out)
	switch {
	case v.Continue:
		v.Reason, v.Context = join(v.Reason, v.Context), ""
	case denied && !v.Deny && Possible(kind, Context) && !strings.Contains(v.Context, out.Reason):
		v.Context = join(out.Reason, v.Context) // after the operation all that is left of a deny is its reason
	}
	return v
}

// firstText returns the first text that is not blank: agents ignore a deny whose
// reason is.
func firstText(texts ...string) string {
	for _, text := range texts {
		if strings.TrimSpace(text) != "" {
			return text
		}
	}
	return ""
}

// texts returns what the model and the user are to read. The reason of a deny
// is not among it.
func texts(kind hook.Kind, out hook.Outcome) (model, user string) {
	var forModel, forUser []string
	for _, c := range out.Context {
		forModel = append(forModel, c.Text)
	}
	for _, m := range out.Messages {
		switch {
		case m.To == hook.ToUser:
			forUser = append(forUser, m.Text)
		case m.Kind == hook.ReasonMessage && (kind.PrecedesOperation() || kind == hook.AgentStop), m.Kind == hook.StopMessage:
			// It is in Reason or StopReason.
		default:
			forModel = append(forModel, m.Text)
		}
	}
	return strings.Join(forModel, "\n"), strings.Join(forUser, "\n")
}

// advice tells the model the input that it should use itself, where the agent
// cannot be told.
func advice(e Event, input json.RawMessage) string {
	return "A hook changed this call. Make it again like this: " + e.Data.Tool + " " + string(input)
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n" + b
}
