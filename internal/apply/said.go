package apply

import (
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/llm"
)

// Stop says that hooks end the agent loop.
type Stop struct {
	Stopped bool
	Reason  string // for the user; may be empty
}

// StopOf returns whether an outcome ends the agent loop.
func StopOf(out hook.Outcome) Stop {
	return Stop{Stopped: out.Stop, Reason: out.StopReason}
}

// JoinStops returns what several outcomes of one turn, in the order of its calls,
// mean together: one stop is enough, and the user reads all reasons.
func JoinStops(stops []Stop) Stop {
	var all Stop
	var reasons []string
	for _, s := range stops {
		all.Stopped = all.Stopped || s.Stopped
		if s.Stopped && s.Reason != "" {
			reasons = append(reasons, s.Reason)
		}
	}
	all.Reason = strings.Join(reasons, "\n")
	return all
}

// UserMessages returns what hooks have to say to the user. A stop reason is not
// among them: it is said when the loop ends.
func UserMessages(out hook.Outcome) []string {
	return messages(out, func(m hook.Message) bool {
		return m.To == hook.ToUser && m.Kind != hook.StopMessage
	})
}

// SystemMessages returns what hooks want the model to read beside the matter
// itself: system messages, and warnings of hooks that failed.
func SystemMessages(out hook.Outcome) []string {
	return messages(out, func(m hook.Message) bool {
		return m.To == hook.ToModel && (m.Kind == hook.SystemMessage || m.Kind == hook.WarningMessage)
	})
}

func messages(out hook.Outcome, want func(hook.Message) bool) []string {
	var texts []string
	for _, m := range out.Messages {
		if want(m) {
			texts = append(texts, m.Text)
		}
	}
	return texts
}

// system marks system messages as what they are.
func system(texts []string) string { return "[System] " + strings.Join(texts, "\n") }

// SystemContents returns system messages as they stand in a conversation, whose
// only roles are user and model: as one content, or none without messages.
func SystemContents(texts []string) []llm.Content {
	if len(texts) == 0 {
		return nil
	}
	return []llm.Content{UserContent(system(texts))}
}

// UserContent returns a text on behalf of the user.
func UserContent(text string) llm.Content {
	return llm.Content{Role: llm.RoleUser, Parts: []llm.Part{llm.TextPart(text)}}
}

// ContextBlock returns what hooks said for the model's next turn, as one message
// that the model can tell from what the user says.
func ContextBlock(texts []string) string {
	return "<hook_context>\n" + strings.Join(texts, "\n\n") + "\n</hook_context>"
}
