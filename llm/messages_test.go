package llm

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestApplyMessages(t *testing.T) {
	const signed = `{"text":"signed","thoughtSignature":"abc="}`
	tests := []struct {
		name     string
		contents []Content
		returned []HookMessage
		want     []Content
	}{
		{
			name:     "edit text",
			contents: []Content{user("hello", image), model("hi")},
			returned: said("user: hello there", "model: hi"),
			want:     []Content{user("hello there", image), model("hi")},
		},
		{
			name:     "edit every message",
			contents: []Content{user("a secret", image), model("b secret", call("1")), user(result("1")), user("c secret")},
			returned: said("user: a ***", "model: b ***", "user: c ***"),
			want:     []Content{user("a ***", image), model("b ***", call("1")), user(result("1")), user("c ***")},
		},
		{
			name:     "append",
			contents: []Content{user("a"), model("b", call("1")), user(result("1"))},
			returned: said("user: a", "model: b", "user: c"),
			want:     []Content{user("a"), model("b", call("1")), user(result("1")), user("c")},
		},
		{
			name:     "prepend",
			contents: []Content{user("a", image), model("b", call("1")), user(result("1")), user("c")},
			returned: said("system: git state", "user: a", "model: b", "user: c"),
			want:     []Content{turn("system", "git state"), user("a", image), model("b", call("1")), user(result("1")), user("c")},
		},
		{
			name:     "insert between a call and its answer",
			contents: []Content{user("a"), model("b", call("1")), user(result("1"), "c")},
			returned: said("user: a", "model: b", "user: inserted", "user: c"),
			want:     []Content{user("a"), model("b", call("1")), user(result("1"), "c"), user("inserted")},
		},
		{
			name:     "reverse calls and answers",
			contents: []Content{user("a"), model("b", call("1")), user(result("1"), "c")},
			returned: said("user: c", "model: b", "user: a"),
			want:     []Content{model("b", call("1")), user(result("1"), "c"), user("a")},
		},
		{
			name:     "prepend with the same role",
			contents: []Content{user("what is in the picture", image), model("a cat")},
			returned: said("user: context", "user: what is in the picture?", "model: a cat"),
			want:     []Content{user("context"), user("what is in the picture?", image), model("a cat")},
		},
		{
			name:     "trim",
			contents: []Content{user("a"), model("b", call("1")), user(result("1")), user("c")},
			returned: said("user: a", "user: c"),
			want:     []Content{user("a"), user("c")},
		},
		{
			name: "trim the start of a repetitive history",
			contents: []Content{
				user("go"), model("ok", call("1")), user(result("1")),
				user("go"), model("ok", call("2")), user(result("2")), user("done?"),
			},
			returned: said("user: go", "model: ok", "user: done?"),
			want:     []Content{user("go"), model("ok", call("2")), user(result("2")), user("done?")},
		},
		{
			name:     "trim and edit what is left",
			contents: []Content{user("first question"), model("first answer", call("1")), user(result("1")), user("second question", image), model("second answer")},
			returned: said("user: second question (short)", "model: second answer (short)"),
			want:     []Content{user("second question (short)", image), model("second answer (short)")},
		},
		{
			name:     "reorder",
			contents: []Content{user("a", image), model("b", call("1")), user(result("1")), user("c")},
			returned: said("user: c", "user: a", "model: b"),
			want:     []Content{user("c"), user("a", image), model("b", call("1")), user(result("1"))},
		},
		{
			name:     "insert in the middle",
			contents: []Content{user("a"), model("b", call("1")), user(result("1")), user("c")},
			returned: said("user: a", "model: b", "user: new", "user: c"),
			want:     []Content{user("a"), model("b", call("1")), user(result("1")), user("new"), user("c")},
		},
		{
			name:     "identical messages",
			contents: []Content{model("ok", call("1")), user(result("1")), model("ok", call("2")), user(result("2")), user("next")},
			returned: said("model: ok", "model: ok", "user: next!"),
			want:     []Content{model("ok", call("1")), user(result("1")), model("ok", call("2")), user(result("2")), user("next!")},
		},
		{
			name:     "a message returned twice",
			contents: []Content{user("a", image), model("b")},
			returned: said("user: a", "model: b", "user: a"),
			want:     []Content{user("a", image), model("b"), user("a")},
		},
		{
			name:     "change after a call leaves the text before it",
			contents: []Content{model("before ", call("1"), "after"), user(result("1"))},
			returned: said("model: before later"),
			want:     []Content{model("before ", call("1"), "later"), user(result("1"))},
		},
		{
			name:     "change across a call goes into the first text",
			contents: []Content{model("before ", call("1"), "after", image), user(result("1"))},
			returned: said("model: something else"),
			want:     []Content{model("something else", call("1"), image), user(result("1"))},
		},
		{
			name:     "text between two parts is added to the first",
			contents: []Content{model("one.", image, "two.")},
			returned: said("model: one. And a half.two."),
			want:     []Content{model("one. And a half.", image, "two.")},
		},
		{
			name:     "signed text keeps its signature",
			contents: []Content{model(signed, call("1")), user(result("1"))},
			returned: said("model: resigned"),
			want:     []Content{model(`{"text":"resigned","thoughtSignature":"abc="}`, call("1")), user(result("1"))},
		},
		{
			name:     "a signature outlives its text",
			contents: []Content{model("xx", image, signed, "yy")},
			returned: said("model: zz"),
			want:     []Content{model("zz", image, `{"text":"","thoughtSignature":"abc="}`)},
		},
		{
			name:     "thoughts are not text",
			contents: []Content{model(`{"text":"hmm","thought":true}`, "yes")},
			returned: said("model: no"),
			want:     []Content{model(`{"text":"hmm","thought":true}`, "no")},
		},
		{
			name:     "emptied message keeps its parts",
			contents: []Content{user("secret", image), model("b")},
			returned: said("user: ", "model: b"),
			want:     []Content{user("", image), model("b")},
		},
		{
			name:     "call survives its removed message when the result is kept",
			contents: []Content{user("a"), model("b", image, call("1"), call("2")), user(result("1"), "c")},
			returned: said("user: a", "user: c"),
			want:     []Content{user("a"), model(call("1")), user(result("1"), "c")},
		},
		{
			name:     "call survives without the text in its own part",
			contents: []Content{user("a"), model(`{"functionCall":{"id":"1","name":"run"},"text":"b"}`), user(result("1"), "c")},
			returned: said("user: a", "user: c"),
			want:     []Content{user("a"), model(`{"functionCall":{"id":"1","name":"run"},"text":""}`), user(result("1"), "c")},
		},
		{
			name:     "a result with another ID does not keep a call of the same name",
			contents: []Content{user("a"), model("b", call("1")), user(result("2"), "c")},
			returned: said("user: a", "user: c"),
			want:     []Content{user("a"), user(result("2"), "c")},
		},
		{
			name:     "result survives its removed message when the call is kept",
			contents: []Content{user("a"), model("b", call("1"), call("2")), user("c", result("2"), result("1")), model("d")},
			returned: said("user: a", "model: b", "model: d"),
			want:     []Content{user("a"), model("b", call("1"), call("2")), user(result("2"), result("1")), model("d")},
		},
		{
			name:     "hidden call survives with a result that has text",
			contents: []Content{user("a"), model(call("1")), user(result("1"), "c"), user("d")},
			returned: said("user: c", "user: d"),
			want:     []Content{model(call("1")), user(result("1"), "c"), user("d")},
		},
		{
			name: "calls without ID are paired by name",
			contents: []Content{
				model("b", `{"functionCall":{"name":"run"}}`), user("c", `{"functionResponse":{"name":"run"}}`), user("d"),
			},
			returned: said("user: c", "user: d"),
			want: []Content{
				model(`{"functionCall":{"name":"run"}}`), user("c", `{"functionResponse":{"name":"run"}}`), user("d"),
			},
		},
		{
			name:     "what comes before the first message stays",
			contents: []Content{model(call("1")), user(result("1")), user("a"), model("b")},
			returned: said("model: b"),
			want:     []Content{model(call("1")), user(result("1")), model("b")},
		},
		{
			name:     "empty list removes all visible messages",
			contents: []Content{model(call("1")), user("a", result("1")), model("b", call("2")), user(result("2"))},
			returned: said(),
			want:     []Content{model(call("1")), user(result("1"))},
		},
		{
			name:     "assistant is the model",
			contents: []Content{user("a"), model("b", call("1")), user(result("1"))},
			returned: said("user: a", "assistant: b!", "assistant: c"),
			want:     []Content{user("a"), model("b!", call("1")), user(result("1")), model("c")},
		},
		{
			name:     "no role is the user",
			contents: []Content{turn("", "a", image), model("b")},
			returned: said("user: a!", "model: b"),
			want:     []Content{turn("", "a!", image), model("b")},
		},
		{
			name:     "accents are not cut in half",
			contents: []Content{user("caf", image, "é")},
			returned: said("user: cafè"),
			want:     []Content{user("caf", image, "è")},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			base := &Request{Contents: tt.contents}
			got, notes := mustApply(t, base, editMessages(t, tt.returned))
			if diff := cmp.Diff(show(tt.want), show(got.Contents)); diff != "" {
				t.Errorf("contents (-want +got):\n%s", diff)
			}
			if len(notes) > 0 {
				t.Errorf("unexpected notes: %q", notes)
			}
		})
	}
}

// show makes contents readable in a diff.
func show(contents []Content) []string {
	lines := []string{}
	for _, c := range contents {
		line := c.Role + ":"
		for _, part := range c.Parts {
			line += " " + string(part)
		}
		lines = append(lines, line)
	}
	return lines
}

func TestApplyMessagesOddInput(t *testing.T) {
	contents := []Content{user("a", image), model("b")}
	tests := []struct {
		name     string
		messages string
		want     []Content
		note     string
	}{
		{"null", `null`, contents, "not a list"},
		{"object", `{"role":"user"}`, contents, "not a list"},
		{"all unusable", `[{"role":"user","text":"a"},7,null]`, contents, "left as it was"},
		{"content without text", `[{"role":"user","content":"a"},{"role":"model","content":[{"image":"b"}]}]`, contents[:1], "content has no text"},
		{"unknown role", `[{"role":"user","content":"a"},{"role":"tool","content":"t"}]`, []Content{contents[0], turn("tool", "t")}, `unknown role "tool"`},
		{"no role", `[{"content":"a"},{"role":"model","content":"b"}]`, contents, "without a role"},
		{"keys in the wrong case", `[{"Role":"user","Content":"x"}]`, contents, "left as it was"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			edit := json.RawMessage(`{"messages":` + tt.messages + `}`)
			got, notes := mustApply(t, &Request{Contents: contents}, edit)
			if diff := cmp.Diff(show(tt.want), show(got.Contents)); diff != "" {
				t.Errorf("contents (-want +got):\n%s", diff)
			}
			if !strings.Contains(strings.Join(notes, "\n"), tt.note) {
				t.Errorf("notes %q do not mention %q", notes, tt.note)
			}
		})
	}
}

func TestApplyMessagesBoundsNotes(t *testing.T) {
	messages := strings.Repeat(`7,`, 1000) + `{"role":"user","content":"a"}`
	_, notes := mustApply(t, &Request{}, json.RawMessage(`{"messages":[`+messages+`]}`))
	if len(notes) != maxNotes+1 || notes[maxNotes] != "and 980 more" {
		t.Errorf("got %d notes, the last one %q", len(notes), notes[len(notes)-1])
	}
}

// A history too long for comparing all with all: every message edited, and one
// inserted somewhere.
func TestApplyMessagesLongHistoryAllEdited(t *testing.T) {
	for _, at := range []int{0, 700, 2500} {
		t.Run(fmt.Sprint("insert at ", at), func(t *testing.T) {
			var base Request
			var returned []HookMessage
			for i := range 2500 {
				text := fmt.Sprintf("message number %d says %x", i, i*i*7919)
				base.Contents = append(base.Contents, user(text, call(fmt.Sprint(i))))
				returned = append(returned, HookMessage{RoleUser, text + " (edited)"})
			}
			returned = append(returned[:at:at], append(said("user: something new"), returned[at:]...)...)
			got, _ := mustApply(t, &base, editMessages(t, returned))
			for i, content := range got.Contents {
				want := 2
				if i == at {
					want = 1
				}
				if content.Text() != returned[i].Content || len(content.Parts) != want {
					t.Fatalf("content %d is %s", i, show(got.Contents[i:i+1]))
				}
			}
		})
	}
}

func TestStructuredContentIsReadAsItsText(t *testing.T) {
	base := &Request{Contents: []Content{user("a"), model("b")}}
	edit := `{"messages":[{"role":"user","content":[{"type":"text","text":"a"},{"type":"image"}]},{"role":"model","content":["b"," too"]}]}`
	got, notes := mustApply(t, base, json.RawMessage(edit))
	if diff := cmp.Diff([]Content{user("a"), model("b too")}, got.Contents); diff != "" || len(notes) > 0 {
		t.Errorf("notes %q, contents (-want +got):\n%s", notes, diff)
	}
}
