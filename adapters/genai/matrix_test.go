//go:build unix

package genaihooks_test

import (
	"fmt"
	"testing"

	"github.com/grapnel-hooks/grapnel/adapters/genai/internal/fakegemini"
	"github.com/grapnel-hooks/grapnel/internal/hosttest"
)

// TestEveryEffect plays the table of effects by event and dialect in a session
// whose model is the Gemini API.
func TestEveryEffect(t *testing.T) {
	hosttest.Run(t, hosttest.Agent{Play: func(t *testing.T, s hosttest.Script) hosttest.Played {
		var calls []string
		for n := 1; n <= s.Calls; n++ {
			calls = append(calls, fmt.Sprintf(`{"functionCall":{"id":"c%d","name":"echo","args":{"n":%d}}}`, n, n))
		}
		server := fakegemini.Start(t, fakegemini.Reply{Chunks: []string{fakegemini.Chunk("STOP", calls...)}}, fakegemini.Text("all done"))
		return hosttest.InSession(t, s, model(t, server))
	}})
}
