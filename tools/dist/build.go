package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/grapnel-hooks/grapnel/internal/cli"
)

// platform is a system and a processor, in Go's words.
type platform struct{ os, arch string }

var platforms = []platform{
	{"linux", "amd64"},
	{"linux", "arm64"},
	{"darwin", "amd64"},
	{"darwin", "arm64"},
	{"windows", "amd64"},
	{"windows", "arm64"},
}

func (p platform) String() string { return p.os + "/" + p.arch }

// binary is the name of the command on this platform.
func (p platform) binary() string {
	if p.os == "windows" {
		return "grapnel.exe"
	}
	return "grapnel"
}

// build compiles the command.
func (r release) build(p platform) ([]byte, error) {
	dir, err := os.MkdirTemp("", "grapnel-dist-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, p.binary())
	const set = "-X github.com/grapnel-hooks/grapnel/internal/cli."
	flags := fmt.Sprintf("-s -w -buildid= %sVersion=v%s %sCommit=%s %sDate=%s",
		set, r.version, set, r.commit, set, r.date.Format(time.RFC3339))
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", flags, "-o", path, "./cmd/grapnel")
	cmd.Dir = r.root
	cmd.Env = append(os.Environ(), "GOOS="+p.os, "GOARCH="+p.arch, "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off")
	if output, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build for %s: %w\n%s", p, err, output)
	}
	return os.ReadFile(path)
}

// extras are the files beside the command: licence, README, completions and
// manual pages.
func (r release) extras() ([]file, error) {
	var list []file
	for _, name := range []string{"LICENSE", "README.md", "CHANGELOG.md"} {
		data, err := os.ReadFile(filepath.Join(r.root, name))
		if err != nil {
			return nil, err
		}
		list = append(list, file{name: name, data: data})
	}
	root := cli.Root()
	completions, err := completions(root)
	if err != nil {
		return nil, err
	}
	pages, err := r.manual(root)
	if err != nil {
		return nil, err
	}
	return append(append(list, completions...), pages...), nil
}

func completions(root *cobra.Command) ([]file, error) {
	var bash, zsh, fish, powershell bytes.Buffer
	for _, err := range []error{
		root.GenBashCompletionV2(&bash, true), root.GenZshCompletion(&zsh),
		root.GenFishCompletion(&fish, true), root.GenPowerShellCompletionWithDesc(&powershell),
	} {
		if err != nil {
			return nil, fmt.Errorf("write completions: %w", err)
		}
	}
	return []file{
		{name: "completions/grapnel.bash", data: bash.Bytes()},
		{name: "completions/_grapnel", data: zsh.Bytes()},
		{name: "completions/grapnel.fish", data: fish.Bytes()},
		{name: "completions/grapnel.ps1", data: powershell.Bytes()},
	}, nil
}

// manual writes a manual page for every command.
func (r release) manual(root *cobra.Command) ([]file, error) {
	var pages []file
	var walk func(*cobra.Command) error
	walk = func(cmd *cobra.Command) error {
		var page bytes.Buffer
		header := &doc.GenManHeader{Section: "1", Source: "Grapnel " + r.version, Manual: "Grapnel", Date: &r.date}
		if err := doc.GenMan(cmd, header, &page); err != nil {
			return fmt.Errorf("write the manual page of %s: %w", cmd.CommandPath(), err)
		}
		pages = append(pages, file{name: "man/man1/" + pageName(cmd), data: page.Bytes()})
		for _, sub := range cmd.Commands() {
			if sub.IsAvailableCommand() {
				if err := walk(sub); err != nil {
					return err
				}
			}
		}
		return nil
	}
	root.DisableAutoGenTag = true
	return pages, walk(root)
}

// pageName is grapnel-trace-stats.1 for `grapnel trace stats`.
func pageName(cmd *cobra.Command) string {
	return string(bytes.ReplaceAll([]byte(cmd.CommandPath()), []byte(" "), []byte("-"))) + ".1"
}
