// Dist makes what people install: archives for every platform, Debian and npm
// packages, a Homebrew formula, a pre-commit definition, checksums and a
// software bill of materials.
//
// The same commit gives the same bytes, on any machine: nothing here depends on
// the clock, the user or the order of a directory.
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// release is what is being made.
type release struct {
	root    string // of the repository
	out     string // where the results go
	version string // without the v in front
	commit  string
	date    time.Time // of the commit; the time of every file
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("dist: ")
	root := flag.String("root", "..", "the repository")
	out := flag.String("out", "../build/dist", "where the results go; what is there is replaced")
	version := flag.String("version", "", "the version; the default is the newest tag, else 0.0.0")
	proxy := flag.String("proxy", "", "write a Go module proxy into this directory, and nothing else")
	flag.Parse()
	r, err := newRelease(*root, *out, *version)
	switch {
	case err != nil:
	case *proxy != "":
		err = r.proxy(*proxy)
	default:
		err = r.make()
	}
	if err != nil {
		log.Fatal(err)
	}
}

func newRelease(root, out, version string) (release, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return release{}, err
	}
	r := release{root: root, version: strings.TrimPrefix(version, "v")}
	if r.out, err = filepath.Abs(out); err != nil {
		return release{}, err
	}
	if r.version == "" {
		r.version = strings.TrimPrefix(r.git("describe", "--tags", "--abbrev=0"), "v")
	}
	if r.version == "" {
		r.version = "0.0.0"
	}
	r.commit = r.git("rev-parse", "HEAD")
	r.date, err = time.Parse(time.RFC3339, r.git("log", "-1", "--format=%cI"))
	if err != nil {
		return release{}, fmt.Errorf("find the date of the commit in %s: %w", root, err)
	}
	r.date = r.date.UTC()
	return r, nil
}

// git returns what git says, or "".
func (r release) git(args ...string) string {
	cmd := exec.Command("git", append([]string{"-c", "safe.directory=*", "-C", r.root}, args...)...)
	output, err := cmd.Output()
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(output))
}

// make writes everything. What depends on checksums comes last.
func (r release) make() error {
	if err := os.RemoveAll(r.out); err != nil {
		return err
	}
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	extras, err := r.extras()
	if err != nil {
		return err
	}
	for _, p := range platforms {
		binary, err := r.build(p)
		if err != nil {
			return err
		}
		if err := r.pack(p, binary, extras); err != nil {
			return fmt.Errorf("pack for %s: %w", p, err)
		}
	}
	for _, step := range []func() error{r.npmWrapper, r.formula, r.preCommit, r.sums} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// pack writes what one platform gets.
func (r release) pack(p platform, binary []byte, extras []file) error {
	if err := r.archive(p, binary, extras); err != nil {
		return err
	}
	if err := r.bill(p, binary); err != nil {
		return err
	}
	if err := r.npmPackage(p, binary); err != nil {
		return err
	}
	if p.os == "linux" {
		return r.debian(p, binary, extras)
	}
	return nil
}

// write puts one result into the output directory.
func (r release) write(name string, data []byte) error {
	return os.WriteFile(filepath.Join(r.out, name), data, 0o644)
}
