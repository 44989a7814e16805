package hooktest

import (
	"bytes"
	"encoding/json"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/lazyregexp"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// Test files call the directory that a test runs in $PROJECT: it has another
// name every time.
const placeholder = "$PROJECT"

var projectName = lazyregexp.New(`\$PROJECT\b`)

// intoProject puts the directory's name into the strings of a JSON value.
func intoProject(value json.RawMessage, dir string) json.RawMessage {
	return projectName().ReplaceAllLiteral(value, quoted(dir))
}

// outOfProject puts the placeholder into an outcome wherever it names the
// directory.
func outOfProject(out hook.Outcome, dir string) (hook.Outcome, error) {
	text, err := jsonx.Marshal(out)
	if err != nil {
		return out, err
	}
	var renamed hook.Outcome
	err = json.Unmarshal(bytes.ReplaceAll(text, quoted(dir), []byte(placeholder)), &renamed)
	return renamed, err
}

// quoted is a text as it is inside a JSON string.
func quoted(text string) []byte {
	literal := jsonx.AppendString(nil, text)
	return literal[1 : len(literal)-1]
}
