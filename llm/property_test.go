package llm

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// drawContents draws a conversation. The texts are few, so that messages
// repeat; all other parts are unique, so that they can be traced.
func drawContents(t *rapid.T) []Content {
	n := rapid.IntRange(0, 12).Draw(t, "contents")
	contents := make([]Content, n)
	serial := 0
	for i := range contents {
		contents[i].Role = rapid.SampledFrom([]string{RoleUser, RoleModel, ""}).Draw(t, "role")
		for range rapid.IntRange(0, 4).Draw(t, "parts") {
			serial++
			contents[i].Parts = append(contents[i].Parts, drawPart(t, serial))
		}
	}
	return contents
}

func drawPart(t *rapid.T, serial int) Part {
	text := drawText(t)
	switch rapid.IntRange(0, 8).Draw(t, "kind") {
	case 0:
		return Part(fmt.Sprintf(`{"functionCall":{"id":"%d","name":"f%d"},"serial":%d}`, serial%4, serial%2, serial))
	case 1:
		return Part(fmt.Sprintf(`{"functionResponse":{"id":"%d","name":"f%d"},"serial":%d}`, serial%4, serial%2, serial))
	case 2:
		return Part(fmt.Sprintf(`{"functionCall":{"name":"f%d"},"serial":%d}`, serial%2, serial))
	case 3:
		return Part(fmt.Sprintf(`{"functionResponse":{"name":"f%d"},"serial":%d}`, serial%2, serial))
	case 4:
		return Part(fmt.Sprintf(`{"fileData":{},"serial":%d}`, serial))
	case 5:
		return Part(fmt.Sprintf(`{"text":"hmm","thought":true,"serial":%d}`, serial))
	case 6:
		return Part(`{"thoughtSignature":"s","text":` + string(jsonx.AppendString(nil, text)) + `}`)
	}
	return TextPart(text)
}

func drawText(t *rapid.T) string {
	return rapid.SampledFrom([]string{"", "a", "b", "ab", "é", "è", "please look at the file"}).Draw(t, "text")
}

// drawEdit changes a list of messages the way hooks do.
func drawEdit(t *rapid.T, messages []HookMessage) []HookMessage {
	messages = slices.Clone(messages)
	for range rapid.IntRange(0, 5).Draw(t, "changes") {
		n := len(messages)
		at := rapid.IntRange(0, n).Draw(t, "at")
		other := rapid.IntRange(0, n).Draw(t, "other")
		switch change := rapid.IntRange(0, 4).Draw(t, "change"); {
		case change == 0 || n == 0 || at == n:
			role := rapid.SampledFrom([]string{RoleUser, RoleModel, RoleSystem}).Draw(t, "role")
			messages = slices.Insert(messages, at, HookMessage{role, drawText(t)})
		case change == 1:
			messages = slices.Delete(messages, at, at+1)
		case change == 2:
			messages[at].Content += drawText(t)
		case change == 3 && other < n:
			messages[at], messages[other] = messages[other], messages[at]
		default:
			messages[at].Content = drawText(t)
		}
	}
	return messages
}

// hiddenParts counts the parts that hooks do not see.
func hiddenParts(contents []Content) map[string]int {
	count := make(map[string]int)
	for _, content := range contents {
		for _, part := range content.Parts {
			if _, visible := part.Text(); !visible {
				count[string(part)]++
			}
		}
	}
	return count
}

func TestPropertyIdentity(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		base := &Request{Model: "m", Contents: drawContents(rt)}
		got, notes := mustApply(t, base, encode(t, ToHookRequest(base)))
		if diff := cmp.Diff(base, got); diff != "" || len(notes) > 0 {
			rt.Fatalf("notes %q, request (-base +got):\n%s", notes, diff)
		}
	})
}

func TestPropertyEdits(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		base := &Request{Contents: drawContents(rt)}
		sent := toMessages(base.Contents)
		returned := drawEdit(rt, sent)
		got, _ := mustApply(t, base, editMessages(t, returned))

		checkTexts(rt, base.Contents, returned, got.Contents)
		checkAnswersFollow(rt, base.Contents, got.Contents)
		checkKeptParts(rt, base.Contents, alignMessages(sent, returned), got.Contents)
		checkPairs(rt, base.Contents, got.Contents)
		if rt.Failed() {
			rt.Logf("base:\n%v\nreturned:\n%v\ngot:\n%v", show(base.Contents), returned, show(got.Contents))
		}
	})
}

// checkTexts checks that the visible messages are exactly what the hook wanted,
// in the order it wanted, unless that would tear calls and answers apart.
func checkTexts(t *rapid.T, base []Content, returned []HookMessage, got []Content) {
	want := slices.DeleteFunc(slices.Clone(returned), func(m HookMessage) bool { return m.Content == "" })
	texts := toMessages(got)
	for _, leader := range findToolPairs(base).answeredAtOnce(base) {
		if leader >= 0 { // the order may differ
			order := func(a, b HookMessage) int { return strings.Compare(a.Role+a.Content, b.Role+b.Content) }
			slices.SortFunc(want, order)
			slices.SortFunc(texts, order)
			break
		}
	}
	if !slices.Equal(want, texts) {
		t.Errorf("messages (-want +got):\n%s", cmp.Diff(want, texts))
	}
}

// checkAnswersFollow checks that nothing has come between a content with tool
// calls and the content that answered them at once, if it answers nothing else.
func checkAnswersFollow(t *rapid.T, base, got []Content) {
	place := make(map[string]int) // of contents, by a hidden part
	for i, content := range got {
		for part := range hiddenParts([]Content{content}) {
			place[part] = i
		}
	}
	partners := make(map[int]map[int]bool) // by content
	pairs := findToolPairs(base)
	for one, other := range pairs {
		if partners[one.content] == nil {
			partners[one.content] = make(map[int]bool)
		}
		partners[one.content][other.content] = true
	}
	for one, other := range pairs {
		call, kept := place[string(base[one.content].Parts[one.part])]
		result := place[string(base[other.content].Parts[other.part])]
		alone := len(partners[one.content]) == 1 && len(partners[other.content]) == 1
		if kept && alone && one.content+1 == other.content && result != call+1 {
			t.Errorf("call %d is at %d, its answer at %d", one.content, call, result)
		}
	}
}

// checkKeptParts checks that every hidden part of a kept message is there once,
// and that no hidden part is there that base did not have.
func checkKeptParts(t *rapid.T, base []Content, source []int, got []Content) {
	h := newHistory(base)
	present := hiddenParts(got)
	for b, kept := range h.keptBlocks(source) {
		from, to := h.block(b)
		for part := range hiddenParts(base[from:to]) {
			if kept && present[part] != 1 {
				t.Errorf("part of kept message %d is there %d times: %s", b-1, present[part], part)
			}
		}
	}
	known := hiddenParts(base)
	for part, n := range present {
		if n > known[part] {
			t.Errorf("part is there %d times: %s", n, part)
		}
	}
}

// checkPairs checks that calls and results stay together.
func checkPairs(t *rapid.T, base, got []Content) {
	present := hiddenParts(got)
	for one, other := range findToolPairs(base) {
		a := string(base[one.content].Parts[one.part])
		b := string(base[other.content].Parts[other.part])
		if present[a] != present[b] {
			t.Errorf("pair was separated: %s %d times, %s %d times", a, present[a], b, present[b])
		}
	}
}
