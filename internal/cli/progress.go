package cli

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// progressBar shows how far something has come, but only on a terminal, and
// only if it takes a while.
type progressBar struct {
	to    io.Writer
	what  string
	start time.Time
	drawn bool
}

func newProgressBar(cmd *cobra.Command, what string) *progressBar {
	to := cmd.ErrOrStderr()
	if !isTerminal(to) {
		to = nil
	}
	return &progressBar{to: to, what: what, start: time.Now()}
}

func (b *progressBar) update(done, total int64) {
	const width, patience = 30, 300 * time.Millisecond
	if b.to == nil || total <= 0 || time.Since(b.start) < patience {
		return
	}
	filled := int(done * width / total)
	fmt.Fprintf(b.to, "\r%s [%s%s] %3d %%", b.what, strings.Repeat("=", filled), strings.Repeat(" ", width-filled), done*100/total)
	b.drawn = true
}

// clear removes the bar.
func (b *progressBar) clear() {
	if b.drawn {
		fmt.Fprint(b.to, "\r\x1b[K")
	}
}
