package kit

import "github.com/grapnel-hooks/grapnel/hook"

// Common is an answer with the members that mean the same in LLxprt and Wave.
type Common struct {
	Data     hook.Object
	Specific hook.Object // hookSpecificOutput
}

// NewCommon returns the answer that consists of data.
func NewCommon(data hook.Object) Common {
	specific, _ := data.Object("hookSpecificOutput")
	return Common{data, specific}
}

// ShouldStop reports whether the answer ends the agent loop.
func (c Common) ShouldStop() bool {
	goOn, said := c.Data.Bool("continue")
	return said && !goOn
}

// StopReason returns why the loop ends, if it does.
func (c Common) StopReason() string {
	if !c.ShouldStop() {
		return ""
	}
	reason, _ := c.Data.String("stopReason")
	return reason
}

// SystemMessage returns a text for whoever the dialect says.
func (c Common) SystemMessage() string {
	text, _ := c.Data.String("systemMessage")
	return text
}

// AdditionalContext returns the text to add to the model's context.
func (c Common) AdditionalContext() string {
	text, _ := c.Specific.String("additionalContext")
	return text
}
