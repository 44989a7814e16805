package all_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/internal/base/schema"
)

// validator checks values against a schema document: what is written for
// editors, not the Go values it is made of.
type validator struct{ root map[string]any }

func newValidator(t testing.TB, s schema.Schema) validator {
	t.Helper()
	text, err := schema.Document("test", s)
	if err != nil {
		t.Fatal(err)
	}
	var root map[string]any
	if err := json.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	if root["$schema"] != schema.Draft {
		t.Errorf("$schema is %v", root["$schema"])
	}
	return validator{root}
}

// problems says what is wrong with a JSON document.
func (v validator) problems(t testing.TB, text []byte) []string {
	t.Helper()
	var value any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber() // there are numbers that no float64 can be
	if err := decoder.Decode(&value); err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	return v.check("", v.root, value)
}

func (v validator) check(path string, s map[string]any, value any) (problems []string) {
	report := func(format string, args ...any) { problems = append(problems, path+": "+fmt.Sprintf(format, args...)) }
	if ref, ok := s["$ref"].(string); ok {
		definition := v.root["$defs"].(map[string]any)[strings.TrimPrefix(ref, "#/$defs/")]
		problems = append(problems, v.check(path, definition.(map[string]any), value)...)
	}
	if !hasType(s["type"], value) {
		report("is no %v", s["type"])
		return problems
	}
	if words, ok := s["enum"].([]any); ok && !slices.Contains(words, value) {
		report("%v is none of %v", value, words)
	}
	if number, ok := value.(json.Number); ok {
		size, _ := number.Float64() // beyond the limits it is infinite
		if above, limited := s["exclusiveMinimum"].(float64); limited && size <= above {
			report("%v is too small", value)
		}
		if most, limited := s["maximum"].(float64); limited && size > most {
			report("%v is too large", value)
		}
	}
	if pattern, ok := s["pattern"].(string); ok {
		if text, isText := value.(string); isText && !regexp.MustCompile(pattern).MatchString(text) {
			report("%q is not like %s", text, pattern)
		}
	}
	if choices, ok := s["anyOf"].([]any); ok && !slices.ContainsFunc(choices, func(c any) bool {
		return len(v.check(path, c.(map[string]any), value)) == 0
	}) {
		report("is none of what is possible")
	}
	switch value := value.(type) {
	case map[string]any:
		problems = append(problems, v.members(path, s, value)...)
	case []any:
		if items, ok := s["items"].(map[string]any); ok {
			for i, item := range value {
				problems = append(problems, v.check(fmt.Sprintf("%s[%d]", path, i), items, item)...)
			}
		}
	}
	return problems
}

func (v validator) members(path string, s, value map[string]any) (problems []string) {
	properties, _ := s["properties"].(map[string]any)
	required, _ := s["required"].([]any)
	for _, key := range required {
		if _, ok := value[key.(string)]; !ok {
			problems = append(problems, fmt.Sprintf("%s: has no %s", path, key))
		}
	}
	for key, member := range value {
		if p, ok := properties[key].(map[string]any); ok {
			problems = append(problems, v.check(path+"."+key, p, member)...)
		} else if s["additionalProperties"] == false {
			problems = append(problems, fmt.Sprintf("%s: must not have %s", path, key))
		}
	}
	return problems
}

func hasType(types, value any) bool {
	list, several := types.([]any)
	if !several && types != nil {
		list = []any{types}
	}
	kind := "null"
	switch value.(type) {
	case string:
		kind = "string"
	case json.Number:
		kind = "number"
	case bool:
		kind = "boolean"
	case map[string]any:
		kind = "object"
	case []any:
		kind = "array"
	}
	return len(list) == 0 || slices.Contains(list, any(kind))
}
