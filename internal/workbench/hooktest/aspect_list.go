package hooktest

import (
	"fmt"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
)

// compareLists returns both lists with one item a line. An item that is as
// wanted stands in both as it came out, so that only the others differ.
func compareLists(wanted, got int, wantedItem, gotItem func(int) string, same func(int) bool) (want, have string) {
	var left, right []string
	for i := range max(wanted, got) {
		switch {
		case i < wanted && i < got && same(i):
			left = append(left, gotItem(i))
		case i < wanted:
			left = append(left, wantedItem(i))
		}
		if i < got {
			right = append(right, gotItem(i))
		}
	}
	return lines(left), lines(right)
}

func lines(items []string) string {
	if len(items) == 0 {
		return "nothing"
	}
	return "- " + strings.Join(items, "\n- ")
}

// inList is a text as an item of a list, whose further lines stay below its
// first.
func inList(text string) string {
	return strings.ReplaceAll(trimEnd(text), "\n", "\n  ")
}

// contextList is the texts that hooks add to what the model reads, in order.
type contextList []pattern

func readContext(r *reader, key string, v *document.Value) aspect {
	list := contextList{}
	for _, item := range items(v) {
		list = append(list, r.pattern(item, key))
	}
	return list
}

func (l contextList) same(out hook.Outcome, i int) bool { return l[i].matches(out.Context[i].Text) }

func (l contextList) compare(out hook.Outcome) (want, got string) {
	return compareLists(len(l), len(out.Context),
		func(i int) string { return inList(l[i].String()) },
		func(i int) string { return inList(out.Context[i].Text) },
		func(i int) bool { return l.same(out, i) })
}

func (l contextList) present(out hook.Outcome) any {
	list := []any{}
	for i, c := range out.Context {
		if i < len(l) && l.same(out, i) {
			list = append(list, l[i].source)
			continue
		}
		list = append(list, literal(c.Text))
	}
	return list
}

// messageList is the messages for the model and the user, in order.
type messageList []messagePattern

// messagePattern is a message as a test describes it; what is empty is not
// checked.
type messagePattern struct {
	to   hook.Recipient
	kind hook.MessageKind
	text *pattern
}

func readMessages(r *reader, key string, v *document.Value) aspect {
	list := messageList{}
	for _, item := range items(v) {
		var m messagePattern
		words := item
		if item.Kind == document.Object {
			r.object(item, "a message", []string{"to", "kind", "text"})
			m.to = hook.Recipient(r.text(item, "to"))
			m.kind = hook.MessageKind(r.text(item, "kind"))
			words = item.Get("text")
		}
		if words != nil {
			p := r.pattern(words, key)
			m.text = &p
		}
		list = append(list, m)
	}
	return list
}

func (m messagePattern) matches(got hook.Message) bool {
	return (m.to == "" || m.to == got.To) && (m.kind == "" || m.kind == got.Kind) && (m.text == nil || m.text.matches(got.Text))
}

// String describes a message as describeMessage does.
func (m messagePattern) String() string {
	text := "…"
	if m.text != nil {
		text = m.text.String()
	}
	return describeMessage(hook.Message{To: m.to, Kind: m.kind, Text: text})
}

func describeMessage(m hook.Message) string {
	var about []string
	if m.To != "" {
		about = append(about, "to "+string(m.To))
	}
	if m.Kind != "" {
		about = append(about, string(m.Kind))
	}
	if len(about) == 0 {
		return inList(m.Text)
	}
	return inList("(" + strings.Join(about, ", ") + ") " + m.Text)
}

func (l messageList) same(out hook.Outcome, i int) bool { return l[i].matches(out.Messages[i]) }

func (l messageList) compare(out hook.Outcome) (want, got string) {
	return compareLists(len(l), len(out.Messages),
		func(i int) string { return l[i].String() },
		func(i int) string { return describeMessage(out.Messages[i]) },
		func(i int) bool { return l.same(out, i) })
}

func (l messageList) present(out hook.Outcome) any {
	list := []any{}
	for i, m := range out.Messages {
		text := literal(m.Text)
		if i < len(l) && l.same(out, i) && l[i].text != nil {
			text = l[i].text.source
		}
		list = append(list, fields{{"to", plain(m.To)}, {"kind", plain(m.Kind)}, {"text", text}})
	}
	return list
}

// hookList is the hooks that were meant, in the order of the plan.
type hookList []hookPattern

// hookPattern is a hook as a test describes it. Without a status it must have
// run, whatever came of it.
type hookPattern struct {
	name     pattern
	status   hook.Status
	exitCode *int
}

func readHooks(r *reader, _ string, v *document.Value) aspect {
	list := hookList{}
	for _, item := range items(v) {
		var h hookPattern
		name := item
		if item.Kind == document.Object {
			r.object(item, "a hook", []string{"name", "status", "exitCode"})
			h.status, h.exitCode = r.hookStatus(item), r.exitCode(item)
			name = item.Get("name")
		}
		if name == nil {
			r.errorf(item.Pos, "which hook? Give its name, or its command if it has none, as text or /regexp/")
			continue
		}
		h.name = r.pattern(name, "the name of a hook")
		list = append(list, h)
	}
	return list
}

func (r *reader) hookStatus(v *document.Value) hook.Status {
	status := hook.Status(r.text(v, "status"))
	switch status {
	case "", hook.StatusOK, hook.StatusBlocked, hook.StatusFailed, hook.StatusTimeout, hook.StatusKilled, hook.StatusSpawnError, hook.StatusBadOutput, hook.StatusSkipped:
	default:
		r.errorf(v.Get("status").Pos, "%q is not a status; the statuses are ok, blocked, failed, timeout, killed, spawn_error, bad_output and skipped", status)
	}
	return status
}

func (r *reader) exitCode(v *document.Value) *int {
	value := v.Get("exitCode")
	if value == nil {
		return nil
	}
	number, ok := value.Float()
	if code := int(number); ok && float64(code) == number {
		return &code
	}
	r.errorf(value.Pos, "exitCode must be a whole number")
	return nil
}

func (h hookPattern) matches(got hook.Result) bool {
	ran := h.status != "" || got.Status != hook.StatusSkipped
	return ran && h.name.matches(got.Name) && (h.status == "" || h.status == got.Status) && (h.exitCode == nil || *h.exitCode == got.ExitCode)
}

// String describes a hook as describeHook does.
func (h hookPattern) String() string {
	text := h.name.String()
	if h.status != "" {
		text += ": " + string(h.status)
	}
	if h.exitCode != nil {
		text += fmt.Sprintf(", exit code %d", *h.exitCode)
	}
	return inList(text)
}

func describeHook(r hook.Result) string {
	return inList(fmt.Sprintf("%s: %s, exit code %d", r.Name, r.Status, r.ExitCode))
}

func (l hookList) same(out hook.Outcome, i int) bool { return l[i].matches(out.Hooks[i]) }

func (l hookList) compare(out hook.Outcome) (want, got string) {
	return compareLists(len(l), len(out.Hooks),
		func(i int) string { return l[i].String() },
		func(i int) string { return describeHook(out.Hooks[i]) },
		func(i int) bool { return l.same(out, i) })
}

func (l hookList) present(out hook.Outcome) any {
	list := []any{}
	for i, r := range out.Hooks {
		name := literal(r.Name)
		if i < len(l) && l[i].name.matches(r.Name) {
			name = l[i].name.source
		}
		if r.Status == hook.StatusOK && (i >= len(l) || l[i].status == "" && l[i].exitCode == nil) {
			list = append(list, name)
			continue
		}
		described := fields{{"name", name}, {"status", plain(r.Status)}}
		if r.Status == hook.StatusBlocked || r.Status == hook.StatusFailed {
			described = append(described, field{"exitCode", r.ExitCode})
		}
		list = append(list, described)
	}
	return list
}
