package cli

import (
	"fmt"
	"strings"
	"time"

	"mvdan.cc/sh/v3/syntax"

	"github.com/grapnel-hooks/grapnel/hook"
)

// explanation is the JSON form of `grapnel explain`.
type explanation struct {
	Event       string            `json:"event"`
	Subject     string            `json:"subject"` // what matchers were tested against
	Dialect     string            `json:"dialect"`
	Why         string            `json:"why"` // this dialect
	Enabled     bool              `json:"enabled"`
	Sequential  bool              `json:"sequential"`
	Files       []string          `json:"files"`
	Dir         string            `json:"dir"`
	Stdin       string            `json:"stdin"`
	Env         []string          `json:"env"` // what is added for all hooks
	Hooks       []plannedHook     `json:"hooks"`
	NotRun      []idleHook        `json:"notRun"`
	Diagnostics []hook.Diagnostic `json:"diagnostics"`
	broken      bool
}

// plannedHook is a hook that would run.
type plannedHook struct {
	listedHook
	Argv    []string `json:"argv"`
	Handler string   `json:"handler,omitempty"` // what a worker is to call
	Env     []string `json:"env"`               // what is added for this hook alone
	Error   string   `json:"error,omitempty"`   // why it could not be started
}

// idleHook is a hook that would not run.
type idleHook struct {
	listedHook
	Reason string `json:"reason"`
	Why    string `json:"why"`
}

func (x explanation) print(p printer) {
	p.linef("%s  %s", p.paint(bold, x.title()), p.paint(dim, fmt.Sprintf("read as %s, because %s", x.Dialect, x.near(x.Why))))
	switch total := len(x.Hooks) + len(x.NotRun); {
	case x.broken: // which the diagnostics say
	case len(x.Files) == 0:
		p.linef("No configuration file found.")
	case len(x.Hooks) == 0:
		p.linef("None of %s would run.", count(total, "hook"))
	default:
		p.linef("%d of %s would run%s.", len(x.Hooks), count(total, "hook"), x.manner())
	}
	for i, h := range x.Hooks {
		h.print(p, i)
	}
	if len(x.Hooks) > 0 {
		x.printInput(p)
	}
	if len(x.NotRun) > 0 {
		p.linef("\nWould not run:")
	}
	for _, h := range x.NotRun {
		p.linef("  %s  %s", display(h.listedHook), p.paint(dim, relative(h.Origin)))
		p.linef("      %s", indent(x.near(h.Why)))
	}
	if len(x.Diagnostics) > 0 {
		p.linef("")
	}
	for _, d := range x.Diagnostics {
		d.Problem, d.Fix, d.Position.File = x.near(d.Problem), x.near(d.Fix), x.near(d.Position.File)
		p.diagnostic("", d)
	}
}

// near shortens the names of configuration files in a text.
func (x explanation) near(text string) string {
	for _, file := range x.Files {
		text = relativeIn(text, file)
	}
	return text
}

func (x explanation) title() string {
	if x.Subject == "" {
		return x.Event
	}
	return x.Event + " " + x.Subject
}

// manner says how the hooks run beside each other.
func (x explanation) manner() string {
	switch {
	case len(x.Hooks) < 2:
		return ""
	case x.Sequential:
		return ", one after the other; each reads the event as those before it have left it"
	}
	return ", all at the same time"
}

func (h plannedHook) print(p printer, i int) {
	p.linef("\n%d. %s  %s", i+1, display(h.listedHook), p.paint(dim, relative(h.Origin)))
	matcher := h.Matcher
	if matcher == "" {
		matcher = "none: it is for all"
	}
	p.linef("   %s %s", p.paint(dim, "matcher"), matcher)
	if h.If != "" {
		p.linef("   %s      %s", p.paint(dim, "if"), h.If)
	}
	if h.Effect != "" {
		p.linef("   %s  %s", p.paint(dim, "effect"), indent(h.Effect))
		return
	}
	p.linef("   %s %v", p.paint(dim, "timeout"), time.Duration(h.TimeoutMs*float64(time.Millisecond)))
	switch {
	case h.Error != "":
		p.linef("   %s %s", p.paint(red, "cannot be run:"), indent(h.Error))
	case h.Handler != "":
		p.linef("   %s %s, called in a worker of %s", p.paint(dim, "program"), h.Handler, h.Argv[0])
	default:
		p.linef("   %s %s", p.paint(dim, "program"), indent(quoted(h.Argv)))
	}
	for _, variable := range h.Env {
		p.linef("   %s     %s", p.paint(dim, "env"), indent(variable))
	}
}

func (x explanation) printInput(p printer) {
	p.linef("\nIn %s, with this added to the environment:", x.Dir)
	for _, variable := range x.Env {
		p.linef("  %s", indent(variable))
	}
	p.linef("\nand on standard input:")
	p.linef("  %s", indent(x.Stdin))
}

// display is what people call a hook, in one line.
func display(h listedHook) string {
	def := hook.Definition{Name: h.Name, Type: h.Type, Command: h.Command}
	return fmt.Sprintf("%.60s", strings.ReplaceAll(def.DisplayName(), "\n", " "))
}

// quoted writes an argument vector as one would type it.
func quoted(argv []string) string {
	words := make([]string, len(argv))
	for i, arg := range argv {
		word, err := syntax.Quote(arg, syntax.LangBash)
		if err != nil {
			word = fmt.Sprintf("%q", arg)
		}
		words[i] = word
	}
	return strings.Join(words, " ")
}
