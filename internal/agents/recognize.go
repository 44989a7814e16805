package agents

import (
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
)

// Signs tell the payloads of an agent from those of others. The environment is
// the weakest sign: an agent that another one started inherits it.
type Signs struct {
	// Transcript is a part of the path of its transcripts.
	Transcript string
	// Fields are members that only its payloads have all of, and Without those
	// that they do not have.
	Fields, Without []string
	// Variables are those that it sets for its hooks.
	Variables []string
}

// How much a sign counts.
const (
	byVariable   = 1
	byFields     = 2
	byTranscript = 4
)

// Recognize returns how sure it is that a payload is this agent's: 0 if nothing
// speaks for it, or if the payload names an event that the agent does not have.
func (a Agent) Recognize(payload hook.Object, getenv func(string) string) (certainty int) {
	if name, ok := payload.String("hook_event_name"); ok {
		if _, known := a.Kind(name); !known {
			return 0
		}
	}
	transcript, _ := payload.String("transcript_path")
	if a.Signs.Transcript != "" && strings.Contains(strings.ReplaceAll(transcript, `\`, "/"), a.Signs.Transcript) {
		certainty += byTranscript
	}
	if a.Signs.inFields(payload) {
		certainty += byFields
	}
	for _, name := range a.Signs.Variables {
		if getenv(name) != "" {
			return certainty + byVariable
		}
	}
	return certainty
}

func (s Signs) inFields(payload hook.Object) bool {
	for _, field := range s.Fields {
		if _, ok := payload[field]; !ok {
			return false
		}
	}
	for _, field := range s.Without {
		if payload.Has(field) {
			return false
		}
	}
	return len(s.Fields) > 0
}
