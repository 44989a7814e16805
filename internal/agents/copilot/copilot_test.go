package copilot

import "testing"

func TestAnInputThatIsSentAsATextIsRead(t *testing.T) {
	e, err := Agent().In([]byte(`{"sessionId":"s","toolName":"bash","toolArgs":"{\"command\":\"ls\"}"}`), "PreToolUse")
	if err != nil || string(e.Data.ToolInput) != `{"command":"ls"}` {
		t.Errorf("got %s, %v", e.Data.ToolInput, err)
	}
	e, err = Agent().In([]byte(`{"sessionId":"s","toolName":"bash","toolArgs":"ls"}`), "PreToolUse")
	if err != nil || string(e.Data.ToolInput) != `"ls"` {
		t.Errorf("got %s, %v", e.Data.ToolInput, err)
	}
}
