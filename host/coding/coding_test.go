package coding_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/host/coding"
)

// workspace is a directory with tools for it.
type workspace struct {
	dir   string
	tools map[string]host.ToolFunc
}

func open(t *testing.T, o coding.Options, files map[string]string) workspace {
	t.Helper()
	w := workspace{dir: filepath.Join(t.TempDir(), "project"), tools: map[string]host.ToolFunc{}}
	if err := os.Mkdir(w.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		path := filepath.Join(w.dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	tools, closer, err := coding.Tools(w.dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closer.Close() })
	for _, tool := range tools {
		if !json.Valid(tool.Parameters) {
			t.Errorf("the parameters of %s are no JSON: %s", tool.Name, tool.Parameters)
		}
		w.tools[tool.Name] = tool.Run
	}
	return w
}

// run runs a tool with parameters given as names and values in turn.
func (w workspace) run(ctx context.Context, tool string, parameters ...string) (host.ToolResult, error) {
	input := hook.Object{}
	for i := 0; i < len(parameters); i += 2 {
		input.Set(parameters[i], parameters[i+1])
	}
	return w.tools[tool](ctx, input.Raw())
}

func (w workspace) content(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(w.dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestFileTools(t *testing.T) {
	files := map[string]string{"a.txt": "one\ntwo\nthree\n", "src/b.txt": "x x", "bin": "\x00\x01", "empty": ""}
	tests := []struct {
		name, tool string
		parameters []string
		want       string // in the result
		failure    string // in the error
		file, left string // what a file has afterwards
	}{
		{name: "read", tool: "read_file", parameters: []string{"file_path", "a.txt"}, want: "one\ntwo\nthree\n"},
		{name: "read an empty file", tool: "read_file", parameters: []string{"file_path", "empty"}},
		{name: "read what is not there", tool: "read_file", parameters: []string{"file_path", "z"}, failure: "no such file"},
		{name: "read a directory", tool: "read_file", parameters: []string{"file_path", "src"}, failure: "not a regular file"},
		{name: "read a binary file", tool: "read_file", parameters: []string{"file_path", "bin"}, failure: "not a text file"},
		{name: "read outside", tool: "read_file", parameters: []string{"file_path", "../secret"}, failure: "outside"},
		{name: "read elsewhere", tool: "read_file", parameters: []string{"file_path", "/etc/passwd"}, failure: "outside"},
		{name: "read without a path", tool: "read_file", failure: "file_path is missing"},
		{name: "names of parameters are exact", tool: "read_file", parameters: []string{"File_Path", "a.txt"}, failure: "file_path is missing"},
		{name: "write", tool: "write_file", parameters: []string{"file_path", "new/dir/c.txt", "content", "hi"}, want: "Wrote 2 bytes", file: "new/dir/c.txt", left: "hi"},
		{name: "overwrite", tool: "write_file", parameters: []string{"file_path", "a.txt", "content", ""}, want: "Wrote 0 bytes", file: "a.txt", left: ""},
		{name: "write outside", tool: "write_file", parameters: []string{"file_path", "../c.txt", "content", "hi"}, failure: "outside"},
		{name: "write over a directory", tool: "write_file", parameters: []string{"file_path", "src", "content", "hi"}, failure: "not a regular file"},
		{name: "write without content", tool: "write_file", parameters: []string{"file_path", "a.txt"}, failure: "content is missing", file: "a.txt", left: files["a.txt"]},
		{name: "replace", tool: "replace", parameters: []string{"file_path", "a.txt", "old_string", "two", "new_string", "2"}, want: "Changed a.txt", file: "a.txt", left: "one\n2\nthree\n"},
		{name: "replace what is not there", tool: "replace", parameters: []string{"file_path", "a.txt", "old_string", "four", "new_string", "4"}, failure: "does not occur", file: "a.txt", left: files["a.txt"]},
		{name: "replace what is there twice", tool: "replace", parameters: []string{"file_path", "src/b.txt", "old_string", "x", "new_string", "y"}, failure: "occurs 2 times", file: "src/b.txt", left: "x x"},
		{name: "replace nothing", tool: "replace", parameters: []string{"file_path", "a.txt", "old_string", "", "new_string", "y"}, failure: "old_string is empty"},
		{name: "replace by the same", tool: "replace", parameters: []string{"file_path", "a.txt", "old_string", "one", "new_string", "one"}, failure: "the same"},
		{name: "list", tool: "list_directory", parameters: []string{"path", "."}, want: "a.txt\nbin\nempty\nsrc/\n"},
		{name: "list a file", tool: "list_directory", parameters: []string{"path", "a.txt"}, failure: "not a directory"},
		{name: "list outside", tool: "list_directory", parameters: []string{"path", ".."}, failure: "outside"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := open(t, coding.Options{}, files)
			got, err := w.run(t.Context(), tt.tool, tt.parameters...)
			switch {
			case tt.failure == "" && err != nil:
				t.Errorf("error %v", err)
			case tt.failure != "" && (err == nil || !strings.Contains(err.Error(), tt.failure)):
				t.Errorf("error %v, want %q", err, tt.failure)
			case !strings.Contains(got.LLMContent, tt.want):
				t.Errorf("got %q, want %q", got.LLMContent, tt.want)
			}
			if tt.file != "" && w.content(t, tt.file) != tt.left {
				t.Errorf("%s has %q, want %q", tt.file, w.content(t, tt.file), tt.left)
			}
		})
	}
}

func TestAbsolutePathsBelowTheDirectory(t *testing.T) {
	w := open(t, coding.Options{}, map[string]string{"a.txt": "here"})
	got, err := w.run(t.Context(), "read_file", "file_path", filepath.Join(w.dir, "a.txt"))
	if err != nil || got.LLMContent != "here" {
		t.Errorf("got %q, error %v", got.LLMContent, err)
	}
}

func TestSymbolicLinksDoNotLeadOut(t *testing.T) {
	w := open(t, coding.Options{}, map[string]string{"inside.txt": "in"})
	outside := filepath.Join(filepath.Dir(w.dir), "outside.txt")
	if err := os.WriteFile(outside, []byte("out"), 0o644); err != nil {
		t.Fatal(err)
	}
	links := map[string]string{"good": "inside.txt", "bad": "../outside.txt", "worse": outside, "up": ".."}
	for name, target := range links {
		if err := os.Symlink(target, filepath.Join(w.dir, name)); err != nil {
			t.Skip("no symbolic links here:", err)
		}
	}
	if got, err := w.run(t.Context(), "read_file", "file_path", "good"); err != nil || got.LLMContent != "in" {
		t.Errorf("got %q, error %v", got.LLMContent, err)
	}
	for _, call := range [][]string{
		{"read_file", "file_path", "bad"},
		{"read_file", "file_path", "worse"},
		{"read_file", "file_path", "up/outside.txt"},
		{"write_file", "file_path", "bad", "content", "x"},
		{"write_file", "file_path", "up/new.txt", "content", "x"},
		{"replace", "file_path", "worse", "old_string", "out", "new_string", "x"},
		{"list_directory", "path", "up"},
	} {
		if got, err := w.run(t.Context(), call[0], call[1:]...); err == nil {
			t.Errorf("%v: got %q", call, got.LLMContent)
		}
	}
	if data, err := os.ReadFile(outside); err != nil || string(data) != "out" {
		t.Errorf("the file outside has %q, error %v", data, err)
	}
}

func TestReadFilePages(t *testing.T) {
	w := open(t, coding.Options{MaxOutput: 8}, map[string]string{"a.txt": "one\ntwo\nthree\n", "long": strings.Repeat("é", 100)})
	tests := []struct{ input, want string }{
		{`{"file_path":"a.txt"}`, "one\ntwo\n\n[2 of 3 lines; go on with offset 2]"},
		{`{"file_path":"a.txt","offset":2}`, "three\n"},
		{`{"file_path":"a.txt","offset":1,"limit":1}`, "two\n\n[1 of 3 lines; go on with offset 2]"},
		{`{"file_path":"a.txt","offset":9}`, ""},
		{`{"file_path":"long"}`, "éééé[line cut]"},
	}
	for _, tt := range tests {
		got, err := w.tools["read_file"](t.Context(), json.RawMessage(tt.input))
		if err != nil || got.LLMContent != tt.want {
			t.Errorf("%s: got %q, error %v", tt.input, got.LLMContent, err)
		}
	}
	if _, err := w.tools["read_file"](t.Context(), json.RawMessage(`{"file_path":"a.txt","offset":-1}`)); err == nil {
		t.Error("a negative offset was accepted")
	}
}
