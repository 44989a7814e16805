// Package hosttest checks that an agent gives hooks the effects they are meant
// to have. It has a table of effects by event and dialect, and plays each of them
// with real hook processes: with one and with several hooks, and with one and
// with several tool calls at once. What it looks at is what the model got and
// what the user was shown.
//
// Package host and every adapter run the same table.
package hosttest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel"
	"github.com/grapnel-hooks/grapnel/llm"
)

// Script is what an agent is to play: it gets the prompt "go", its model calls
// the tool "echo" as often as Calls says, all at once, with {"n": 1} and so on,
// and then says "all done". The tool gives back "got " and its input. Then the
// session ends.
type Script struct {
	Hooks *grapnel.System
	Calls int
	// User says that there is a user who confirms tool calls.
	User bool
}

// Played is what came of a script.
type Played struct {
	Requests []*llm.Request // as they left for the model
	Runs     int            // how often the tool ran
	// User is everything that the user was shown: answers, results of tools,
	// notes, and why the agent stopped.
	User []string
}

// Agent is an agent that can play scripts.
type Agent struct {
	Play func(t *testing.T, s Script) Played
	// OneResult says that the user is shown the very result of a tool that the
	// model gets, with what hooks have added to it.
	OneResult bool
}

// Run plays all effects with an agent.
func Run(t *testing.T, agent Agent) {
	for _, effect := range effects() {
		if agent.OneResult {
			effect.aside = ""
		}
		for _, hooks := range []int{1, 2} {
			for _, calls := range []int{1, 3} {
				name := fmt.Sprintf("%s/%s/%s/%d_hooks_%d_calls", effect.dialect, effect.event, effect.name, hooks, calls)
				t.Run(strings.ReplaceAll(name, " ", "_"), func(t *testing.T) {
					t.Parallel()
					played := agent.Play(t, Script{Hooks: effect.system(t, hooks), Calls: calls, User: effect.user})
					effect.check(t, played, hooks, calls)
				})
			}
		}
	}
}

// effect is what hooks do at an event, and what has to come of it. In texts,
// <…%d> stands for that of every hook, one per line, and %d for the number of the
// first hook.
type effect struct {
	dialect, event, name string
	hook                 string // a shell command; %d is the number of the hook
	user                 bool   // there is one, who says yes
	requests             int    // how many the model gets
	refused              bool   // the tool does not run
	stops                bool   // the tool runs at least once, but perhaps not for every call
	model                string // has to be in the last request
	everyCall            bool   // and in it once for every call
	notModel             string // must not be in any request
	shown, notShown      string // what the user has to see, and must not see
	aside                string // what the model reads in a result, and the user does not
}

// system returns hooks that all do the same.
func (e effect) system(t *testing.T, hooks int) *grapnel.System {
	t.Helper()
	dir := t.TempDir()
	var list []any
	for n := 1; n <= hooks; n++ {
		command := strings.ReplaceAll(e.hook, "%d", fmt.Sprint(n))
		switch e.dialect {
		case "massgen":
			list = append(list, map[string]any{"type": "command", "handler": command})
		default:
			list = append(list, map[string]any{"type": "command", "command": command})
		}
	}
	var config any
	switch e.dialect {
	case "llxprt":
		config = map[string]any{"hooks": map[string]any{e.event: []any{map[string]any{"sequential": true, "hooks": list}}}}
	case "wave":
		config = map[string]any{"hooks": map[string]any{e.event: []any{map[string]any{"hooks": list}}}}
	case "massgen":
		config = map[string]any{"hooks": map[string]any{e.event: list}}
	case "pi":
		for i := range list {
			delete(list[i].(map[string]any), "type")
		}
		config = map[string]any{e.event: list}
	}
	file := filepath.Join(dir, "hooks.json")
	raw, err := json.Marshal(config)
	if err == nil {
		err = os.WriteFile(file, raw, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	system := grapnel.New(grapnel.Options{Dialect: e.dialect, Dir: dir, ConfigFiles: []string{file}, SessionID: "s1"})
	if err := system.Initialize(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(system.Close)
	return system
}

// check compares what was played with what has to come of it.
func (e effect) check(t *testing.T, p Played, hooks, calls int) {
	t.Helper()
	user := strings.Join(p.User, "\n")
	if len(p.Requests) != e.requests {
		t.Fatalf("the model got %d requests, want %d; the user saw:\n%s", len(p.Requests), e.requests, user)
	}
	least, most := calls, calls
	switch {
	case e.refused:
		least, most = 0, 0
	case e.stops:
		least = 1
	}
	if p.Runs < least || p.Runs > most {
		t.Errorf("the tool ran %d times for %d calls", p.Runs, calls)
	}
	if len(p.Requests) > 0 {
		e.checkLast(t, text(p.Requests[len(p.Requests)-1]), hooks, calls)
	}
	for _, r := range p.Requests {
		lacks(t, "the model", text(r), expand(e.notModel, hooks))
	}
	has(t, "the user", user, expand(e.shown, hooks))
	lacks(t, "the user", user, expand(e.notShown, hooks))
	lacks(t, "the user", user, e.aside)
}

func (e effect) checkLast(t *testing.T, request string, hooks, calls int) {
	t.Helper()
	want := expand(e.model, hooks)
	has(t, "the model", request, want)
	if n := strings.Count(request, want); e.everyCall && n != calls {
		t.Errorf("the model reads %q %d times, want once for each of %d calls:\n%s", want, n, calls, request)
	}
}

// expand fills in what each of the hooks says.
func expand(template string, hooks int) string {
	all := regexp.MustCompile(`<[^<>]*%d[^<>]*>`).ReplaceAllStringFunc(template, func(each string) string {
		var lines []string
		for n := 1; n <= hooks; n++ {
			lines = append(lines, strings.ReplaceAll(each[1:len(each)-1], "%d", fmt.Sprint(n)))
		}
		return strings.Join(lines, "\n")
	})
	return strings.ReplaceAll(all, "%d", "1")
}

func has(t *testing.T, who, got, want string) {
	t.Helper()
	if !strings.Contains(got, want) {
		t.Errorf("%s does not read %q, but:\n%s", who, want, got)
	}
}

func lacks(t *testing.T, who, got, unwanted string) {
	t.Helper()
	if unwanted != "" && strings.Contains(got, unwanted) {
		t.Errorf("%s reads %q:\n%s", who, unwanted, got)
	}
}

// text is everything that a request lets the model read.
func text(r *llm.Request) string {
	var b strings.Builder
	if r.SystemInstruction != nil {
		fmt.Fprintf(&b, "instruction: %s\n", r.SystemInstruction.Text())
	}
	for _, content := range r.Contents {
		fmt.Fprintf(&b, "%s: %s", content.Role, content.Text())
		for _, part := range content.Parts {
			if call, ok := part.Call(); ok {
				fmt.Fprintf(&b, " call %s %s", call.Name, call.Args)
			}
			if result, ok := part.Result(); ok {
				fmt.Fprintf(&b, " result %s", resultText(result.Response))
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// resultText is the text of a tool's result, whatever its member is called.
func resultText(raw json.RawMessage) string {
	var members map[string]any
	if json.Unmarshal(raw, &members) != nil {
		return string(raw)
	}
	var texts []string
	for _, value := range members {
		if s, ok := value.(string); ok {
			texts = append(texts, s)
		}
	}
	return strings.Join(texts, " ")
}
