package all_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/internal/base/schema"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

func each(t *testing.T, test func(*testing.T, dialect.Dialect)) {
	for _, d := range all.Dialects() {
		t.Run(d.Name(), func(t *testing.T) { test(t, d) })
	}
}

// read reads a document as a dialect's configuration. clean says that there is
// nothing to say about it.
func read(d dialect.Dialect, text []byte) (doc *document.Value, config dialect.Config, clean bool) {
	doc, config, err := tryRead(d, text)
	return doc, config, err == nil && len(config.Diagnostics) == 0
}

func tryRead(d dialect.Dialect, text []byte) (doc *document.Value, config dialect.Config, err error) {
	parse := map[dialect.Format]func(string, []byte) (*document.Value, error){
		dialect.JSON: document.ParseJSON, dialect.YAML: document.ParseYAML, dialect.StrictJSON: document.ParseStrictJSON,
	}[d.Describe().Form.Format]
	if doc, err = parse("config", text); err != nil {
		return nil, config, err
	}
	env := dialect.Environment{Project: "/", Files: []string{"config"}, Getenv: func(string) string { return "" }}
	locations, _ := d.Locations(env)
	config, err = d.ReadConfig(doc, locations[0], env)
	return doc, config, err
}

// Whatever reading finds says what to do, and says it once.
func TestEveryMistakeHasAFix(t *testing.T) {
	scripts, err := filepath.Glob("../../../conformance/testdata/*/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	each(t, func(t *testing.T, d dialect.Dialect) {
		seen := 0
		for _, script := range scripts {
			archive, err := txtar.ParseFile(script)
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range archive.Files {
				doc, config, err := tryRead(d, file.Data)
				if doc == nil {
					continue
				}
				var unusable *document.Error
				if errors.As(err, &unusable) {
					config.Diagnostics = append(config.Diagnostics, diag.Errorf("", "%v", unusable.Err).Fixf("%s", unusable.Fix))
				}
				for _, mistake := range config.Diagnostics {
					seen++
					if mistake.Fix == "" || strings.Contains(mistake.Problem, mistake.Fix) {
						t.Errorf("%s: %s: %+v", filepath.Base(script), file.Name, mistake)
					}
				}
			}
		}
		if seen < 10 {
			t.Errorf("only %d mistakes", seen)
		}
	})
}

func TestSchemaAcceptsEveryConfigurationWithoutMistakes(t *testing.T) {
	each(t, func(t *testing.T, d dialect.Dialect) {
		v := newValidator(t, d.ConfigSchema())
		scripts, err := filepath.Glob("../../../conformance/testdata/" + d.Name() + "/*.txtar")
		if err != nil || len(scripts) == 0 {
			t.Fatal("no scripts", err)
		}
		seen := 0
		for _, script := range scripts {
			archive, err := txtar.ParseFile(script)
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range archive.Files {
				doc, config, clean := read(d, file.Data)
				if doc == nil || d.Detect(doc) == "" || !clean || isPlugin(config) {
					continue
				}
				seen++
				if problems := v.problems(t, doc.JSON(false)); len(problems) > 0 {
					t.Errorf("%s: %s: %q", filepath.Base(script), file.Name, problems)
				}
			}
		}
		if seen < 10 {
			t.Errorf("only %d configurations", seen)
		}
	})
}

// isPlugin reports whether a configuration has hooks that are read and never
// run, which a schema should not suggest.
func isPlugin(c dialect.Config) bool {
	return slices.ContainsFunc(c.Definitions, func(def hook.Definition) bool { return def.Type == "plugin" })
}

func TestSchemaRefusesMistakes(t *testing.T) {
	mistakes := map[string][]string{
		"llxprt": {
			`{"hooks": {"PreToolUse": []}}`, `{"hooks": []}`, `{"enableHooks": "yes"}`,
			`{"hooks": {"BeforeTool": [{"hooks": [{"type": "command"}]}]}}`,
			`{"hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": " "}]}]}}`,
			`{"hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "x", "timeout": 0}]}]}}`,
			`{"hooks": {"BeforeTool": [{"matchers": "x", "hooks": []}]}}`,
		},
		"wave": {
			`{"hooks": {"BeforeTool": []}}`,
			`{"hooks": {"Stop": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "x"}]}]}}`,
			`{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "x", "timeout": 30000}]}]}}`,
		},
		"claude": {
			`{"hooks": {"BeforeTool": []}}`, `{"disableAllHooks": "yes"}`,
			`{"hooks": {"Stop": [{"matcher": "Bash", "hooks": [{"type": "command", "command": "x"}]}]}}`,
			`{"hooks": {"PreToolUse": [{"hooks": [{"type": "prompt", "prompt": "x"}]}]}}`,
			`{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "x", "onFailure": true}]}]}}`,
			`{"hooks": {"PreToolUse": [{"hooks": [{"type": "command", "command": "x", "if": 1}]}]}}`,
		},
		"massgen": {
			`{"hooks": {"BeforeTool": []}}`, `{"hooks": {"PreToolUse": [{"command": "x"}]}}`,
			`{"hooks": {"PreToolUse": [{"handler": "x", "type": "shell"}]}}`,
			`{"agents": [{"backend": {"hooks": {"PreToolUse": {"override": 1}}}}]}`,
		},
		"grapnel": {
			`{"rules": []}`, `{"version": 1, "rule": []}`, `{"version": 1, "rules": {}}`,
			`{"version": 1, "rules": [{"deny": "x"}]}`, `{"version": 1, "rules": [{"name": "x", "deny": "x", "comand": "x"}]}`,
			`{"version": 1, "hooks": [{"name": "x"}]}`, `{"version": 1, "policy": {"unparsed": "maybe"}}`,
		},
		"pi": {
			`{"hooks": {}}`, `{"PreToolUse": [{"command": "x", "timeoutMs": -1}]}`,
			`{"PreToolUse": [{"command": "x", "matcher": "bash"}]}`, `{"PreToolUse": [{"command": "x", "failOpen": "no"}]}`,
		},
	}
	each(t, func(t *testing.T, d dialect.Dialect) {
		v := newValidator(t, d.ConfigSchema())
		for _, text := range mistakes[d.Name()] {
			if len(v.problems(t, []byte(text))) == 0 {
				t.Errorf("the schema accepts %s", text)
			}
			if _, _, clean := read(d, []byte(text)); clean {
				t.Errorf("the dialect accepts %s", text)
			}
		}
	})
}

func TestSchemaKeyIsNoMistake(t *testing.T) {
	each(t, func(t *testing.T, d dialect.Dialect) {
		if _, config, clean := read(d, []byte(`{"$schema": "./x.schema.json"}`)); !clean {
			t.Errorf("%v", config.Diagnostics)
		}
	})
}

// everything is what a host may know about any event.
var everything = hook.Data{
	Tool: "tool", ToolCallID: "call", ToolInput: json.RawMessage(`{"a":1}`), ToolResponse: json.RawMessage(`{"llmContent":"done"}`), ToolError: "no",
	LLMRequest:  json.RawMessage(`{"model":"m","messages":[{"role":"user","content":"hi"}],"config":{"temperature":1},"toolConfig":{"mode":"AUTO"}}`),
	LLMResponse: json.RawMessage(`{"text":"hi","candidates":[{"content":{"role":"model","parts":["hi"]},"finishReason":"STOP"}]}`),
	Prompt:      "hi", Response: "ho", Source: "startup", Reason: "exit", Trigger: "auto", Notification: "n", Message: "m",
}

func eventOf(d dialect.Dialect, e hook.EventType, data hook.Data) hook.Event {
	fields := d.Fields(e.Kind, data)
	if d.Rules().Facts && e.Subject != "" { // the engine adds these
		fields.Set("role", "shell")
		fields.Set("commands", [][]string{{"ls"}})
		fields.Set("paths", []string{"a"})
	}
	return hook.Event{Type: e, Time: time.Unix(0, 0), Session: hook.Session{ID: "s", Dir: "/w", TranscriptPath: "/t", Agent: "a"}, Fields: fields}
}

func TestSchemaDescribesWhatHooksRead(t *testing.T) {
	each(t, func(t *testing.T, d dialect.Dialect) {
		for _, e := range d.Events() {
			s := d.InputSchema(e)
			v := newValidator(t, s)
			for _, data := range []hook.Data{everything, {}} {
				stdin, _ := d.Input(eventOf(d, e, data))
				if problems := v.problems(t, stdin); len(problems) > 0 {
					t.Errorf("%s: %q", e.Name, problems)
				}
				fields, _, err := jsonx.ParseObject(stdin)
				if err != nil {
					t.Fatal(err)
				}
				for key := range fields {
					if property(s, key) == nil {
						t.Errorf("%s: nothing is said about %s", e.Name, key)
					}
				}
			}
			stdin, _ := d.Input(eventOf(d, e, everything))
			for _, p := range s.Properties {
				if !strings.Contains(string(stdin), `"`+p.Name+`":`) {
					t.Errorf("%s: hooks never read %s", e.Name, p.Name)
				}
			}
		}
	})
}

func property(s schema.Schema, name string) *schema.Property {
	for i := range s.Properties {
		if s.Properties[i].Name == name {
			return &s.Properties[i]
		}
	}
	return nil
}

func TestExamplesAreValid(t *testing.T) {
	each(t, func(t *testing.T, d dialect.Dialect) {
		v := newValidator(t, d.ConfigSchema())
		found := 0
		example := d.Describe().Example
		err := fs.WalkDir(example.Files, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			text, err := fs.ReadFile(example.Files, name)
			if err != nil {
				return err
			}
			doc, _, clean := read(d, text)
			if doc == nil || d.Detect(doc) == "" {
				return nil
			}
			found++
			if problems := v.problems(t, doc.JSON(false)); !clean || len(problems) > 0 {
				t.Errorf("%s: %q", name, problems)
			}
			return nil
		})
		if err != nil || found != 1 || len(example.Next) == 0 {
			t.Errorf("%d configurations, %d steps, %v", found, len(example.Next), err)
		}
	})
}
