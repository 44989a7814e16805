package cli

import (
	"strconv"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/workbench/check"
)

// checkReport is the JSON form of `grapnel check`.
type checkReport struct {
	Configurations []checkedConfig `json:"configurations"`
	Findings       []finding       `json:"findings"`
	Errors         int             `json:"errors"`
	Warnings       int             `json:"warnings"`
}

// checkedConfig is what was taken for the configuration of a dialect.
type checkedConfig struct {
	Dialect string   `json:"dialect"`
	Why     string   `json:"why"`
	Files   []string `json:"files"`
	Hooks   int      `json:"hooks"`
}

// finding is a finding with its place.
type finding struct {
	check.Finding
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`

	excerpt, caret string
}

func newCheckReport(parts []checked) checkReport {
	r := checkReport{Configurations: []checkedConfig{}, Findings: []finding{}}
	for _, part := range parts {
		c := part.config
		if c == nil {
			c = &check.Config{}
		} else {
			r.Configurations = append(r.Configurations, checkedConfig{
				Dialect: c.Dialect.Name(), Why: part.why, Files: append([]string{}, c.Files()...), Hooks: c.Hooks(),
			})
		}
		for _, found := range part.findings {
			at := found.Position
			f := finding{Finding: found, File: at.File, Line: at.Line, Column: at.Column}
			f.excerpt, f.caret = c.Excerpt(at)
			r.add(f)
		}
		for _, d := range part.above {
			r.add(finding{Finding: check.Finding{Level: d.Level, Check: d.Code, Message: d.Problem, Fix: d.Fix}})
		}
	}
	return r
}

func (r *checkReport) add(f finding) {
	r.Findings = append(r.Findings, f)
	switch f.Level {
	case hook.LevelError:
		r.Errors++
	case hook.LevelWarn:
		r.Warnings++
	}
}

func (r checkReport) print(p printer) {
	hooks := 0
	for _, c := range r.Configurations {
		hooks += c.Hooks
		for _, file := range c.Files {
			p.linef("%s: read as %s, because %s", relative(file), p.paint(bold, c.Dialect), relativeIn(c.Why, file))
		}
	}
	for _, f := range r.Findings {
		f.print(p)
	}
	if len(r.Findings) > 0 {
		p.linef("")
	}
	p.linef("%s checked: %s, %s", count(hooks, "hook"), count(r.Errors, "error"), count(r.Warnings, "warning"))
}

// relativeIn shortens the name of a file in a text.
func relativeIn(text, file string) string {
	return strings.ReplaceAll(text, file, relative(file))
}

func (f finding) print(p printer) {
	word := string(f.Level)
	if f.Level == hook.LevelWarn {
		word = "warning"
	}
	var at painted
	if place := (hook.Position{File: relative(f.File), Line: f.Line, Column: f.Column}).String(); place != "" {
		at = p.paint(bold, place) + ": "
	}
	p.linef("")
	p.linef("%s%s %s %s", at, p.paint(levelColour(f.Level), word+":"), indent(f.Message), p.paint(dim, "["+f.Check+"]"))
	if f.caret != "" {
		number := strconv.Itoa(f.Line)
		p.linef("  %s | %s", number, f.excerpt)
		p.linef("  %s | %s", strings.Repeat(" ", len(number)), p.paint(levelColour(f.Level), f.caret))
	}
	if f.Fix != "" {
		p.linef("  %s %s", p.paint(dim, "fix:"), indent(f.Fix))
	}
}
