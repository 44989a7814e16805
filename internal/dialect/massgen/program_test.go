//go:build unix

package massgen

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
)

func TestCommandLine(t *testing.T) {
	dir := t.TempDir()
	for name, file := range map[string]struct {
		text string
		mode os.FileMode
	}{
		"run":         {"#!/bin/sh\n", 0o755},
		"run me":      {"#!/bin/sh\n", 0o755},
		"run.py":      {"#!/usr/bin/env python3\n", 0o755},
		"binary":      {"\x7fELF\x00\x00", 0o755},
		"headless":    {"echo hello\n", 0o755},
		"headless.py": {"print()\n", 0o755},
		"plain":       {"echo hello\n", 0o644},
		"plain.py":    {"print()\n", 0o644},
		"empty":       {"", 0o755},
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(file.text), file.mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o755); err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, name) }
	t.Setenv(pythonVariable, at("run")) // for any Python
	python := at("run")
	for handler, want := range map[string][]string{
		"run":            {at("run")},
		"./run":          {at("run")},
		at("run"):        {at("run")},
		"run me":         {at("run me")},
		"run.py":         {at("run.py")},
		"binary":         {at("binary")},
		"headless":       {"sh", at("headless")},
		"headless.py":    {python, at("headless.py")},
		"plain":          {"sh", at("plain")},
		"plain.py":       {python, at("plain.py")},
		"empty":          {"sh", at("empty")},
		"run --fast":     {"sh", "-c", "run --fast"},
		"folder":         {"sh", "-c", "folder"},
		"missing.py":     {"sh", "-c", "missing.py"},
		"echo a | cat":   {"sh", "-c", "echo a | cat"},
		"python3 run.py": {"sh", "-c", "python3 run.py"},
	} {
		program, err := Dialect{}.Program(hook.Definition{Type: typeCommand, Command: handler}, dir)
		if err != nil || program.Handler != "" || !slices.Equal(program.Argv, want) {
			t.Errorf("%q: got %q, %v\nwant %q", handler, program.Argv, err, want)
		}
	}
}

func TestPythonProgram(t *testing.T) {
	def := hook.Definition{Type: typePython, Command: "a.b"}
	t.Setenv(pythonVariable, "")
	t.Setenv("PATH", t.TempDir())
	if _, err := (Dialect{}).Program(def, ""); err == nil || !strings.Contains(err.Error(), "no python3 in PATH") {
		t.Errorf("without Python: %v", err)
	}
	t.Setenv(pythonVariable, "/bin/sh")
	program, err := Dialect{}.Program(def, "")
	if err != nil || program.Handler != "a.b" || program.Argv[0] != "/bin/sh" || program.Argv[len(program.Argv)-1] != worker {
		t.Errorf("got %q for %q, %v", program.Argv[:2], program.Handler, err)
	}
	for _, bad := range []string{"no-such-python", "/no/such/python", "."} {
		t.Setenv(pythonVariable, bad)
		if _, err := (Dialect{}).Program(def, ""); err == nil || !strings.Contains(err.Error(), pythonVariable) {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
