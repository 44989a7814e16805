package hooktest

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// The parts of a JUnit report that CI systems read.
type (
	junitReport struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Skipped  int          `xml:"skipped,attr"`
		Time     seconds      `xml:"time,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Time     seconds     `xml:"time,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string       `xml:"name,attr"`
		Class   string       `xml:"classname,attr"`
		File    string       `xml:"file,attr"`
		Time    seconds      `xml:"time,attr"`
		Failure *junitDetail `xml:"failure"`
		Error   *junitDetail `xml:"error"`
		Skipped *junitDetail `xml:"skipped"`
	}
	junitDetail struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	seconds float64
)

// MarshalText writes seconds with their milliseconds, never as an exponent.
func (s seconds) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%.3f", float64(s)), nil }

// WriteJUnit writes results as JUnit XML, one suite for each test file.
func WriteJUnit(to io.Writer, results []Result, summary Summary) error {
	report := junitReport{
		Tests: summary.Tests + summary.Broken, Failures: summary.Failed, Errors: summary.Broken,
		Skipped: summary.Skipped, Time: seconds(summary.DurationMs / 1000),
	}
	for _, r := range results {
		if n := len(report.Suites); n == 0 || report.Suites[n-1].Name != r.File {
			report.Suites = append(report.Suites, junitSuite{Name: r.File})
		}
		report.Suites[len(report.Suites)-1].add(r)
	}
	if _, err := io.WriteString(to, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(to)
	enc.Indent("", "  ")
	if err := enc.Encode(report); err != nil {
		return err
	}
	_, err := io.WriteString(to, "\n")
	return err
}

func (s *junitSuite) add(r Result) {
	c := junitCase{Name: r.Name, Class: r.File, File: r.File, Time: seconds(r.DurationMs / 1000)}
	s.Tests++
	s.Time += c.Time
	switch r.Status {
	case Failed:
		s.Failures++
		c.Failure = junitFailures(r)
	case Broken:
		s.Errors++
		c.Name = "(file)" // the file as a whole; a case must have a name
		c.Error = junitFailures(r)
	case Skipped:
		s.Skipped++
		c.Skipped = &junitDetail{Message: r.Reason}
	}
	s.Cases = append(s.Cases, c)
}

func junitFailures(r Result) *junitDetail {
	var texts []string
	for _, f := range r.Failures {
		texts = append(texts, f.Position+": "+f.String())
	}
	first := r.Failures[0]
	message := first.Message
	if first.Key != "" {
		message = first.Key + " is not as expected"
	}
	return &junitDetail{Message: message, Text: strings.Join(texts, "\n\n")}
}
