package cli

import (
	"encoding/xml"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/hook"
)

// The formats of findings.
const (
	checkText   = "text"
	checkJSON   = "json"
	checkGitHub = "github"
	checkSARIF  = "sarif"
	checkJUnit  = "junit"
)

func checkFormats() []string {
	return []string{checkText, checkJSON, checkGitHub, checkSARIF, checkJUnit}
}

// print prints a report in the format that is wanted.
func (f *checkFlags) print(cmd *cobra.Command, r checkReport) error {
	switch f.format {
	case checkJSON:
		return printJSON(cmd, r)
	case checkGitHub:
		return printText(cmd, r.github)
	case checkSARIF:
		return printJSON(cmd, r.sarif())
	case checkJUnit:
		text, err := r.junit()
		if err != nil {
			return fmt.Errorf("write the findings as JUnit XML: %w", err)
		}
		return printText(cmd, func(p printer) { p.printf("%s", text) })
	}
	return printText(cmd, r.print)
}

// github writes findings as commands of GitHub's workflows, which show them
// beside the line they are about.
func (r checkReport) github(p printer) {
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	for _, f := range r.Findings {
		level := map[hook.Level]string{hook.LevelError: "error", hook.LevelWarn: "warning", hook.LevelInfo: "notice"}[f.Level]
		properties := "title=grapnel check " + property.Replace(f.Check)
		if f.File != "" {
			properties += ",file=" + property.Replace(relative(f.File))
		}
		if f.Line > 0 {
			properties += fmt.Sprintf(",line=%d,col=%d", f.Line, f.Column)
		}
		p.linef("::%s %s::%s", level, properties, data.Replace(f.text()))
	}
}

// text is what is wrong and what to do in one sentence.
func (f finding) text() string {
	if f.Fix == "" {
		return f.Message
	}
	return f.Message + "; " + f.Fix
}

// junit writes findings as failed tests, and files without any as tests that
// are fine.
func (r checkReport) junit() ([]byte, error) {
	type failure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
	type testcase struct {
		Name    string   `xml:"name,attr"`
		Class   string   `xml:"classname,attr"`
		Failure *failure `xml:"failure,omitempty"`
	}
	type suite struct {
		XMLName  xml.Name   `xml:"testsuite"`
		Name     string     `xml:"name,attr"`
		Tests    int        `xml:"tests,attr"`
		Failures int        `xml:"failures,attr"`
		Cases    []testcase `xml:"testcase"`
	}
	s := suite{Name: "grapnel check"}
	bad := map[string]bool{}
	for _, f := range r.Findings {
		at := hook.Position{File: relative(f.File), Line: f.Line, Column: f.Column}.String()
		bad[f.File] = true
		s.Cases = append(s.Cases, testcase{
			Name: strings.TrimSpace(f.Check + " " + at), Class: relative(f.File),
			Failure: &failure{Message: f.Message, Type: string(f.Level), Text: f.text()},
		})
		s.Failures++
	}
	for _, c := range r.Configurations {
		for _, file := range c.Files {
			if !bad[file] {
				s.Cases = append(s.Cases, testcase{Name: relative(file), Class: relative(file)})
			}
		}
	}
	s.Tests = len(s.Cases)
	text, err := xml.MarshalIndent(s, "", "  ")
	return append([]byte(xml.Header), append(text, '\n')...), err
}
