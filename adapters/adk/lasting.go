package adk

import (
	"slices"

	"github.com/grapnel-hooks/grapnel/internal/jsonx"
	"github.com/grapnel-hooks/grapnel/llm"
)

// What hooks said to a model is part of the conversation from then on. ADK makes
// the contents of every request anew from the events of the session, where it is
// not, so it is put back into its place each time.

// lasting is what hooks have added to the contents of a request.
type lasting struct {
	at       int    // how many contents came before
	after    string // the JSON of the last of them: it tells whether the place is still there
	contents []llm.Content
}

// newLasting returns what was added at the end of contents.
func newLasting(before, added []llm.Content) lasting {
	return lasting{at: len(before), after: fingerprint(before, len(before)), contents: added}
}

// fingerprint identifies a place in a conversation by what comes before it.
func fingerprint(contents []llm.Content, at int) string {
	if at == 0 || at > len(contents) {
		return ""
	}
	raw, err := jsonx.Marshal(contents[at-1])
	if err != nil {
		return ""
	}
	return string(raw)
}

// keep remembers what the model of an agent has read.
func (a *additions) keep(s speaker, added lasting) {
	if len(added.contents) == 0 {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.kept == nil {
		a.kept = make(map[speaker][]lasting)
	}
	a.kept[s] = append(a.kept[s], added)
}

// remembers reports whether restore has anything to put back.
func (a *additions) remembers(s speaker) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.kept[s]) > 0
}

// restore returns a request with what earlier ones had of hooks, each in its
// place. What was added to a part of the conversation that is gone is gone too.
func (a *additions) restore(s speaker, request *llm.Request) *llm.Request {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.kept[s]) == 0 {
		return request
	}
	restored := *request
	restored.Contents = slices.Clone(request.Contents)
	for _, k := range slices.Backward(a.kept[s]) { // so that places do not move
		if k.at > 0 && k.at <= len(request.Contents) && fingerprint(request.Contents, k.at) == k.after {
			restored.Contents = slices.Insert(restored.Contents, k.at, k.contents...)
		}
	}
	return &restored
}
