package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// sums writes SHA256SUMS, in the form that sha256sum -c reads.
func (r release) sums() error {
	entries, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	var list bytes.Buffer
	for _, entry := range entries {
		sum, err := r.sum(entry.Name())
		if err != nil {
			return err
		}
		fmt.Fprintf(&list, "%s  %s\n", sum, entry.Name())
	}
	return r.write("SHA256SUMS", list.Bytes())
}

func (r release) sum(name string) (string, error) {
	data, err := os.ReadFile(filepath.Join(r.out, name))
	return fmt.Sprintf("%x", sha256.Sum256(data)), err
}

// source is where releases are published.
const source = "https://github.com/grapnel-hooks/grapnel"

// formula writes a Homebrew formula that installs the archives by their sums.
func (r release) formula() error {
	var b bytes.Buffer
	fmt.Fprintf(&b, `class Grapnel < Formula
  desc "Hook engine for AI coding agents"
  homepage "%s"
  version "%s"
  license "Apache-2.0"

`, source, r.version)
	for _, system := range []struct{ block, os string }{{"on_macos", "darwin"}, {"on_linux", "linux"}} {
		fmt.Fprintf(&b, "  %s do\n", system.block)
		for _, processor := range []struct{ block, arch string }{{"on_arm", "arm64"}, {"on_intel", "amd64"}} {
			name := fmt.Sprintf("grapnel-%s-%s-%s.tar.gz", r.version, system.os, processor.arch)
			sum, err := r.sum(name)
			if err != nil {
				return err
			}
			fmt.Fprintf(&b, "    %s do\n      url \"%s/releases/download/v%s/%s\"\n      sha256 \"%s\"\n    end\n",
				processor.block, source, r.version, name, sum)
		}
		b.WriteString("  end\n\n")
	}
	b.WriteString(`  def install
    bin.install "grapnel"
    man1.install Dir["man/man1/*.1"]
    bash_completion.install "completions/grapnel.bash" => "grapnel"
    zsh_completion.install "completions/_grapnel"
    fish_completion.install "completions/grapnel.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/grapnel --version")
  end
end
`)
	return r.write("grapnel.rb", b.Bytes())
}

// preCommit writes a definition for pre-commit's "repo: local": the npm package
// of this very version, by name and number, checks a project's hooks.
func (r release) preCommit() error {
	return r.write("pre-commit.yaml", fmt.Appendf(nil, `# Add this to .pre-commit-config.yaml.
repos:
  - repo: local
    hooks:
      - id: grapnel-check
        name: check the hooks of AI agents
        language: node
        additional_dependencies: ["%s@%s"]
        entry: grapnel check
        pass_filenames: false
      - id: grapnel-test
        name: test the hooks of AI agents
        language: node
        additional_dependencies: ["%s@%s"]
        entry: grapnel test
        pass_filenames: false
`, npmName, r.version, npmName, r.version))
}

// bill writes a software bill of materials (CycloneDX) from what the binary
// says about itself.
func (r release) bill(p platform, binary []byte) error {
	info, err := buildinfo.Read(bytes.NewReader(binary))
	if err != nil {
		return fmt.Errorf("read the modules of the binary: %w", err)
	}
	type component struct {
		Type    string `json:"type"`
		Name    string `json:"name"`
		Version string `json:"version"`
		PURL    string `json:"purl"`
	}
	describe := func(kind, module, version string) component {
		return component{kind, module, version, "pkg:golang/" + module + "@" + version}
	}
	components := []component{describe("library", "stdlib", strings.TrimPrefix(info.GoVersion, "go"))}
	for _, dep := range info.Deps {
		components = append(components, describe("library", dep.Path, dep.Version))
	}
	text, err := json.MarshalIndent(map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
		"metadata": map[string]any{
			"timestamp": r.date.Format(time.RFC3339),
			"component": describe("application", info.Main.Path, "v"+r.version),
		},
		"components": components,
	}, "", "  ")
	if err != nil {
		return err
	}
	return r.write(fmt.Sprintf("grapnel-%s-%s-%s.cdx.json", r.version, p.os, p.arch), append(text, '\n'))
}
