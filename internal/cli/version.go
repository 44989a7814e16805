package cli

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// Version, Commit and Date are set by the linker in releases and by make. A
// plain `go build` or `go install` leaves them to what the toolchain knows.
var Version, Commit, Date string

func newVersion() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Long: `Version prints the release, the commit it was built from and when that was made,
as far as the build knows them, and the version of Go and the platform.`,
		Example: `  grapnel version
  grapnel version --json | jq -r .version`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if asJSON {
				return printJSON(cmd, thisBuild())
			}
			return printText(cmd, func(p printer) { p.linef("grapnel %s", thisBuild()) })
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object")
	return cmd
}

// buildDescription is what a build says about itself.
type buildDescription struct {
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"`
	Date     string `json:"date,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// thisBuild describes this binary.
func thisBuild() buildDescription {
	d := buildDescription{
		Version: Version, Commit: Commit, Date: Date,
		Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		d.Version = cmp.Or(d.Version, info.Main.Version)
		d.Commit = cmp.Or(d.Commit, setting(info, "vcs.revision"))
		d.Date = cmp.Or(d.Date, setting(info, "vcs.time"))
	}
	d.Version = cmp.Or(d.Version, "(unknown)")
	return d
}

// setting returns what the go command noted about a build, or "".
func setting(info *debug.BuildInfo, key string) string {
	for _, s := range info.Settings {
		if s.Key == key {
			return s.Value
		}
	}
	return ""
}

// String is the description in one line.
func (d buildDescription) String() string {
	words := []string{d.Version}
	if d.Commit != "" {
		words = append(words, d.Commit[:min(12, len(d.Commit))])
	}
	if d.Date != "" {
		words = append(words, d.Date)
	}
	return strings.Join(append(words, d.Go, d.Platform), " ")
}
