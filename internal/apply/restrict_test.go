package apply

import (
	"slices"
	"testing"

	"github.com/grapnel-hooks/grapnel/llm"
)

func TestAllows(t *testing.T) {
	tests := []struct {
		name   string
		config *llm.ToolChoice
		want   bool
	}{
		{"no restriction", nil, true},
		{"a mode alone", &llm.ToolChoice{Mode: llm.ModeAny}, true},
		{"in the list", &llm.ToolChoice{Mode: llm.ModeAny, AllowedFunctionNames: []string{"a"}}, true},
		{"not in the list", &llm.ToolChoice{Mode: llm.ModeAuto, AllowedFunctionNames: []string{"b"}}, false},
		{"an empty list", &llm.ToolChoice{Mode: llm.ModeAuto, AllowedFunctionNames: []string{}}, false},
		{"NONE", &llm.ToolChoice{Mode: llm.ModeNone}, false},
		{"NONE beside a list", &llm.ToolChoice{Mode: llm.ModeNone, AllowedFunctionNames: []string{"a"}}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Allows(tt.config, "a"); got != tt.want {
				t.Errorf("got %v", got)
			}
		})
	}
}

func TestARestrictionIsNeverWidened(t *testing.T) {
	choice := func(mode string, names ...string) *llm.ToolChoice {
		return &llm.ToolChoice{Mode: mode, AllowedFunctionNames: names}
	}
	for name, tt := range map[string]struct {
		limit, wanted, want *llm.ToolChoice
		widened             bool
	}{
		"no restriction":            {nil, choice(llm.ModeAny, "a"), choice(llm.ModeAny, "a"), false},
		"the choice is gone":        {choice(llm.ModeAuto, "a"), nil, choice(llm.ModeAuto, "a"), true},
		"NONE to AUTO":              {choice(llm.ModeNone), choice(llm.ModeAuto), choice(llm.ModeNone), true},
		"AUTO to NONE":              {choice(llm.ModeAuto), choice(llm.ModeNone), choice(llm.ModeNone), false},
		"one name of two":           {choice(llm.ModeAny, "a", "b"), choice(llm.ModeAny, "b"), choice(llm.ModeAny, "b"), false},
		"another name":              {choice(llm.ModeAny, "a"), choice(llm.ModeAny, "a", "b"), choice(llm.ModeAny, "a"), true},
		"no list under a list":      {choice(llm.ModeAny, "a"), choice(llm.ModeAny), choice(llm.ModeAny, "a"), true},
		"a list under a mode alone": {choice(llm.ModeAny), choice(llm.ModeAny, "a"), choice(llm.ModeAny, "a"), false},
	} {
		t.Run(name, func(t *testing.T) {
			got, widened := narrow(tt.limit, tt.wanted)
			if got.Mode != tt.want.Mode || !slices.Equal(got.AllowedFunctionNames, tt.want.AllowedFunctionNames) || widened != tt.widened {
				t.Errorf("got %+v, widened %v", got, widened)
			}
		})
	}
}
