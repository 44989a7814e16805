//go:build unix

package compare_test

import (
	"testing"

	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/workbench/compare"
)

// What is found out by trying, as far as it is easy to find out wrongly. That
// the documentation has the same is for internal/comparison to test.
func TestFactsAreFoundOutByTrying(t *testing.T) {
	want := map[string]map[string]string{
		"llxprt": {
			"exit code 2 before a tool": "blocks; stderr is the reason",
			"JSON with exit code 1":     "is not read",
			"new input for a tool":      "`hookSpecificOutput.tool_input` is laid over the old one",
			"timeout":                   "`timeout` in milliseconds; 60000 by default",
			"a hook that fails":         "lets the tool run; the model reads stderr",
			"the same command twice":    "runs once per event",
		},
		"wave": {
			"exit code 2 before a tool":        "blocks; stderr is the reason, unless there is a JSON answer",
			"JSON with exit code 1":            "counts",
			"new input for a tool":             "`hookSpecificOutput.updatedInput` replaces the old one",
			"timeout":                          "`timeout` in seconds; 600 by default, 600 at most",
			"after a block":                    "the other hooks run, too",
			"words for yes, no and a question": "`permissionDecision: allow`; `permissionDecision: deny`, `permissionDecision: block`; `permissionDecision: ask`",
		},
		"claude": {
			"hooks are on":                     "unless `\"disableAllHooks\": true`",
			"exit code 2 before a tool":        "blocks; stderr is the reason",
			"JSON with exit code 1":            "counts",
			"a hook that fails":                "lets the tool run; the user reads stderr; with `onFailure: \"block\"` it can block",
			"words for yes, no and a question": "`permissionDecision: allow`, `decision: approve`; `permissionDecision: deny`; `permissionDecision: ask`",
			"new input for a tool":             "`hookSpecificOutput.updatedInput` replaces the old one",
			"order":                            "all at the same time",
			"the same command twice":           "runs once per event",
		},
		"codex": {
			"hooks are on":              "always",
			"exit code 2 before a tool": "blocks; stderr is the reason",
			"JSON with exit code 1":     "counts",
			"a hook that fails":         "lets the tool run; the user reads stderr",
			"order":                     "all at the same time",
			"the same command twice":    "runs twice",
		},
		"qwen": {
			"hooks are on":              "unless `\"disableAllHooks\": true`",
			"exit code 2 before a tool": "blocks; stderr is the reason",
			"JSON with exit code 1":     "counts",
			"order":                     "all at the same time",
			"the same command twice":    "runs once per event",
		},
		"gemini": {
			"hooks are on":              "unless `hooksConfig.enabled` is false",
			"exit code 2 before a tool": "blocks; stderr is the reason",
			"JSON with exit code 1":     "counts",
			"after a block":             "the other hooks run, too",
			"order":                     "all at the same time, unless a group is `sequential`",
			"the same command twice":    "runs once per event",
		},
		"massgen": {
			"exit code 2 before a tool":    "is a failure and blocks nothing",
			"JSON with exit code 1":        "is not read",
			"event's name on stdin":        "`hook_type`",
			"text on stdout, after a tool": "is a failure",
			"new input for a tool":         "`updated_input` replaces the old one",
			"a hook that fails":            "lets the tool run; with `fail_closed: true` it can block",
			"`continue: false`":            "has no effect",
		},
		"pi": {
			"exit code 2 before a tool":    "blocks; stderr is the reason",
			"JSON with exit code 1":        "counts",
			"text on stdout, after a tool": "is context for the model",
			"new input for a tool":         "`updatedInput` is laid over the old one",
			"context after a tool":         "`additionalContext`, `hookSpecificOutput.additionalContext`, to the next turn",
			"started as":                   "`/bin/sh -lc COMMAND`",
			"a hook that fails":            "lets the tool run; with `failOpen: false` it can block",
		},
	}
	for _, d := range all.Dialects() {
		got := map[string]string{}
		for _, f := range compare.Of(d) {
			got[f.Topic] = f.Text
			if f.Text == "" {
				t.Errorf("%s: nothing is said about %q", d.Name(), f.Topic)
			}
		}
		for topic, text := range want[d.Name()] {
			if got[topic] != text {
				t.Errorf("%s, %s:\n got  %s\n want %s", d.Name(), topic, got[topic], text)
			}
		}
	}
}
