// Package coding has the tools of a small coding agent: read, write, edit and
// list files below one directory, and run shell commands in it. Tools and
// parameters have the names that LLxprt and Gemini CLI give them, so that hooks
// written for those work on these.
//
// File tools cannot leave the directory, not even by way of symbolic links.
// Shell commands can: they start in the directory, but may do whatever the user
// may. [Options.Approve] is the place to ask.
package coding

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/host"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// Options configure the tools.
type Options struct {
	// Approve, if set, is asked before each shell command that hooks have not
	// permitted; see [host.IsApproved]. An error keeps the command from running
	// and tells the model why. Calls may overlap.
	Approve func(ctx context.Context, command string) error
	// Timeout is how long a shell command may run; 0 means two minutes.
	Timeout time.Duration
	// MaxOutput is how many bytes of a command's output or of a file the model
	// gets at once; 0 means 64 KiB.
	MaxOutput int
	// Env is the environment of shell commands; nil means that of this process.
	Env []string
}

const (
	defaultTimeout   = 2 * time.Minute
	defaultMaxOutput = 64 << 10
)

// Tools returns the tools for a directory. Closing ends their access to it.
func Tools(dir string, o Options) ([]host.Tool, io.Closer, error) {
	if o.Timeout <= 0 {
		o.Timeout = defaultTimeout
	}
	if o.MaxOutput <= 0 {
		o.MaxOutput = defaultMaxOutput
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, nil, err
	}
	w := &workspace{dir: dir, root: root, options: o}
	return []host.Tool{
		{
			Name:        "read_file",
			Description: "Reads a text file. Long files are cut; offset and limit select lines.",
			Parameters: schema(filePath+`,
				"offset":{"type":"integer","description":"number of lines to skip"},
				"limit":{"type":"integer","description":"number of lines to read"}`, "file_path"),
			Run: w.tool(w.readFile),
		},
		{
			Name:        "write_file",
			Description: "Writes a file, replacing what was in it. Missing directories are created.",
			Parameters: schema(filePath+`,
				"content":{"type":"string","description":"everything that is to be in the file"}`, "file_path", "content"),
			Run: w.tool(w.writeFile),
		},
		{
			Name:        "replace",
			Description: "Replaces one piece of a text file. It must occur exactly once, so give enough of the text around it.",
			Parameters: schema(filePath+`,
				"old_string":{"type":"string","description":"the exact text to replace, with its white space"},
				"new_string":{"type":"string","description":"what to put in its place"}`, "file_path", "old_string", "new_string"),
			Run: w.tool(w.replace),
		},
		{
			Name:        "list_directory",
			Description: "Lists the files and directories in a directory.",
			Parameters:  schema(`"path":{"type":"string","description":"path of the directory, relative to the working directory"}`, "path"),
			Run:         w.tool(w.listDirectory),
		},
		{
			Name:        "run_shell_command",
			Description: "Runs a shell command in the working directory and returns its output and exit code.",
			Parameters:  schema(`"command":{"type":"string","description":"the exact command"}`, "command"),
			Run:         w.tool(w.runShellCommand),
		},
	}, root, nil
}

// filePath is the parameter that names a file.
const filePath = `"file_path":{"type":"string","description":"path of the file, relative to the working directory"}`

// schema returns the JSON Schema of an object with these properties.
func schema(properties string, required ...string) json.RawMessage {
	names := hook.Object{}
	names.Set("required", required)
	return json.RawMessage(`{"type":"object","properties":{` + properties + `},"required":` + string(names["required"]) + `}`)
}

// workspace is the directory that tools work in.
type workspace struct {
	dir     string
	root    *os.Root
	options Options
}

// tool returns the function of a tool with its parameters read. Their names are
// matched exactly: a hook that guards file_path must not be got around with
// File_Path, as it could be if they were decoded into a struct.
func (w *workspace) tool(run func(context.Context, hook.Object) (host.ToolResult, error)) host.ToolFunc {
	return func(ctx context.Context, input json.RawMessage) (host.ToolResult, error) {
		parameters, _, err := jsonx.ParseObject(input)
		if err != nil {
			return host.ToolResult{}, fmt.Errorf("read parameters: %w", err)
		}
		return run(ctx, parameters)
	}
}

// text returns a parameter that must be there.
func text(parameters hook.Object, name string) (string, error) {
	value, ok := parameters.String(name)
	if !ok {
		return "", fmt.Errorf("the parameter %s is missing or is not a string", name)
	}
	return value, nil
}

// count returns a parameter that may be left out.
func count(parameters hook.Object, name string) (int, error) {
	if !parameters.Has(name) {
		return 0, nil
	}
	var n int
	if err := json.Unmarshal(parameters[name], &n); err != nil || n < 0 {
		return 0, fmt.Errorf("the parameter %s is not a number of lines", name)
	}
	return n, nil
}

// local returns a path as one below the directory. Where symbolic links on it
// lead is for os.Root to check.
func (w *workspace) local(path string) (string, error) {
	if path == "" {
		return "", errors.New("the path is empty")
	}
	relative := filepath.Clean(path)
	if filepath.IsAbs(path) {
		var err error
		if relative, err = filepath.Rel(w.dir, path); err != nil {
			return "", err
		}
	}
	if !filepath.IsLocal(relative) {
		return "", fmt.Errorf("%s is outside of the working directory %s", path, w.dir)
	}
	return relative, nil
}

// file returns the parameter file_path as a path below the directory.
func (w *workspace) file(parameters hook.Object) (string, error) {
	path, err := text(parameters, "file_path")
	if err != nil {
		return "", err
	}
	return w.local(path)
}
