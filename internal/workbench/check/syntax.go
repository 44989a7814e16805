package check

import (
	"bytes"
	"context"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/lazyregexp"
	"github.com/grapnel-hooks/grapnel/internal/engine/process"
)

// syntaxLimit bounds the time that a shell may take to read a script.
const syntaxLimit = 5 * time.Second

// suspect is a script or command that our own parser does not understand. The
// shell has the last word.
type suspect struct {
	argv    []string
	at      hook.Position
	inFile  bool // argv ends with the file that the shell's line numbers are of
	what    string
	finding *Finding
}

// syntaxErrors notices scripts and commands that their shell cannot read. Only
// what our own parser refuses is shown to the shell: starting one for each of a
// thousand scripts would take seconds.
func syntaxErrors(c *Config) []Finding {
	suspects := slices.Concat(c.suspectScripts(), c.suspectCommands(), c.nodeScripts())
	slots := make(chan struct{}, runtime.NumCPU())
	var all sync.WaitGroup
	for _, s := range suspects {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			s.ask()
		})
	}
	all.Wait()
	var found []Finding
	for _, s := range suspects {
		if s.finding != nil {
			found = append(found, *s.finding)
		}
	}
	return found
}

func (c *Config) suspectScripts() []*suspect {
	var list []*suspect
	for _, s := range c.scripts() {
		if s.shell == "" || s.isOtherLanguage() || bytes.Contains(s.text, []byte("\r\n")) || len(s.text) == maxScript || c.shell.understands(s) {
			continue
		}
		list = append(list, &suspect{
			argv: []string{s.shell, "-n", s.path}, at: s.at(1), inFile: true,
			what: "the hook at " + c.shortPosition(s.by.Origin) + " runs this file",
		})
	}
	return list
}

// nodeScripts are all that Node reads, for which we have no parser of our own.
func (c *Config) nodeScripts() []*suspect {
	if !c.inPath.has("node") {
		return nil
	}
	var list []*suspect
	for _, s := range c.scripts() {
		if s.language() == "node" {
			list = append(list, &suspect{
				argv: []string{"node", "--check", s.path}, at: s.at(1), inFile: true,
				what: "the hook at " + c.shortPosition(s.by.Origin) + " runs this file",
			})
		}
	}
	return list
}

func (c *Config) suspectCommands() []*suspect {
	var list []*suspect
	seen := map[string]bool{}
	for _, def := range c.definitions() {
		if u := c.uses(def); u.bad != nil && !seen[u.text] {
			seen[u.text] = true
			list = append(list, &suspect{
				argv: []string{u.shell, "-n", "-c", u.text}, at: c.atCommand(def), what: "the command cannot be read",
			})
		}
	}
	return list
}

// ask lets the shell read the script without running it.
func (s *suspect) ask() {
	done := process.Run(context.Background(), process.Command{
		Argv: s.argv, Env: append(os.Environ(), "LC_ALL=C"), Timeout: syntaxLimit, MaxOutput: 64 << 10,
	})
	if done.Ending != process.Exited || done.ExitCode == 0 {
		return // it is fine, or there is no such shell here
	}
	line, message := shellError(string(done.Stderr))
	program := "the shell"
	if s.argv[0] == "node" {
		program = "Node"
		line, message = nodeError(string(done.Stderr))
	}
	at := s.at
	if s.inFile && line > 0 {
		at.Line = line
		message += "; " + s.what
	} else {
		message = s.what + ": " + message
	}
	f := errorf(at, "%s", message).fixf("correct it; until then %s ends with exit code %d, whatever the event is", program, done.ExitCode)
	s.finding = &f
}

// shellMessage is what shells write about a script: "x.sh: line 3: syntax
// error …", or without the word "line".
var shellMessage = lazyregexp.New(`^.*?: (?:-c: )?(?:line )?(\d+): (.*)$`)

func shellError(stderr string) (line int, message string) {
	first, _, _ := strings.Cut(strings.TrimSpace(stderr), "\n")
	parts := shellMessage().FindStringSubmatch(first)
	if parts == nil {
		return 0, first
	}
	line, _ = strconv.Atoi(parts[1]) // digits, so at worst too many
	return line, parts[2]
}

// nodeError finds in what Node writes about a script the line, which is behind
// the name of the file at the top, and the message, which follows an excerpt.
func nodeError(stderr string) (line int, message string) {
	first, rest, _ := strings.Cut(strings.TrimSpace(stderr), "\n")
	line, _ = strconv.Atoi(first[strings.LastIndexByte(first, ':')+1:]) // 0 if there is none
	for text := range strings.Lines(rest) {
		if strings.HasPrefix(text, "SyntaxError: ") {
			return line, strings.TrimSpace(strings.TrimPrefix(text, "SyntaxError: "))
		}
	}
	return line, first
}
