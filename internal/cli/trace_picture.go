package cli

import (
	"fmt"
	"io"
	"iter"
	"time"

	"github.com/spf13/cobra"

	"github.com/grapnel-hooks/grapnel/internal/workbench/picture"
	"github.com/grapnel-hooks/grapnel/trace"
)

// pictureFlags say which pictures to draw of the journal, and into which files.
type pictureFlags struct{ html, perfetto string }

func (p *pictureFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&p.html, "html", "", "write a page for a browser to this `file`; - is standard output")
	cmd.Flags().StringVar(&p.perfetto, "perfetto", "", "write a trace for Perfetto to this `file`; - is standard output")
}

func (p *pictureFlags) wanted() bool { return p.html != "" || p.perfetto != "" }

// draw writes the pictures of all records that the flags select.
func (f *traceFlags) draw(cmd *cobra.Command, j *trace.Journal) error {
	filter, err := f.filter(time.Now())
	if err != nil {
		return err
	}
	if !cmd.Flags().Changed("limit") {
		f.limit = 0
	}
	for _, p := range []struct {
		file string
		draw func(io.Writer, iter.Seq[trace.Record]) error
	}{{f.picture.html, picture.WritePage}, {f.picture.perfetto, picture.WritePerfetto}} {
		if p.file == "" {
			continue
		}
		reader := j.Read(filter)
		if err := drawInto(cmd, p.file, func(w io.Writer) error { return p.draw(w, latest(reader, f.limit)) }); err != nil {
			return err
		}
		if err := reader.Err(); err != nil {
			return err
		}
		reportSkipped(cmd, reader.Skipped())
	}
	return nil
}

// drawInto writes to a file that only its owner may read: it has what hooks
// and models said.
func drawInto(cmd *cobra.Command, name string, draw func(io.Writer) error) error {
	if name == "-" {
		return draw(exactly(cmd.OutOrStdout()))
	}
	file, err := createPrivate(name)
	if err != nil {
		return fmt.Errorf("draw the journal: %w", err)
	}
	if err := draw(exactly(file)); err != nil {
		file.Close()
		return fmt.Errorf("draw the journal into %s: %w", name, err)
	}
	if err := file.Close(); err != nil {
		return fmt.Errorf("draw the journal into %s: %w", name, err)
	}
	stderrPrinter(cmd).linef("wrote %s", name)
	return nil
}
