package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// modules are the Go modules of a release: where each is in the repository, and
// so below our own import path.
var modules = []string{"", "adapters/genai", "adapters/adk"}

const rootModule = "github.com/grapnel-hooks/grapnel"

// proxy writes a module proxy into a directory, with the modules as the tags of
// this release would give them: with GOPROXY=file://DIR, `go install` and `go
// get` find them.
func (r release) proxy(dir string) error {
	tree, err := r.checkout()
	if err != nil {
		return fmt.Errorf("check out %s: %w", r.commit, err)
	}
	defer os.RemoveAll(tree)
	for _, sub := range modules {
		m := module.Version{Path: strings.TrimSuffix(rootModule+"/"+sub, "/"), Version: "v" + r.version}
		if err := r.publish(dir, m, filepath.Join(tree, sub)); err != nil {
			return fmt.Errorf("publish %s: %w", m, err)
		}
	}
	return nil
}

// checkout returns a directory with the files of the commit.
func (r release) checkout() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "grapnel-dist-"); err != nil {
		return "", err
	}
	cmd := exec.Command("bash", "-c", `set -o pipefail; git -c safe.directory='*' -C "$1" archive "$2" | tar -x -C "$3"`, "checkout", r.root, r.commit, dir)
	if output, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, output)
	}
	return dir, nil
}

// publish writes the four files that the go command asks a proxy for, with a
// module as it is in a directory.
func (r release) publish(dir string, m module.Version, from string) error {
	var archive bytes.Buffer
	if err := zip.CreateFromDir(&archive, m, from); err != nil {
		return err
	}
	gomod, err := os.ReadFile(filepath.Join(from, "go.mod"))
	if err != nil {
		return err
	}
	if err := r.needsThisRelease(gomod); err != nil {
		return err
	}
	info, err := json.Marshal(map[string]any{"Version": m.Version, "Time": r.date})
	if err != nil {
		return err
	}
	at := filepath.Join(dir, filepath.FromSlash(m.Path), "@v")
	if err := os.MkdirAll(at, 0o755); err != nil {
		return err
	}
	for name, data := range map[string][]byte{
		"list": []byte(m.Version + "\n"), m.Version + ".info": info, m.Version + ".mod": gomod, m.Version + ".zip": archive.Bytes(),
	} {
		if err := os.WriteFile(filepath.Join(at, name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// needsThisRelease reports an adapter that requires another version of the
// library than the one it is released with. Its replace directive is for work
// in this repository; nobody else sees it.
func (r release) needsThisRelease(gomod []byte) error {
	file, err := modfile.Parse("go.mod", gomod, nil)
	if err != nil {
		return err
	}
	for _, required := range file.Require {
		if required.Mod.Path == rootModule && required.Mod.Version != "v"+r.version {
			return fmt.Errorf("it requires %s; change its go.mod to v%s", required.Mod, r.version)
		}
	}
	return nil
}
