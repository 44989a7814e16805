package settings

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var testFormat = jsonFormat{ours: func(command string) bool { return strings.Contains(command, "OURS") }}

func group(command string) []byte {
	return fmt.Appendf(nil, `{"hooks":[{"type":"command","command":%q}]}`, command)
}

var ours = []Entry{{"Pre", group("OURS pre")}, {"Post", group("OURS post")}}

func TestEntriesComeAndGo(t *testing.T) {
	tests := []struct{ name, before, after string }{
		{"settings without hooks", "{\n  \"a\": 1\n}\n", "{\n  \"a\": 1,\n  \"hooks\": {\n    \"Pre\": [\n      {\n        \"hooks\": [\n          {\n            \"type\": \"command\",\n            \"command\": \"OURS pre\"\n          }\n        ]\n      }\n    ],\n    \"Post\": [\n      {\n        \"hooks\": [\n          {\n            \"type\": \"command\",\n            \"command\": \"OURS post\"\n          }\n        ]\n      }\n    ]\n  }\n}\n"},
		{"one line", `{"a":1}`, `{"a":1,"hooks":{"Pre":[{"hooks":[{"type":"command","command":"OURS pre"}]}],"Post":[{"hooks":[{"type":"command","command":"OURS post"}]}]}}`},
		{"hooks of others, tabs and a comment", "{\n\t\"hooks\": { // all\n\t\t\"Pre\": [\n\t\t\t{\"hooks\": []} // theirs\n\t\t]\n\t}\n}", "{\n\t\"hooks\": { // all\n\t\t\"Pre\": [\n\t\t\t{\"hooks\": []}, // theirs\n\t\t\t{\n\t\t\t\t\"hooks\": [\n\t\t\t\t\t{\n\t\t\t\t\t\t\"type\": \"command\",\n\t\t\t\t\t\t\"command\": \"OURS pre\"\n\t\t\t\t\t}\n\t\t\t\t]\n\t\t\t}\n\t\t],\n\t\t\"Post\": [\n\t\t\t{\n\t\t\t\t\"hooks\": [\n\t\t\t\t\t{\n\t\t\t\t\t\t\"type\": \"command\",\n\t\t\t\t\t\t\"command\": \"OURS post\"\n\t\t\t\t\t}\n\t\t\t\t]\n\t\t\t}\n\t\t]\n\t}\n}"},
		{"a comma behind the last member", "{\n  \"a\": 1, // one\n}", "{\n  \"a\": 1, // one\n  \"hooks\": {\n    \"Pre\": [\n      {\n        \"hooks\": [\n          {\n            \"type\": \"command\",\n            \"command\": \"OURS pre\"\n          }\n        ]\n      }\n    ],\n    \"Post\": [\n      {\n        \"hooks\": [\n          {\n            \"type\": \"command\",\n            \"command\": \"OURS post\"\n          }\n        ]\n      }\n    ]\n  },\n}"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := testFormat.add("s.json", []byte(tt.before), ours)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.after, string(got)); diff != "" {
				t.Errorf("after adding (-want +got):\n%s", diff)
			}
			back, err := testFormat.remove("s.json", got)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.before, string(back)); diff != "" {
				t.Errorf("after removing (-want +got):\n%s", diff)
			}
		})
	}
}

func TestOnlyOurHooksGo(t *testing.T) {
	tests := []struct{ name, before, after string }{
		{"from a group that others use too", `{"hooks":{"Pre":[{"hooks":[{"command":"theirs"},{"command":"OURS"}]}]}}`, `{"hooks":{"Pre":[{"hooks":[{"command":"theirs"}]}]}}`},
		{"from before theirs", `{"hooks":{"Pre":[{"hooks":[{"command":"OURS"},{"command":"theirs"}]}]}}`, `{"hooks":{"Pre":[{"hooks":[{"command":"theirs"}]}]}}`},
		{"a group between others", `{"hooks":{"Pre":[{"matcher":"a","hooks":[]}, {"hooks":[{"command":"OURS"}]}, {"matcher":"b","hooks":[]}]}}`, `{"hooks":{"Pre":[{"matcher":"a","hooks":[]}, {"matcher":"b","hooks":[]}]}}`},
		{"several in one list", `{"hooks":{"Pre":[{"hooks":[{"command":"theirs"}]},{"hooks":[{"command":"OURS"}]},{"hooks":[{"command":"OURS"}]}]}}`, `{"hooks":{"Pre":[{"hooks":[{"command":"theirs"}]}]}}`},
		{"behind a comment that needs its line", "{\"a\":1, // c\n\"hooks\":{\"Pre\":[{\"hooks\":[{\"command\":\"OURS\"}]}]}}", "{\"a\":1 // c\n}"},
		{"not what looks like ours elsewhere", `{"x":{"Pre":[{"hooks":[{"command":"OURS"}]}]},"hooks":[{"command":"OURS"}]}`, `{"x":{"Pre":[{"hooks":[{"command":"OURS"}]}]},"hooks":[{"command":"OURS"}]}`},
		{"from the hooks that count", `{"hooks":{"Pre":[{"hooks":[{"command":"OURS"}]}]},"hooks":{"a":[],"Pre":[{"hooks":[{"command":"OURS"}]}]}}`, `{"hooks":{"Pre":[{"hooks":[{"command":"OURS"}]}]},"hooks":{"a":[]}}`},
		{"all there is", "{\n  \"hooks\": {\"Pre\":[{\"hooks\":[{\"command\":\"OURS\"}]}]}\n}\n", "{\n}\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := testFormat.remove("s.json", []byte(tt.before))
			if err != nil || string(got) != tt.after {
				t.Errorf("got  %s, %v\nwant %s", got, err, tt.after)
			}
		})
	}
}

func TestSettingsThatCannotHoldHooksAreLeftAlone(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"broken", "{\n  \"a\": }\n", "s.json:2:8: "},
		{"empty", "", "s.json:1:1: the file is empty"},
		{"a list", "[]", "s.json:1:1: the settings must be an object"},
		{"hooks that are a list", "{\n  \"hooks\": []\n}", "s.json:2:12: hooks must be an object"},
		{"an event that is an object", "{\"hooks\": {\"Pre\": {}}}", "s.json:1:19: hooks.Pre must be a list of hooks"},
		{"too deep", strings.Repeat(`{"a":`, 2000), "s.json:1:5001: nested more than 1000 levels deep"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := testFormat.add("s.json", []byte(tt.text), ours)
			if got != nil || err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("got %s, %v", got, err)
			}
		})
	}
}

func TestASwitchIsTurnedOnUnlessTheUserTurnedItOff(t *testing.T) {
	keys := []string{"hooksConfig", "enabled"}
	for text, want := range map[string]string{
		`{"a":1}`:                           `{"a":1,"hooksConfig":{"enabled":true}}`,
		`{"hooksConfig":{"b":1}}`:           `{"hooksConfig":{"b":1,"enabled":true}}`,
		`{"hooksConfig":{"enabled": true}}`: `{"hooksConfig":{"enabled": true}}`,
	} {
		if got, err := switchOn("s.json", []byte(text), keys); err != nil || string(got) != want {
			t.Errorf("%s: got %s, %v", text, got, err)
		}
	}
	_, err := switchOn("s.json", []byte(`{"hooksConfig":{"enabled": false}}`), keys)
	if err == nil || err.Error() != "s.json:1:28: hooks are switched off here; set hooksConfig.enabled to true" {
		t.Errorf("got %v", err)
	}
}

// Whatever the settings are, what was added can be taken out again, and then
// every byte is as it was.
func TestAddingAndRemovingChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawDocument(t)
		added, err := testFormat.add("s.json", text, ours)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		entries, err := testFormat.entries("s.json", added)
		if err != nil || len(entries) != 2 {
			t.Fatalf("%s has %d entries, %v", added, len(entries), err)
		}
		back, err := testFormat.remove("s.json", added)
		if err != nil || !bytes.Equal(back, text) {
			t.Fatalf("got %q, %v\nof  %q\nwas %q", back, err, added, text)
		}
	})
}

// drawDocument is settings in any layout, with hooks of others or without.
func drawDocument(t *rapid.T) []byte {
	space := func(comments bool) string {
		choices := []string{"", " ", "\n", "\n  ", "\t", "\r\n    "}
		if comments {
			choices = append(choices, " // note\n", " /* note */ ", "\n  // above\n  ")
		}
		return rapid.SampledFrom(choices).Draw(t, "space")
	}
	comments := rapid.Bool().Draw(t, "comments")
	comma := ""
	if comments && rapid.Bool().Draw(t, "comma") {
		comma = ","
	}
	list := func(open, shut string, items ...string) string {
		return open + space(comments) + strings.Join(items, ","+space(comments)) + space(comments) + comma + space(comments) + shut
	}
	theirs := func() string {
		return list("{", "}", `"matcher": "x"`, `"hooks":`+space(comments)+`[{"command":"theirs"}]`)
	}
	members := []string{`"a":` + space(comments) + `1`}
	if rapid.Bool().Draw(t, "hooks") {
		events := []string{`"Other": []`}
		if rapid.Bool().Draw(t, "Pre") {
			events = append(events, `"Pre":`+space(comments)+list("[", "]", theirs(), theirs()))
		}
		members = append(members, `"hooks":`+space(comments)+list("{", "}", events...))
	}
	if rapid.Bool().Draw(t, "more") {
		members = append(members, `"z": [1, 2]`)
	}
	return []byte(list("{", "}", members...) + space(false))
}

func FuzzJSON(f *testing.F) {
	f.Add([]byte("{\n  \"hooks\": {\"Pre\": [{\"hooks\": [{\"command\": \"OURS\"}]}]}, // x\n}"))
	f.Add([]byte("\ufeff{\"hooks\":{\"Pre\":[]}}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		added, err := testFormat.add("s.json", text, ours)
		if err != nil {
			return
		}
		if again, err := testFormat.entries("s.json", added); err != nil || len(again) < 2 {
			t.Fatalf("%q has %d entries, %v", added, len(again), err)
		}
		removed, err := testFormat.remove("s.json", added)
		if err != nil {
			t.Fatalf("%q: %v", added, err)
		}
		if left, err := testFormat.entries("s.json", removed); err != nil || len(left) > 0 {
			t.Fatalf("%q still has %d entries, %v", removed, len(left), err)
		}
	})
}
