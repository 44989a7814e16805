package hooktest

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/grapnel-hooks/grapnel/internal/base/lazyregexp"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// plain is a word that YAML needs no quotes for.
type plain string

// fields is an object whose keys keep their order.
type fields []field

type field struct {
	key   string
	value any
}

// yamlMember returns a key and its value as lines of YAML: lists and objects
// one entry a line, everything below that in flow style, which is JSON.
func yamlMember(key string, value any, indent string) []string {
	if object, ok := value.(map[string]any); ok {
		value = sorted(object)
	}
	head := indent + key + ":"
	inner := indent + "  "
	block := []string{head}
	switch v := value.(type) {
	case fields:
		if len(v) == 0 {
			return []string{head + " {}"}
		}
		for _, f := range v {
			block = append(block, inner+scalar(f.key)+": "+flow(f.value))
		}
		return block
	case []any:
		if len(v) == 0 {
			return []string{head + " []"}
		}
		for _, item := range v {
			block = append(block, inner+"- "+flow(item))
		}
		return block
	}
	return []string{head + " " + flow(value)}
}

// flow returns a value in one line.
func flow(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case plain:
		return string(v)
	case json.Number:
		return v.String()
	case map[string]any:
		return flow(sorted(v))
	case fields:
		parts := make([]string, len(v))
		for i, f := range v {
			parts[i] = scalar(f.key) + ": " + flow(f.value)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case []any:
		parts := make([]string, len(v))
		for i, item := range v {
			parts[i] = flow(item)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case string:
		return scalar(v)
	}
	return fmt.Sprint(value)
}

func sorted(object map[string]any) fields {
	var list fields
	for _, key := range slices.Sorted(maps.Keys(object)) {
		list = append(list, field{key, object[key]})
	}
	return list
}

// scalar returns a text, in quotes unless it is a simple word.
func scalar(text string) string {
	if !simple().MatchString(text) || slices.Contains(reserved, strings.ToLower(text)) {
		return string(jsonx.AppendString(nil, text))
	}
	return text
}

var simple = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_-]*$`)

// reserved are the words that mean something else in some version of YAML.
var reserved = []string{"y", "n", "yes", "no", "on", "off", "true", "false", "null"}
