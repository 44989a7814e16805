//go:build unix

package docs_test

import (
	"regexp"
	"strings"
	"testing"
)

// page is a page of the documentation as a list of things to do.
//
//   - A block of sh is run. A block of text right after it is what it prints;
//     without one, it prints nothing.
//   - Another block below a line with nothing but `a/path` and a colon is a file.
//   - A comment that begins with "<!-- sh" is run, too, but not shown: what a
//     reader has anyway. "<!-- needs a b -->" names programs.
type page struct {
	chunks []chunk
	steps  []step
}

// chunk is text as it stands in the page, or what a step prints.
type chunk struct {
	text   string
	prints int // the step, or -1
}

type step struct {
	line   int
	file   string // "" for commands
	text   string
	output string
	needs  []string
}

var (
	blocks   = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```\n|^<!-- (sh|needs)\\b(.*?)-->\n")
	fileName = regexp.MustCompile("(?m)^`([^`\n]+)`:\n\n\\z")
)

func parse(text string) page {
	var p page
	var needs []string
	end := 0
	shown := func(to int) { p.chunks = append(p.chunks, chunk{text[end:to], -1}); end = to }
	for _, m := range blocks.FindAllStringSubmatchIndex(text, -1) {
		group := func(n int) string {
			if m[2*n] < 0 {
				return ""
			}
			return text[m[2*n]:m[2*n+1]]
		}
		s := step{line: 1 + strings.Count(text[:m[0]], "\n"), text: group(2), needs: needs}
		file := fileName.FindStringSubmatch(text[:m[0]])
		switch last := len(p.steps) - 1; {
		case group(3) == "needs":
			needs = strings.Fields(group(4))
		case group(3) == "sh":
			s.text = strings.TrimLeft(group(4), "\n")
			p.steps = append(p.steps, s)
		case group(1) == "sh":
			p.steps = append(p.steps, s)
		case group(1) == "text" && last >= 0 && strings.TrimSpace(text[end:m[0]]) == "":
			shown(m[4])
			p.steps[last].output = group(2)
			p.chunks = append(p.chunks, chunk{prints: last})
			end = m[5]
		case file != nil:
			s.file = file[1]
			p.steps = append(p.steps, s)
		}
		shown(m[1])
	}
	shown(len(text))
	return p
}

// String returns the page with what its steps print.
func (p page) String() string {
	var b strings.Builder
	for _, c := range p.chunks {
		b.WriteString(c.text)
		if c.prints >= 0 && p.steps[c.prints].output != "" {
			b.WriteString(strings.TrimRight(p.steps[c.prints].output, "\n") + "\n")
		}
	}
	return b.String()
}

func TestParse(t *testing.T) {
	const text = "# P\n\n`a/b.sh`:\n\n```bash\n#!/bin/sh\n```\n\n```sh\ncat a\n```\n\n```text\nold\n```\n\n" +
		"<!-- needs jq -->\n<!-- sh\nls\n-->\n```json\n{}\n```\nand `x`:\n\n```go\n```\nthe end\n"
	p := parse(text)
	if p.String() != text {
		t.Errorf("the page changes:\n%s", p)
	}
	if len(p.steps) != 3 {
		t.Fatalf("%d steps: %+v", len(p.steps), p.steps)
	}
	file, run, hidden := p.steps[0], p.steps[1], p.steps[2]
	if file.file != "a/b.sh" || file.text != "#!/bin/sh\n" || file.line != 5 {
		t.Errorf("file: %+v", file)
	}
	if run.text != "cat a\n" || run.output != "old\n" {
		t.Errorf("run: %+v", run)
	}
	if hidden.text != "ls\n" || len(hidden.needs) != 1 {
		t.Errorf("hidden: %+v", hidden)
	}
	p.steps[1].output = "new"
	if want := strings.Replace(text, "old", "new", 1); p.String() != want {
		t.Errorf("got\n%swant\n%s", p, want)
	}
}
