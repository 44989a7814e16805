//go:build unix

package conformance

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/grapnel-hooks/grapnel/host/scripted"
	"github.com/grapnel-hooks/grapnel/internal/hosttest"
)

// TestEveryEffectInASession plays the table of effects by event and dialect in a
// session. The adapters play the same table.
func TestEveryEffectInASession(t *testing.T) {
	hosttest.Run(t, hosttest.Agent{Play: func(t *testing.T, s hosttest.Script) hosttest.Played {
		var turn scripted.Turn
		for n := range s.Calls {
			turn.Calls = append(turn.Calls, scripted.Call{Name: "echo", Args: json.RawMessage(fmt.Sprintf(`{"n":%d}`, n+1))})
		}
		return hosttest.InSession(t, s, scripted.New(turn, scripted.Turn{Text: "all done"}))
	}})
}
