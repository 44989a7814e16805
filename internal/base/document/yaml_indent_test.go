package document

import (
	"errors"
	"testing"
)

func TestALineThatIsIndentedTooFarIsNamedItself(t *testing.T) {
	_, err := ParseYAML("m.yaml", []byte("hooks:\n  PreToolUse:\n    - handler: x\n       type: command\n      timeout: 5\n"))
	var located *Error
	if !errors.As(err, &located) {
		t.Fatal(err)
	}
	if located.Pos.Line != 4 || located.Pos.Column != 8 || located.Fix != "indent it with 6 spaces, like the line before" {
		t.Error(located)
	}
}
