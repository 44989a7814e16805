package settings

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

const codexConfig = `model = "gpt-5.5" # mine
note = """
# grapnel: end
[[hooks.Pre]]
"""
args = [
  "a", # one
  'b]',
]

[[hooks.PreToolUse]]
matcher = "^Bash$"
[[hooks.PreToolUse.hooks]]
type = "command"
command = 'mine "x" # y'

[hooks.state."/h/hooks.json:pre_tool_use:0:0"]
trusted_hash = "sha256:00"
`

func TestTOMLIsAddedAtTheEndAndGoesAgain(t *testing.T) {
	for name, text := range map[string]string{
		"a real file":            codexConfig,
		"lines that end in CRLF": strings.ReplaceAll(codexConfig, "\n", "\r\n"),
		"an empty file":          "",
		"a blank line":           "\n",
	} {
		t.Run(name, func(t *testing.T) {
			entries := []Entry{{"PreToolUse", group(`OURS "a" \ 'b'`)}, {"Stop", []byte(`{"matcher":"x","hooks":[{"command":"OURS","timeout":5}]}`)}}
			got, err := tomlFormat{}.add("c.toml", []byte(text), entries)
			if err != nil || !bytes.HasPrefix(got, []byte(text)) {
				t.Fatalf("got %s, %v", got, err)
			}
			found, err := tomlFormat{}.entries("c.toml", got)
			same := slices.EqualFunc(found, entries, func(a, b Entry) bool { return a.Event == b.Event && jsonx.Equal(a.Group, b.Group) })
			if err != nil || !same {
				t.Errorf("found %s, %v", found, err)
			}
			back, err := tomlFormat{}.remove("c.toml", got)
			if err != nil || string(back) != text {
				t.Errorf("got %q, %v", back, err)
			}
		})
	}
}

func TestWhatIsAddedToTOMLLooksLikeThis(t *testing.T) {
	got, err := tomlFormat{}.add("c.toml", []byte("a = 1"), []Entry{{"Stop", []byte(`{"hooks":[{"type":"command","command":"x \"y\"","timeout":5}]}`)}})
	want := "a = 1\n\n" + tomlBegin + "\n[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ncommand = \"x \\\"y\\\"\"\ntimeout = 5\ntype = \"command\"\n" + tomlEnd + "\n"
	if err != nil || string(got) != want {
		t.Errorf("got  %q, %v\nwant %q", got, err, want)
	}
}

func TestTOMLThatCannotBeAddedToIsLeftAlone(t *testing.T) {
	for text, want := range map[string]string{
		"a = \"x\nb = 1\n":                    "c.toml:1:5: the string does not end",
		"a = '''x":                            "c.toml:1:5: the string does not end",
		"b = 1\na = [1,\n":                    "c.toml:2:1: the value does not end",
		"hooks = {}\n":                        "c.toml:1:1: hooks that are values",
		"x = 1\nhooks.Stop = []\n":            "c.toml:2:1: hooks that are values",
		"[hooks]\nStop = [{hooks = []}]\n":    "c.toml:2:1: hooks that are values",
		"[a]\nb = 1\n\n[hooks]\n  Stop = [\n": "c.toml:5:3: the value does not end",
	} {
		if got, err := (tomlFormat{}).add("c.toml", []byte(text), ours); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got %q, %v", text, got, err)
		}
	}
	broken := []byte("a = 1\n" + tomlBegin + "\n[[hooks.Stop]]\n")
	if _, err := (tomlFormat{}).remove("c.toml", broken); err == nil || !strings.HasPrefix(err.Error(), "c.toml:2:1: the line") {
		t.Errorf("without an end: got %v", err)
	}
}

func TestAddingToTOMLAndRemovingChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lines := rapid.SliceOf(rapid.SampledFrom(strings.SplitAfter(codexConfig, "\n"))).Draw(t, "lines")
		text := []byte(strings.Join(lines, ""))
		added, err := tomlFormat{}.add("c.toml", text, ours)
		if err != nil {
			return // a string that does not end
		}
		if back, err := (tomlFormat{}).remove("c.toml", added); err != nil || !bytes.Equal(back, text) {
			t.Fatalf("got %q, %v\nof  %q\nwas %q", back, err, added, text)
		}
	})
}

func FuzzTOML(f *testing.F) {
	f.Add([]byte(codexConfig))
	f.Add([]byte("a = \"\"\"\"x\"\"\"\"\n" + tomlBegin + "\n" + tomlEnd))
	f.Fuzz(func(t *testing.T, text []byte) {
		format := tomlFormat{}
		added, err := format.add("c.toml", text, ours)
		if err != nil {
			return
		}
		if _, err := format.entries("c.toml", added); err != nil {
			t.Fatalf("%q: %v", added, err)
		}
		_, _ = format.remove("c.toml", text)
	})
}
