package hook

import (
	"encoding/json"
	"fmt"
	"strings"
)

// Level is how serious a diagnostic is.
type Level string

// The levels of diagnostics.
const (
	LevelInfo  Level = "info"
	LevelWarn  Level = "warn"
	LevelError Level = "error"
)

// NoHook is the Hook of a diagnostic that is about no particular hook.
const NoHook = -1

// Diagnostic tells the person who maintains hooks about something that is
// wrong, or likely not what was meant. It never changes what the host does.
//
// Its parts are kept apart, so that a program can show each where it belongs;
// [Diagnostic.String] joins them for people.
type Diagnostic struct {
	Level    Level
	Code     string   // a word for this kind of problem, the same in every release
	Problem  string   // what is wrong
	Position Position // where, if it is about a place in a file
	Fix      string   // what to do about it, if that is known
	// Instead, if set, is the fix in the form in which a program can apply it:
	// the JSON that belongs at Position in place of the value or key there. If it
	// ends with a comma, it is a member to insert into the object there.
	Instead string
	Hook    int // index into Outcome.Hooks, or NoHook
	// Source and Reason say in short which configuration cannot be used and
	// why, if that is what the diagnostic is about.
	Source Source
	Reason string
}

// At returns the diagnostic with the place it is about.
func (d Diagnostic) At(p Position) Diagnostic {
	d.Position = p
	return d
}

// Fixf returns the diagnostic with what to do about it.
func (d Diagnostic) Fixf(format string, args ...any) Diagnostic {
	d.Fix = fmt.Sprintf(format, args...)
	return d
}

// Replace returns the diagnostic with the JSON that belongs at its place.
func (d Diagnostic) Replace(text string) Diagnostic {
	d.Instead = text
	return d
}

// Of returns the diagnostic as one about the hook with this index.
func (d Diagnostic) Of(hook int) Diagnostic {
	d.Hook = hook
	return d
}

// String returns place, problem and fix in one line.
func (d Diagnostic) String() string {
	text := d.Problem
	if d.Position.IsValid() {
		text = d.Position.String() + ": " + text
	}
	if d.Fix != "" {
		text += "; " + d.Fix
	}
	return text
}

// UnmarshalJSON reads what MarshalJSON writes.
func (d *Diagnostic) UnmarshalJSON(data []byte) error {
	var doc struct {
		Level    Level
		Code     string
		Message  string
		Hook     int
		Position string
		Fix      string
		Source   Source
		Reason   string
	}
	if err := json.Unmarshal(data, &doc); err != nil {
		return err
	}
	problem := strings.TrimPrefix(doc.Message, doc.Position+": ")
	if doc.Fix != "" {
		problem = strings.TrimSuffix(problem, "; "+doc.Fix)
	}
	*d = Diagnostic{
		Level: doc.Level, Code: doc.Code, Problem: problem, Position: ParsePosition(doc.Position),
		Fix: doc.Fix, Hook: doc.Hook, Source: doc.Source, Reason: doc.Reason,
	}
	return nil
}
