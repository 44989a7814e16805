package align

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// drawMessages draws a conversation. The texts are few, so that they repeat.
func drawMessages(t *rapid.T) []Message {
	messages := make([]Message, rapid.IntRange(0, 12).Draw(t, "messages"))
	for i := range messages {
		messages[i] = drawMessage(t)
	}
	return messages
}

func drawMessage(t *rapid.T) Message {
	return Message{
		Role: rapid.SampledFrom([]string{"user", "model"}).Draw(t, "role"),
		Text: rapid.SampledFrom([]string{"a", "b", "ab", "é", "please look at the file"}).Draw(t, "text"),
	}
}

// drawEdit changes messages the way hooks do: it adds, removes, moves, edits.
func drawEdit(t *rapid.T, messages []Message) []Message {
	messages = slices.Clone(messages)
	for range rapid.IntRange(0, 5).Draw(t, "changes") {
		n := len(messages)
		at := rapid.IntRange(0, n).Draw(t, "at")
		other := rapid.IntRange(0, n).Draw(t, "other")
		switch change := rapid.IntRange(0, 3).Draw(t, "change"); {
		case change == 0 || at == n:
			messages = slices.Insert(messages, at, drawMessage(t))
		case change == 1:
			messages = slices.Delete(messages, at, at+1)
		case change == 2 && other < n:
			messages[at], messages[other] = messages[other], messages[at]
		default:
			messages[at].Text += "!"
		}
	}
	return messages
}

func TestUnchangedMessagesAreThemselves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sent := drawMessages(t)
		for r, s := range Messages(sent, slices.Clone(sent)) {
			if r != s {
				t.Fatalf("message %d is taken for %d", r, s)
			}
		}
	})
}

func TestEveryMessageIsUsedOnceAndKeepsItsRole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sent := drawMessages(t)
		returned := drawEdit(t, sent)
		used := make(map[int]bool)
		for r, s := range Messages(sent, returned) {
			if s == Inserted {
				continue
			}
			if used[s] || sent[s].Role != returned[r].Role {
				t.Fatalf("sent message %d is wrong for returned message %d", s, r)
			}
			used[s] = true
		}
	})
}

// A message that came back unchanged is never taken for an edit of another one
// or for a new one, as long as there is a sent one left that it can be.
func TestEqualMessagesArePairedBeforeEdits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sent := drawMessages(t)
		returned := drawEdit(t, sent)
		count := make(map[Message]int)
		for _, m := range sent {
			count[m]++
		}
		want, got := 0, 0
		for _, m := range returned {
			if count[m] > 0 {
				count[m]--
				want++
			}
		}
		for r, s := range Messages(sent, returned) {
			if s != Inserted && sent[s] == returned[r] {
				got++
			}
		}
		if got != want {
			t.Fatalf("%d of %d equal messages are paired", got, want)
		}
	})
}

func TestChangedRangeIsWhatDiffers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		old, text := rapid.StringOfN(rapid.RuneFrom([]rune("abé")), 0, 8, -1).Draw(t, "old"), rapid.StringOfN(rapid.RuneFrom([]rune("abé")), 0, 8, -1).Draw(t, "text")
		from, to := Changed(old, text)
		if !strings.HasPrefix(text, old[:from]) || !strings.HasSuffix(text, old[to:]) || from > to {
			t.Fatalf("[%d, %d) of %q does not lead to %q", from, to, old, text)
		}
	})
}
