package suggest

import (
	"strings"
	"testing"
)

func TestNearest(t *testing.T) {
	candidates := []string{"BeforeTool", "AfterTool", "command", "type"}
	for word, want := range map[string]string{
		"BeforTool":              "BeforeTool",
		"beforetool":             "BeforeTool",
		"comamnd":                "command", // a swap is one slip
		"tpye":                   "type",
		"tool":                   "",
		"AfterToolo":             "AfterTool",
		"":                       "",
		strings.Repeat("x", 101): "",
	} {
		if got := Nearest(word, candidates); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}
