package adk

import (
	"slices"
	"sync"

	"google.golang.org/adk/v2/model"
	"google.golang.org/genai"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/apply"
	"github.com/grapnel-hooks/grapnel/llm"
)

// additions are what hooks add to a session: to the requests of its agents, and
// to what its user is told. They outlive its runs: what is said at the end of one
// is read at the beginning of the next.
type additions struct {
	mu       sync.Mutex
	standing []string              // for the instruction of every request
	waiting  map[speaker][]*remark // for the next request of an agent
	kept     map[speaker][]lasting // what an agent's model has read
	notes    []string              // for the user, with the next event
}

// remark is something that hooks want a model to read beside the matter itself.
type remark struct {
	text      string
	placement hook.Placement // "" if it is a system message
	call      string         // the tool call it is about, or ""
}

// set replaces what every instruction gets.
func (a *additions) set(standing []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.standing = standing
}

// instruct adds to the instruction of a request what every one gets.
func (a *additions) instruct(req *model.LLMRequest) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.standing) == 0 {
		return
	}
	config := genai.GenerateContentConfig{}
	if req.Config != nil {
		config = *req.Config // the agent's own stays what it is
	}
	config.SystemInstruction = extend(config.SystemInstruction, textParts(a.standing))
	req.Config = &config
}

// add has remarks wait for the next request of an agent.
func (a *additions) add(s speaker, remarks ...*remark) {
	if len(remarks) == 0 {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.waiting == nil {
		a.waiting = make(map[speaker][]*remark)
	}
	a.waiting[s] = append(a.waiting[s], remarks...)
}

// note has system messages wait for the next request of an agent.
func (a *additions) note(s speaker, texts ...string) {
	for _, text := range texts {
		a.add(s, &remark{text: text})
	}
}

// due returns what waits for an agent's request. Tools may have run at the same
// time; what hooks said about them comes in the order of these calls.
func (a *additions) due(s speaker, calls []string) []*remark {
	a.mu.Lock()
	defer a.mu.Unlock()
	due := slices.Clone(a.waiting[s])
	slices.SortStableFunc(due, func(x, y *remark) int {
		return slices.Index(calls, x.call) - slices.Index(calls, y.call)
	})
	return due
}

// done forgets remarks that the model has read.
func (a *additions) done(s speaker, read []*remark) {
	a.mu.Lock()
	defer a.mu.Unlock()
	left := slices.DeleteFunc(a.waiting[s], func(r *remark) bool { return slices.Contains(read, r) })
	if len(left) == 0 {
		delete(a.waiting, s)
		return
	}
	a.waiting[s] = left
}

// tell has the user told something.
func (a *additions) tell(notes []string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, note := range notes {
		if !slices.Contains(a.notes, note) {
			a.notes = append(a.notes, note)
		}
	}
}

// told returns what the user is to be told, once.
func (a *additions) told() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	notes := a.notes
	a.notes = nil
	return notes
}

// sorted returns remarks as a request gets them, as in [host.Session]: messages
// of their own and one block of context, as contents; and system messages.
func sorted(remarks []*remark) (contents []llm.Content, system []string) {
	var block []string
	for _, r := range remarks {
		switch r.placement {
		case "":
			system = append(system, r.text)
		case hook.InNextTurn:
			block = append(block, r.text)
		default:
			contents = append(contents, apply.UserContent(r.text))
		}
	}
	if len(block) > 0 {
		contents = append(contents, apply.UserContent(apply.ContextBlock(block)))
	}
	return contents, system
}

// extend returns a content with more parts.
func extend(content *genai.Content, parts []*genai.Part) *genai.Content {
	longer := genai.Content{}
	if content != nil {
		longer = *content
	}
	longer.Parts = slices.Concat(longer.Parts, parts)
	return &longer
}

func textParts(texts []string) []*genai.Part {
	parts := make([]*genai.Part, len(texts))
	for i, text := range texts {
		parts[i] = genai.NewPartFromText(text)
	}
	return parts
}
