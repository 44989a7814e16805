package hooktest

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// WriteTAP writes results in the Test Anything Protocol, version 14.
func WriteTAP(to io.Writer, results []Result) error {
	w := bufio.NewWriter(to)
	fmt.Fprintf(w, "TAP version 14\n1..%d\n", len(results))
	for i, r := range results {
		verdict := "ok"
		if r.Status == Failed || r.Status == Broken {
			verdict = "not ok"
		}
		fmt.Fprintf(w, "%s %d - %s", verdict, i+1, tapEscape(r.Title()))
		if r.Status == Skipped {
			fmt.Fprintf(w, " # SKIP %s", tapEscape(r.Reason))
		}
		fmt.Fprintln(w)
		writeTAPFailures(w, r.Failures)
	}
	return w.Flush()
}

// writeTAPFailures writes what is wrong with a test as a YAML block.
func writeTAPFailures(w io.Writer, failures []Failure) {
	if len(failures) == 0 {
		return
	}
	fmt.Fprintln(w, "  ---\n  failures:")
	for _, f := range failures {
		fmt.Fprintf(w, "    - at: %s\n      message: %s\n", flow(f.Position), flow(f.String()))
	}
	fmt.Fprintln(w, "  ...")
}

// tapEscape keeps a description in its line, and its # from beginning a
// directive.
func tapEscape(text string) string {
	return strings.NewReplacer(`\`, `\\`, "#", `\#`, "\n", " ", "\r", " ").Replace(text)
}

// Title is what people call the test: its file and its name.
func (r Result) Title() string {
	if r.Name == "" {
		return r.File
	}
	return r.File + ": " + r.Name
}

// String says in words what is not as it should be.
func (f Failure) String() string {
	if f.Key == "" {
		return f.Message
	}
	return fmt.Sprintf("%s\n%s", f.Key, f.Diff())
}
