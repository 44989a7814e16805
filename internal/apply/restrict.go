package apply

import (
	"fmt"
	"slices"

	"github.com/grapnel-hooks/grapnel/llm"
)

// Allows reports whether a request lets the model call a tool. What the request
// declares is also enforced: a model may call what it was told not to.
func Allows(choice *llm.ToolChoice, tool string) bool {
	switch {
	case choice == nil:
		return true
	case choice.Mode == llm.ModeNone:
		return false
	case choice.AllowedFunctionNames == nil:
		return true
	}
	return slices.Contains(choice.AllowedFunctionNames, tool)
}

// NotAllowed is what the model is told when it calls a tool that the request did
// not let it call.
func NotAllowed(tool string) string {
	return fmt.Sprintf("The tool %q may not be called now: a hook restricted the tools.", tool)
}

// narrow returns what is left of a choice of tools under a restriction, which
// has the last word. widened says that the choice wanted more.
func narrow(limit, choice *llm.ToolChoice) (narrowed *llm.ToolChoice, widened bool) {
	if limit == nil {
		return choice, false
	}
	if choice == nil {
		return limit, true
	}
	result := *choice
	if strictness(choice.Mode) < strictness(limit.Mode) {
		result.Mode, widened = limit.Mode, true
	}
	if limit.AllowedFunctionNames == nil {
		return &result, widened
	}
	if choice.AllowedFunctionNames == nil {
		result.AllowedFunctionNames = limit.AllowedFunctionNames
		return &result, true
	}
	result.AllowedFunctionNames = slices.DeleteFunc(slices.Clone(choice.AllowedFunctionNames), func(name string) bool {
		return !slices.Contains(limit.AllowedFunctionNames, name)
	})
	return &result, widened || len(result.AllowedFunctionNames) < len(choice.AllowedFunctionNames)
}

// strictness orders the modes by how little they leave to the model.
func strictness(mode string) int {
	switch mode {
	case llm.ModeNone:
		return 2
	case llm.ModeAny:
		return 1
	}
	return 0
}
