package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

var date = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

func TestArchivesDoNotDependOnTheOrderOfFiles(t *testing.T) {
	files := []file{{name: "a/b", data: []byte("b")}, {name: "a/c", data: []byte("c"), exec: true}, {name: "d", data: nil}}
	reversed := slices.Clone(files)
	slices.Reverse(reversed)
	for name, archive := range map[string]func([]file, time.Time) ([]byte, error){"tar": tarball, "zip": zipped} {
		one, err := archive(files, date)
		if err != nil {
			t.Fatal(err)
		}
		other, err := archive(reversed, date)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(one, other) {
			t.Errorf("%s: two archives of the same files differ", name)
		}
	}
}

func TestTarballHasDirectoriesBeforeTheirFiles(t *testing.T) {
	data, err := tarball([]file{{name: "a/b/c", data: []byte("x"), exec: true}}, date)
	if err != nil {
		t.Fatal(err)
	}
	compressed, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for archive := tar.NewReader(compressed); ; {
		header, err := archive.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, header.FileInfo().Mode().String()+" "+header.Name)
	}
	want := []string{"drwxr-xr-x a/", "drwxr-xr-x a/b/", "-rwxr-xr-x a/b/c"}
	if !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
}

func TestDebianPackageIsOneForDpkg(t *testing.T) {
	if _, err := exec.LookPath("dpkg-deb"); err != nil {
		t.Skip("there is no dpkg-deb")
	}
	r := release{out: t.TempDir(), version: "1.2.3", date: date}
	extras := []file{{name: "LICENSE", data: []byte("free")}, {name: "completions/grapnel.ps1", data: []byte("not for Debian")}}
	if err := r.debian(platform{"linux", "amd64"}, []byte("binary"), extras); err != nil {
		t.Fatal(err)
	}
	deb := filepath.Join(r.out, "grapnel_1.2.3_amd64.deb")
	contents, err := exec.Command("dpkg-deb", "--contents", deb).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, contents)
	}
	for _, want := range []string{"-rwxr-xr-x root/root", "usr/bin/grapnel", "usr/share/doc/grapnel/copyright"} {
		if !strings.Contains(string(contents), want) {
			t.Errorf("no %q in\n%s", want, contents)
		}
	}
	if strings.Contains(string(contents), "ps1") {
		t.Errorf("completions for PowerShell in\n%s", contents)
	}
	version, err := exec.Command("dpkg-deb", "--field", deb, "Version").Output()
	if err != nil || strings.TrimSpace(string(version)) != "1.2.3" {
		t.Errorf("version %q, %v", version, err)
	}
}

// TestWrapperEndsAsTheBinaryEnds installs a shell script in place of the binary.
func TestWrapperEndsAsTheBinaryEnds(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node")
	}
	dir := t.TempDir()
	p := npmPlatform(platform{runtime.GOOS, runtime.GOARCH})
	bin := filepath.Join(dir, "node_modules", "@grapnel-hooks", "grapnel-"+p, "bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		t.Fatal(err)
	}
	script := "#!/bin/sh\ncase $1 in signal) kill -TERM $$ ;; esac\ncat\nexit $1\n"
	if err := os.WriteFile(filepath.Join(bin, "grapnel"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "grapnel.cjs"), wrapper, 0o644); err != nil {
		t.Fatal(err)
	}
	run := func(arg string) (string, *exec.ExitError) {
		cmd := exec.Command(node, filepath.Join(dir, "grapnel.cjs"), arg)
		cmd.Stdin = strings.NewReader("payload")
		output, err := cmd.Output()
		var exit *exec.ExitError
		errors.As(err, &exit)
		return string(output), exit
	}
	if output, exit := run("2"); output != "payload" || exit == nil || exit.ExitCode() != 2 {
		t.Errorf("output %q, %v; want the binary's own and exit code 2", output, exit)
	}
	if _, exit := run("signal"); exit == nil || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGTERM {
		t.Errorf("%v; want the signal that ended the binary", exit)
	}
	if err := os.RemoveAll(bin); err != nil {
		t.Fatal(err)
	}
	if _, exit := run("0"); exit == nil || exit.ExitCode() != 1 || !strings.Contains(string(exit.Stderr), "npm install @grapnel-hooks/grapnel-"+p) {
		t.Errorf("without a binary: %v", exit)
	}
}

func TestAnAdapterThatRequiresAnotherReleaseIsRefused(t *testing.T) {
	r := release{version: "1.2.3"}
	for version, ok := range map[string]bool{"v1.2.3": true, "v1.2.2": false} {
		err := r.needsThisRelease([]byte("module m\nrequire " + rootModule + " " + version + "\n"))
		if (err == nil) != ok {
			t.Errorf("%s: %v", version, err)
		}
	}
}
