package llxprt

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/grapnel-hooks/grapnel/dialect"
	"github.com/grapnel-hooks/grapnel/hook"
)

const (
	exitBlock     = 2
	defaultReason = "Blocked by hook"
	maxText       = 1 << 20 // bytes of plain text that are used
	maxJSON       = 16 << 20
	cutMark       = "\n[cut: the text is longer than 1 MiB]"
)

// Read understands a hook's answer by its exit code first: stdout counts only
// with exit code 0, stderr only without it.
func (Dialect) Read(ev hook.Event, _ hook.Definition, run dialect.Run) dialect.Answer {
	switch {
	case run.Status == hook.StatusTimeout || run.Status == hook.StatusSpawnError:
		return dialect.Answer{Status: run.Status}
	case run.Status == hook.StatusOK:
		return readStdout(ev, run)
	case run.Status == hook.StatusFailed && run.ExitCode == exitBlock:
		return blockedBy(run.Stderr)
	}
	return failed(run)
}

// blockedBy is the answer of exit code 2: deny, with stderr as the reason.
func blockedBy(stderr []byte) dialect.Answer {
	reason, remarks := usableText(stderr)
	if reason == "" {
		reason = defaultReason
	}
	output := hook.Object{}
	output.Set("decision", "deny")
	output.Set("reason", reason)
	return dialect.Answer{Status: hook.StatusBlocked, Output: output, Diagnostics: remarks}
}

// failed is the answer of any other exit code and of a signal: the operation
// goes on, and the model is warned with what stood on stderr.
func failed(run dialect.Run) dialect.Answer {
	text, remarks := usableText(run.Stderr)
	answer := dialect.Answer{Status: run.Status, Diagnostics: remarks}
	if text != "" {
		answer.Output = hook.Object{}
		answer.Output.Set("decision", "allow")
		answer.Output.Set("systemMessage", "Warning: "+text)
	}
	return answer
}

// readStdout reads JSON first and takes anything else as text for the model.
func readStdout(ev hook.Event, run dialect.Run) dialect.Answer {
	text := trim(run.Stdout)
	if len(text) == 0 {
		return dialect.Answer{Status: hook.StatusOK}
	}
	if run.CutOff || len(text) > maxJSON {
		if looksLikeJSON(text) {
			return badOutput("the JSON answer is longer than 16 MiB and was not read")
		}
		return plainText(run.Stdout)
	}
	data := bytes.ToValidUTF8(text, []byte("\ufffd"))
	object, duplicates, err := hook.ParseObject(data)
	if errors.Is(err, hook.ErrNotObject) && data[0] == '"' {
		// A string may hold the object, encoded twice.
		var inner string
		if json.Unmarshal(data, &inner) == nil {
			object, duplicates, err = hook.ParseObject([]byte(inner))
		}
	}
	switch {
	case errors.Is(err, hook.ErrNotObject):
		return badOutput("the JSON answer must be an object")
	case err != nil && strings.Contains(err.Error(), "exceeded max depth"):
		return badOutput("the JSON answer is nested too deeply and was not read")
	case err != nil:
		return plainText(run.Stdout)
	}
	return checked(ev, object, duplicates)
}

func badOutput(why string) dialect.Answer {
	return dialect.Answer{
		Status:      hook.StatusBadOutput,
		Diagnostics: []hook.Diagnostic{hook.Errorf("bad-output", "%s; it has no effect", why)},
	}
}

func plainText(stdout []byte) dialect.Answer {
	text, remarks := usableText(stdout)
	output := hook.Object{}
	output.Set("decision", "allow")
	output.Set("systemMessage", text)
	if hint := hiddenJSON(text); hint != "" {
		remarks = append(remarks, hook.Warnf("mixed-output", "%s", hint))
	}
	return dialect.Answer{Status: hook.StatusOK, Output: output, Diagnostics: remarks}
}

// hiddenJSON notices an answer that does not count because something else was
// printed beside it.
func hiddenJSON(text string) string {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "{") {
			continue
		}
		if object, _, err := hook.ParseObject([]byte(line)); err == nil && (object.Has("decision") || object.Has("continue") || object.Has("hookSpecificOutput")) {
			return "stdout has a JSON answer beside other text, so all of it counts as text; print the JSON alone and everything else to stderr"
		}
	}
	return ""
}

// looksLikeJSON reports whether a text too long to parse begins like an answer,
// possibly encoded twice.
func looksLikeJSON(text []byte) bool {
	return text[0] == '{' || bytes.HasPrefix(text, []byte(`"{`))
}

// usableText trims text and cuts it to a size that can be passed on.
func usableText(raw []byte) (string, []hook.Diagnostic) {
	text := trim(raw)
	if len(text) <= maxText {
		return strings.ToValidUTF8(string(text), "\ufffd"), nil
	}
	end := maxText
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	cut := strings.ToValidUTF8(string(text[:end]), "\ufffd") + cutMark
	return cut, []hook.Diagnostic{hook.Warnf("text-cut", "the hook wrote more than 1 MiB of text; the rest was left out")}
}

// trim removes white space at both ends, and a byte order mark, which
// JavaScript counts as white space.
func trim(text []byte) []byte {
	return bytes.TrimFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' })
}

// checked keeps the members of an answer that have the right type and says
// what is wrong with the others. Unknown members stay: they are the author's.
func checked(ev hook.Event, object hook.Object, duplicates []string) dialect.Answer {
	c := checker{object: object}
	c.duplicates(duplicates)
	c.decision("decision", decisions)
	c.want("reason", "a string", isString)
	c.want("stopReason", "a string", isString)
	c.want("systemMessage", "a string", isString)
	c.want("continue", "true or false", isBool)
	c.want("suppressOutput", "true or false", isBool)
	c.want("hookSpecificOutput", "an object", isObject)
	c.misspelt()
	if specific, duplicates, err := hook.ParseObject(object["hookSpecificOutput"]); err == nil {
		inner := checker{object: specific, path: "hookSpecificOutput."}
		inner.duplicates(duplicates)
		inner.specific(ev)
		object["hookSpecificOutput"] = specific.Raw()
		c.remarks = append(c.remarks, inner.remarks...)
	}
	answer := dialect.Answer{Status: hook.StatusOK, Output: object, Diagnostics: c.remarks}
	if NewSpecificOutput(ev.Type.Name, object).IsBlocking() {
		answer.Status = hook.StatusBlocked
	}
	return answer
}

// checker removes what cannot be used from an object.
type checker struct {
	object  hook.Object
	path    string
	remarks []hook.Diagnostic
}

func (c *checker) warnf(code, format string, args ...any) {
	c.remarks = append(c.remarks, hook.Warnf(code, format, args...))
}

// want removes the member if it is there but not of the type it must have.
func (c *checker) want(key, what string, is func(json.RawMessage) bool) {
	value, ok := c.object[key]
	if !ok || is(value) {
		return
	}
	if c.object.Has(key) { // null says nothing, which is fine
		c.warnf("wrong-type", "%s%s must be %s, not %s; it is ignored", c.path, key, what, excerpt(value))
	}
	delete(c.object, key)
}

func (c *checker) duplicates(keys []string) {
	for _, key := range keys {
		c.warnf("duplicate-key", "%q stands twice in the answer; the last one counts", c.path+key)
	}
}

var decisions = []string{"block", "deny", "allow", "approve", "ask"}

// decision removes a decision that is none of those that are known.
func (c *checker) decision(key string, known []string) {
	c.want(key, "a string", isString)
	if text, ok := c.object.String(key); ok && !slices.Contains(known, text) {
		c.warnf("unknown-decision", "%s%s: %q is no decision (these are: %s); it is ignored", c.path, key, text, strings.Join(known, ", "))
		delete(c.object, key)
	}
}

// misspelt notices keys that differ from ours only in case, and would be
// silently without effect.
func (c *checker) misspelt() {
	ours := []string{"decision", "reason", "continue", "stopReason", "suppressOutput", "systemMessage", "hookSpecificOutput"}
	for _, key := range c.object.Keys() {
		for _, known := range ours {
			if key != known && strings.EqualFold(key, known) {
				c.warnf("unknown-key", "%q has no effect; did you mean %q?", key, known)
			}
		}
	}
}

// effects lists what hookSpecificOutput can do on each event.
var effects = map[hook.Kind][]string{
	hook.ToolBefore:    {"tool_input", "permissionDecision", "permissionDecisionReason"},
	hook.ToolAfter:     {"additionalContext"},
	hook.ModelBefore:   {"llm_request", "llm_response"},
	hook.ModelAfter:    {"llm_response"},
	hook.ToolSelection: {"toolConfig"},
	hook.PromptSubmit:  {"additionalContext"},
	hook.SessionStart:  {"additionalContext"},
}

func (c *checker) specific(ev hook.Event) {
	c.want("tool_input", "an object", isObject)
	c.want("additionalContext", "a string", isString)
	c.decision("permissionDecision", decisions)
	c.want("permissionDecisionReason", "a string", isString)
	c.want("llm_request", "an object", isObject)
	c.want("llm_response", "an object", isObject)
	c.want("toolConfig", "an object", isObject)
	if input, duplicates, err := hook.ParseObject(c.object["tool_input"]); err == nil {
		inner := checker{object: input, path: c.path + "tool_input."}
		inner.duplicates(duplicates)
		c.remarks = append(c.remarks, inner.remarks...)
	}
	if request, duplicates, err := hook.ParseObject(c.object["llm_request"]); err == nil {
		inner := checker{object: request, path: c.path + "llm_request."}
		inner.duplicates(duplicates)
		inner.want("model", "a string", isString)
		inner.want("messages", "a list", isList)
		inner.want("config", "an object", isObject)
		inner.want("toolConfig", "an object", isObject)
		c.object["llm_request"] = request.Raw()
		c.remarks = append(c.remarks, inner.remarks...)
	}
	able := effects[ev.Type.Kind]
	for _, key := range c.object.Keys() {
		if isEffect(key) && !slices.Contains(able, key) {
			c.warnf("no-effect", "%s%s has no effect on %s", c.path, key, ev.Type.Name)
			delete(c.object, key)
		}
	}
}

func isEffect(key string) bool {
	for _, keys := range effects {
		if slices.Contains(keys, key) {
			return true
		}
	}
	return false
}

func isString(raw json.RawMessage) bool { return len(raw) > 0 && raw[0] == '"' }
func isObject(raw json.RawMessage) bool { return len(raw) > 0 && raw[0] == '{' }
func isList(raw json.RawMessage) bool   { return len(raw) > 0 && raw[0] == '[' }
func isBool(raw json.RawMessage) bool   { return string(raw) == "true" || string(raw) == "false" }

func excerpt(raw json.RawMessage) string {
	if len(raw) > 40 {
		return fmt.Sprintf("%s…", bytes.ToValidUTF8(raw[:40], nil))
	}
	return string(raw)
}
