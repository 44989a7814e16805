package pi

import "github.com/grapnel-hooks/grapnel/hook"

// answer is what one hook said: the meaning of its output.
type answer struct {
	decision        hook.Decision
	reason, context string
	edit            hook.Object // members to lay over the tool's input
}

func newAnswer(output hook.Object) *answer {
	a := &answer{}
	decision, _ := output.String("decision")
	a.decision = hook.Decision(decision)
	a.reason, _ = output.String("reason")
	a.context, _ = output.String("additionalContext")
	a.edit, _ = output.Object("updatedInput")
	return a
}
