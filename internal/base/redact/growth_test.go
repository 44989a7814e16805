//go:build unix

package redact

import (
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/internal/base/growth"
)

// The work grows with the text, and not with its square as that of a rule that
// begins anew everywhere.
func TestWorkIsLinear(t *testing.T) {
	for _, piece := range hostile() {
		t.Run(piece, func(t *testing.T) {
			for name, redact := range map[string]func(string){
				"Secrets": func(text string) { Secrets(text) },
				"JSON":    func(text string) { JSON([]byte(text)) },
			} {
				t.Run(name, func(t *testing.T) {
					growth.Linear(t, 1<<15, func(n int) func() {
						text := strings.Repeat(piece, n/len(piece))
						return func() { redact(text) }
					})
				})
			}
		})
	}
}
