// Command grapnel-agent is a small coding agent with hooks: Gemini, five tools,
// and whatever the hook configuration of the project says.
//
//	GEMINI_API_KEY=… grapnel-agent --prompt "fix the failing test" --yes
//	GEMINI_API_KEY=… grapnel-agent
//
// With a prompt, from the flag or from a pipe, it works on that and ends: the
// answer is on standard output, everything else on standard error. Without, it
// asks for prompts on the terminal; Ctrl-C cancels the present one and Ctrl-D
// ends.
//
// Files are read and written below one directory only. An agent that takes
// prompts from the terminal asks there before each shell command; otherwise
// commands are refused unless --yes allows them all.
//
// The exit code is 0 if the work is done, 1 after a failure, 2 for wrong usage,
// 3 if hooks stopped the agent, rejected the prompt or blocked the model call
// without an answer, and 130 if it was cancelled.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"golang.org/x/term"
)

// The exit codes.
const (
	exitDone      = 0
	exitFailed    = 1
	exitUsage     = 2
	exitStopped   = 3
	exitCancelled = 130
)

func main() {
	log.SetOutput(io.Discard) // the SDK logs errors that it also returns
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	code := run(ctx, os.Args[1:], console{
		in: os.Stdin, out: os.Stdout, err: os.Stderr,
		terminal:   term.IsTerminal(int(os.Stdin.Fd())),
		interrupts: interrupts,
		environ:    os.Environ(),
	})
	stop()
	os.Exit(code)
}

// console is what connects the agent with its user.
type console struct {
	in         io.Reader
	out, err   io.Writer
	terminal   bool // somebody is there to ask
	interrupts <-chan os.Signal
	environ    []string
}

// getenv returns a variable of the environment.
func (c console) getenv(name string) string {
	for _, variable := range c.environ {
		if value, ok := strings.CutPrefix(variable, name+"="); ok {
			return value
		}
	}
	return ""
}

// settings are what the command line says.
type settings struct {
	model, baseURL, prompt, dir string
	configs                     []string
	maxTurns                    int
	yes                         bool
}

func parse(args []string, stderr io.Writer) (settings, error) {
	var s settings
	flags := flag.NewFlagSet("grapnel-agent", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&s.model, "model", "gemini-2.5-flash", "`name` of the model")
	flags.StringVar(&s.baseURL, "base-url", "", "`address` of the API, if not Google's")
	flags.StringVar(&s.prompt, "prompt", "", "work on this `text` and end")
	flags.StringVar(&s.dir, "dir", ".", "work in this `directory`")
	flags.Func("config", "read hooks from this `file` instead of the usual places; may be repeated", func(file string) error {
		s.configs = append(s.configs, file)
		return nil
	})
	flags.IntVar(&s.maxTurns, "max-turns", 50, "call the model at most this `often` for one prompt")
	flags.BoolVar(&s.yes, "yes", false, "run shell commands without asking")
	err := flags.Parse(args)
	if err != nil {
		return s, err // it has been said
	}
	switch {
	case flags.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q; the prompt goes after --prompt", flags.Arg(0))
	case s.maxTurns < 1:
		err = fmt.Errorf("--max-turns is %d, but has to be at least 1", s.maxTurns)
	}
	if err != nil {
		fmt.Fprintln(stderr, "grapnel-agent:", err)
	}
	return s, err
}

// run is the whole program.
func run(ctx context.Context, args []string, c console) (code int) {
	s, err := parse(args, c.err)
	if errors.Is(err, flag.ErrHelp) {
		return exitDone
	}
	if err != nil {
		return exitUsage
	}
	interactive := s.prompt == "" && c.terminal
	if s.prompt == "" && !c.terminal {
		piped, err := io.ReadAll(c.in)
		if err != nil {
			fmt.Fprintln(c.err, "grapnel-agent: read the prompt:", err)
			return exitFailed
		}
		if s.prompt = strings.TrimSpace(string(piped)); s.prompt == "" {
			fmt.Fprintln(c.err, "grapnel-agent: there is no prompt: give one with --prompt or on standard input")
			return exitUsage
		}
	}
	a, err := newAgent(ctx, s, c, interactive)
	if err != nil {
		fmt.Fprintln(c.err, "grapnel-agent:", err)
		return exitFailed
	}
	defer a.close()
	if interactive {
		return a.converse(ctx)
	}
	return a.work(ctx, s.prompt)
}
