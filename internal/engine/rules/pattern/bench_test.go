package pattern_test

import (
	"fmt"
	"testing"

	"github.com/grapnel-hooks/grapnel/internal/engine/rules/pattern"
	"github.com/grapnel-hooks/grapnel/internal/engine/rules/shell"
)

// typical is a command as agents write them.
const typical = `cd services/api && git -C . status --short && npm test -- --watch=false 2>&1 | tail -n 20`

// manyPatterns returns patterns of which a few are about the programs of the
// typical command.
func manyPatterns(t testing.TB, count int) []*pattern.Pattern {
	list := []*pattern.Pattern{}
	for i := range count {
		text := fmt.Sprintf("program%d -rf ** word%d", i, i)
		switch i % 10 {
		case 0:
			text = fmt.Sprintf("git sub%d --force **", i)
		case 1:
			text = fmt.Sprintf("npm {publish,run} task%d **", i)
		}
		list = append(list, compile(t, text))
	}
	return list
}

func BenchmarkParseTypicalCommand(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		shell.Parse(typical)
	}
}

func BenchmarkTypicalCommand(b *testing.B) {
	for _, count := range []int{100, 1000} {
		b.Run(fmt.Sprintf("%d patterns", count), func(b *testing.B) {
			ix := pattern.NewIndex(manyPatterns(b, count))
			b.ReportAllocs()
			for b.Loop() {
				ix.Match(shell.Parse(typical), func(m pattern.Match) { b.Fatal(m) })
			}
		})
	}
}

func BenchmarkCompile(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := pattern.Compile("git push --force **"); err != nil {
			b.Fatal(err)
		}
	}
}
