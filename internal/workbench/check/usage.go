package check

import (
	"path/filepath"
	"strings"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
)

// usage is what a hook's command starts, as far as that is certain.
type usage struct {
	err   error // why there is nothing that could be started
	shell string
	text  string // what the shell reads, if there is one
	calls []call
	bad   error // why our parser does not understand the text
	// moves says that relative paths may be relative to another directory, and
	// defines that names may not be those of programs in PATH.
	moves, defines bool
	login          bool // start-up files may add to PATH
	handler        bool // it is a function that a worker calls
}

// call is a program that is started, with its first arguments as far as they
// are known.
type call []string

// uses returns what a hook starts. Many hooks often have the same command.
func (c *Config) uses(def hook.Definition) usage {
	key := strings.Join(append([]string{def.Type, def.Event, def.Command}, def.Env...), "\x00")
	u, known := c.usage[key]
	if !known {
		u = c.findUsage(def)
		c.usage[key] = u
	}
	return u
}

func (c *Config) findUsage(def hook.Definition) usage {
	program, err := c.Dialect.Program(def, c.Env.Project)
	switch {
	case err != nil:
		return usage{err: err}
	case program.Handler != "":
		return usage{handler: true}
	}
	shell, login, text := shellCommand(program.Argv)
	if shell == "" {
		return usage{calls: []call{program.Argv}}
	}
	u := c.shell.parseCommand(text, c.variables(def))
	u.shell, u.text, u.login = shell, text, login
	return u
}

// shellCommand takes apart an argument vector like sh -c COMMAND.
func shellCommand(argv []string) (shell string, login bool, text string) {
	if len(argv) != 3 {
		return "", false, ""
	}
	name := filepath.Base(argv[0])
	if (name == "sh" || name == "bash") && (argv[1] == "-c" || argv[1] == "-lc") {
		return argv[0], argv[1] == "-lc", argv[2]
	}
	return "", false, ""
}

// variables are those whose value is known before anything runs.
func (c *Config) variables(def hook.Definition) map[string]string {
	ev := hook.Event{Type: c.event(def.Event), Session: hook.Session{Dir: c.Env.Project}, Time: time.Now(), Fields: hook.Object{}}
	_, env := c.Dialect.Input(ev)
	known := map[string]string{"PWD": c.Env.Project, "HOME": c.Env.Home}
	for _, variable := range append(env, def.Env...) {
		name, value, _ := strings.Cut(variable, "=")
		known[name] = value
	}
	for name, value := range known {
		if value == "" {
			delete(known, name) // it depends on the event
		}
	}
	return known
}

// path is the file that a word of a command names; ok is false if that is not
// certain.
func (c *Config) path(u usage, word string) (path string, ok bool) {
	if filepath.IsAbs(word) {
		return filepath.Clean(word), true
	}
	return filepath.Join(c.Env.Project, word), !u.moves
}
