package llxprt

import (
	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/dialect/kit"
	"github.com/grapnel-hooks/grapnel/llm"
)

// Fields gives a host's data the contract's field names.
func (Dialect) Fields(kind hook.Kind, d hook.Data) hook.Object {
	f := kit.Fields(kind, d)
	switch kind {
	case hook.ModelBefore, hook.ToolSelection:
		f["llm_request"] = kit.OrEmptyObject(d.LLMRequest)
	case hook.ModelAfter:
		f["llm_request"] = kit.OrEmptyObject(d.LLMRequest)
		f["llm_response"] = kit.OrEmptyObject(d.LLMResponse)
	case hook.AgentStop:
		f.Set("prompt", d.Prompt)
		f.Set("prompt_response", d.Response)
	case hook.SessionEnd:
		f.Set("reason", d.Reason)
	}
	return f
}

// fieldOrder is the order in which a reader expects the event's own fields.
var fieldOrder = []string{
	"timestamp", "tool_name", "tool_input", "tool_response", "llm_request", "llm_response",
	"prompt", "prompt_response", "stop_hook_active", "source", "reason", "trigger",
}

// Input writes the event as one line of JSON, base fields first.
func (d Dialect) Input(ev hook.Event) (stdin []byte, env []string) {
	env = d.Contract.Variables(ev)
	for _, name := range d.Contract.ProjectVariables {
		env = append(env, name+"="+ev.Session.Dir)
	}
	return kit.Line(kit.WithTimestamp(kit.Base(ev), ev), ev.Fields, fieldOrder), env
}

// NextEvent feeds a hook's changes to the next hook of a sequential plan.
func (d Dialect) NextEvent(ev hook.Event, understood any) hook.Event {
	said, ok := understood.(*meaning)
	if !ok {
		return ev
	}
	changed := hook.Object{}
	switch ev.Type.Kind {
	case hook.ToolBefore:
		if said.toolInput != nil {
			input, _ := ev.Fields.Object("tool_input")
			changed["tool_input"] = d.Contract.newInput(input, said.toolInput).Raw()
		}
	case hook.ModelBefore:
		if said.request != nil {
			request, _ := ev.Fields.Object("llm_request")
			changed["llm_request"] = hook.Object(llm.OverlayRequest(request, said.request)).Raw()
		}
	case hook.PromptSubmit:
		if text := said.AdditionalContext(); text != "" {
			prompt, _ := ev.Fields.String("prompt")
			changed.Set("prompt", prompt+"\n\n"+text)
		}
	}
	ev.Fields = ev.Fields.Overlay(changed)
	return ev
}

// newInput is a tool's input after a hook has changed it.
func (c *Contract) newInput(old, given hook.Object) hook.Object {
	if c.WholeInput {
		return given
	}
	return old.Overlay(given)
}
