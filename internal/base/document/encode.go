package document

import (
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// JSON writes a value with an entry a line. Comments are written if the format
// may have them.
func (v *Value) JSON(comments bool) []byte {
	w := &jsonWriter{comments: comments}
	w.comment(v, "")
	w.value(v, "")
	return []byte(w.text.String() + "\n")
}

type jsonWriter struct {
	text     strings.Builder
	comments bool
}

func (w *jsonWriter) comment(v *Value, indent string) {
	if w.comments {
		for _, line := range v.Comment {
			w.text.WriteString(strings.TrimRight("// "+line, " ") + "\n" + indent)
		}
	}
}

func (w *jsonWriter) value(v *Value, indent string) {
	inner := indent + "  "
	switch {
	case v.Kind == Object && len(v.Members) > 0:
		w.text.WriteString("{")
		for i, m := range v.Members {
			w.next(i, inner)
			w.comment(m.Value, inner)
			w.text.Write(jsonx.AppendString(nil, m.Key))
			w.text.WriteString(": ")
			w.value(m.Value, inner)
		}
		w.text.WriteString("\n" + indent + "}")
	case v.Kind == Object:
		w.text.WriteString("{}")
	case v.Kind == List && len(v.Items) > 0:
		w.text.WriteString("[")
		for i, item := range v.Items {
			w.next(i, inner)
			w.comment(item, inner)
			w.value(item, inner)
		}
		w.text.WriteString("\n" + indent + "]")
	case v.Kind == List:
		w.text.WriteString("[]")
	default:
		w.text.Write(v.Scalar)
	}
}

func (w *jsonWriter) next(i int, indent string) {
	if i > 0 {
		w.text.WriteString(",")
	}
	w.text.WriteString("\n" + indent)
}

// YAML writes an object as a YAML document.
func (v *Value) YAML() []byte {
	w := &yamlWriter{}
	w.comment(v, "")
	if len(v.Comment) > 0 {
		w.text.WriteString("\n") // so that it is not about the first key
	}
	w.members(v, "", "")
	return []byte(w.text.String())
}

type yamlWriter struct{ text strings.Builder }

func (w *yamlWriter) comment(v *Value, indent string) {
	for _, line := range v.Comment {
		w.text.WriteString(strings.TrimRight(indent+"# "+line, " ") + "\n")
	}
}

// members writes the members of an object; first stands in place of the
// indentation of the first of them.
func (w *yamlWriter) members(v *Value, first, indent string) {
	for i, m := range v.Members {
		if i > 0 || first == indent {
			w.comment(m.Value, indent)
		}
		lead := indent
		if i == 0 {
			lead = first
		}
		w.text.WriteString(lead + scalar(jsonx.AppendString(nil, m.Key)) + ":")
		w.value(m.Value, indent)
	}
}

// value writes what stands behind a key.
func (w *yamlWriter) value(v *Value, indent string) {
	inner := indent + "  "
	switch {
	case v.Kind == Object && len(v.Members) > 0:
		w.text.WriteString("\n")
		w.members(v, inner, inner)
	case v.Kind == Object:
		w.text.WriteString(" {}\n")
	case v.Kind == List && len(v.Items) > 0:
		w.text.WriteString("\n")
		for _, item := range v.Items {
			w.comment(item, inner)
			if item.Kind == Object && len(item.Members) > 0 {
				w.members(item, inner+"- ", inner+"  ")
				continue
			}
			w.text.WriteString(inner + "-")
			w.value(item, inner)
		}
	case v.Kind == List:
		w.text.WriteString(" []\n")
	default:
		w.text.WriteString(" " + scalar(v.Scalar) + "\n")
	}
}

// scalar returns a JSON scalar as YAML: a text without quotes if it is nothing
// else without them.
func scalar(raw []byte) string {
	text, ok := (&Value{Kind: String, Scalar: raw}).Text()
	if !ok || !isPlain(text) || slices.Contains(reserved, strings.ToLower(text)) {
		return string(raw)
	}
	return text
}

// isPlain reports whether a text is a word or a path, with only signs that mean
// nothing in YAML.
func isPlain(text string) bool {
	for _, r := range text {
		if !isLetter(r) && !strings.ContainsRune("0123456789./-", r) {
			return false
		}
	}
	return strings.HasPrefix(text, "/") || strings.HasPrefix(text, "./") || text != "" && isLetter(rune(text[0]))
}

func isLetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r == '_' }

// reserved are the words that mean something else in some version of YAML.
var reserved = []string{"y", "n", "yes", "no", "on", "off", "true", "false", "null"}
