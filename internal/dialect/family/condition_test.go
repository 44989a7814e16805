package family

import (
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
)

func TestConditions(t *testing.T) {
	tests := []struct {
		condition, command string
		want               bool
	}{
		{"", "ls", true},
		{"Bash", "ls", true},
		{"Edit", "ls", false},
		{"B*", "ls", true},
		{"Bash(git push *)", "git push --force", true},
		{"Bash(git push *)", "git push", true},
		{"Bash(git push *)", "git pushy", false},
		{"Bash(git push:*)", "git push x", true},
		{"Bash(git push)", "git push x", false},
		{"Bash(git push)", "true; git push", true},
		{"Bash(*--force*)", "git push --force", true},
		{"Bash(rm *)", "ls | xargs echo && (rm -r x)", true},
		{"Bash(rm *)", "echo \"$(rm -r x)\"", true},
		{"Bash(rm *)", "echo `rm -r x`", true},
		{"Bash(rm *)", "A=1 B=2 rm -r x", true},
		{"Bash(rm *)", "for f in *; do rm $f; done", true},
		{"Bash(rm *)", "f() { rm x; }; f", true},
		{"Bash(rm *)", "echo 'rm -r x'", false},
		{"Bash(rm *)", "echo rm x", false},
		{"Bash(rm *)", "cat <<X\nrm x\nX", false},
		{"Bash(rm *)", "if", true}, // nobody knows
		{"Bash(rm *)", strings.Repeat("x", maxCommand+1), true},
		{"Bash(", "ls", true}, // no rule
	}
	for _, tt := range tests {
		input := hook.Object{}
		input.Set("command", tt.command)
		ev := hook.Event{Type: hook.EventType{Subject: toolSubject}, Fields: hook.Object{"tool_input": input.Raw()}}
		ev.Fields.Set("tool_name", "Bash")
		if got := IsTrue(tt.condition, ev); got != tt.want {
			t.Errorf("%s on %.40q is %v", tt.condition, tt.command, got)
		}
	}
}

func TestConditionsOnOtherInputs(t *testing.T) {
	tests := []struct {
		condition, tool, input string
		want                   bool
	}{
		{"Edit(*.ts)", "Edit", `{"file_path":"/p/src/a.ts"}`, true},
		{"Edit(*.ts)", "Edit", `{"file_path":"/p/src/a.tsx"}`, false},
		{"Edit(src/*)", "Edit", `{"file_path":"/p/src/a.go"}`, true},
		{"Edit(./src/*)", "Edit", `{"file_path":"/p/src/a.go"}`, true},
		{"Edit(src/*)", "Edit", `{"file_path":"/p/lib/src.go"}`, false},
		{"Edit(/etc/*)", "Edit", `{"file_path":"/etc/passwd"}`, true},
		{"WebFetch(domain:example.com)", "WebFetch", `{"url":"https://me@EXAMPLE.com:8080/x"}`, true},
		{"WebFetch(domain:example.com)", "WebFetch", `{"url":"https://example.com.evil.org/"}`, false},
		{"Agent(general)", "Agent", `{"prompt":"x"}`, true}, // nobody knows
	}
	for _, tt := range tests {
		ev := hook.Event{Type: hook.EventType{Subject: toolSubject}, Session: hook.Session{Dir: "/p"}, Fields: hook.Object{"tool_input": []byte(tt.input)}}
		ev.Fields.Set("tool_name", tt.tool)
		if got := IsTrue(tt.condition, ev); got != tt.want {
			t.Errorf("%s on %s is %v", tt.condition, tt.input, got)
		}
	}
}

func TestNoConditionIsTrueForAnEventWithoutATool(t *testing.T) {
	if IsTrue("Bash", hook.Event{Fields: hook.Object{}}) {
		t.Error("it is")
	}
}
