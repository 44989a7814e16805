package coding

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/host"
)

// maxFile is the size of the largest file that is read.
const maxFile = 16 << 20

// load reads a text file.
func (w *workspace) load(path string) (string, error) {
	info, err := w.root.Stat(path)
	switch {
	case err != nil:
		return "", err
	case !info.Mode().IsRegular(): // a pipe would make us wait
		return "", fmt.Errorf("%s is not a regular file", path)
	case info.Size() > maxFile:
		return "", fmt.Errorf("%s is too large to read: %d bytes", path, info.Size())
	}
	data, err := w.root.ReadFile(path)
	if err != nil {
		return "", err
	}
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		return "", fmt.Errorf("%s is not a text file", path)
	}
	return string(data), nil
}

func (w *workspace) readFile(_ context.Context, parameters hook.Object) (host.ToolResult, error) {
	path, err := w.file(parameters)
	if err != nil {
		return host.ToolResult{}, err
	}
	offset, err := count(parameters, "offset")
	if err != nil {
		return host.ToolResult{}, err
	}
	limit, err := count(parameters, "limit")
	if err != nil {
		return host.ToolResult{}, err
	}
	content, err := w.load(path)
	if err != nil {
		return host.ToolResult{}, err
	}
	lines := strings.SplitAfter(content, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	offset = min(offset, len(lines))
	shown, next := w.page(lines, offset, limit)
	if next < len(lines) {
		shown += fmt.Sprintf("\n[%d of %d lines; go on with offset %d]", next-offset, len(lines), next)
	}
	return host.ToolResult{LLMContent: shown, ReturnDisplay: fmt.Sprintf("Read %s", path)}, nil
}

// page returns the lines from start that fit, and the number of the next one.
// The first of them always does, cut if need be.
func (w *workspace) page(lines []string, start, limit int) (shown string, next int) {
	var b strings.Builder
	for next = start; next < len(lines) && (limit == 0 || next-start < limit); next++ {
		if b.Len()+len(lines[next]) > w.options.MaxOutput {
			if next > start {
				break
			}
			cut := strings.ToValidUTF8(lines[next][:w.options.MaxOutput], "")
			return cut + "[line cut]", next + 1
		}
		b.WriteString(lines[next])
	}
	return b.String(), next
}

func (w *workspace) writeFile(_ context.Context, parameters hook.Object) (host.ToolResult, error) {
	path, err := w.file(parameters)
	if err != nil {
		return host.ToolResult{}, err
	}
	content, err := text(parameters, "content")
	if err != nil {
		return host.ToolResult{}, err
	}
	if err := w.root.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return host.ToolResult{}, err
	}
	return w.save(path, content, fmt.Sprintf("Wrote %d bytes to %s", len(content), path))
}

// save writes a file and reports what was done.
func (w *workspace) save(path, content, done string) (host.ToolResult, error) {
	info, err := w.root.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		return host.ToolResult{}, fmt.Errorf("%s is not a regular file", path)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return host.ToolResult{}, err
	}
	if err := w.root.WriteFile(path, []byte(content), 0o666); err != nil {
		return host.ToolResult{}, err
	}
	return host.ToolResult{LLMContent: done + ".", ReturnDisplay: done}, nil
}

func (w *workspace) replace(_ context.Context, parameters hook.Object) (host.ToolResult, error) {
	path, err := w.file(parameters)
	if err != nil {
		return host.ToolResult{}, err
	}
	old, err := text(parameters, "old_string")
	if err != nil {
		return host.ToolResult{}, err
	}
	replacement, err := text(parameters, "new_string")
	if err != nil {
		return host.ToolResult{}, err
	}
	content, err := w.load(path)
	if err != nil {
		return host.ToolResult{}, err
	}
	if err := replaceable(content, old, replacement); err != nil {
		return host.ToolResult{}, fmt.Errorf("%s was not changed: %w", path, err)
	}
	return w.save(path, strings.Replace(content, old, replacement, 1), "Changed "+path)
}

// replaceable says what is wrong with a replacement.
func replaceable(content, old, replacement string) error {
	switch n := strings.Count(content, old); {
	case old == "":
		return errors.New("old_string is empty; write_file writes whole files")
	case old == replacement:
		return errors.New("old_string and new_string are the same")
	case n == 0:
		return errors.New("old_string does not occur in it; it must match exactly, white space included")
	case n > 1:
		return fmt.Errorf("old_string occurs %d times in it; give more of the text around the one you mean", n)
	}
	return nil
}

func (w *workspace) listDirectory(_ context.Context, parameters hook.Object) (host.ToolResult, error) {
	path, err := text(parameters, "path")
	if err != nil {
		return host.ToolResult{}, err
	}
	if path, err = w.local(path); err != nil {
		return host.ToolResult{}, err
	}
	if info, err := w.root.Stat(path); err != nil {
		return host.ToolResult{}, err
	} else if !info.IsDir() {
		return host.ToolResult{}, fmt.Errorf("%s is not a directory", path)
	}
	entries, err := fs.ReadDir(w.root.FS(), filepath.ToSlash(path))
	if err != nil {
		return host.ToolResult{}, err
	}
	lines := make([]string, len(entries))
	for i, entry := range entries {
		lines[i] = entry.Name() + "\n"
		if entry.IsDir() {
			lines[i] = entry.Name() + "/\n"
		}
	}
	listing, shown := w.page(lines, 0, 0)
	switch {
	case len(lines) == 0:
		listing = "The directory is empty."
	case shown < len(lines):
		listing += fmt.Sprintf("[%d of %d entries]", shown, len(lines))
	}
	return host.ToolResult{LLMContent: listing, ReturnDisplay: fmt.Sprintf("Listed %d entries of %s", len(lines), path)}, nil
}
