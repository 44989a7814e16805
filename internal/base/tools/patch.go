package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// A patch as Codex writes them: files to add, to delete and to update, between
// two lines that begin and end it.
const (
	beginPatch = "*** Begin Patch"
	endPatch   = "*** End Patch"
	addFile    = "*** Add File: "
	deleteFile = "*** Delete File: "
	updateFile = "*** Update File: "
	moveTo     = "*** Move to: "
	endOfFile  = "*** End of File"
	hunkStart  = "@@"
)

// change is what a patch does to one file.
type change struct {
	header   string // one of the lines above that name a file
	path     string
	moved    string // the new path, if it is moved
	old, new []string
	hunks    int
}

// patchParts returns a part for each file of a patch, two for one that moves.
// The texts of the hunks of a file stand below each other.
func (t *Tool) patchParts(c Call) []Part {
	text, ok := patchText(c.Input, t.Patch)
	if !ok {
		return []Part{t.unclear(c.Input)}
	}
	changes, err := readPatch(text)
	if err != nil || len(changes) == 0 {
		raw, _ := jsonx.Marshal(text)
		part := t.unclear(raw)
		// The guards of edits see it, whatever the patch wanted to be.
		part.Job, part.Members = EditFile, hook.Object{Path: json.RawMessage(`""`), New: part.Members[t.Job.main()]}
		return []Part{part}
	}
	var parts []Part
	for _, ch := range changes {
		parts = append(parts, ch.parts(t.Name)...)
	}
	return parts
}

func patchText(input json.RawMessage, member string) (string, bool) {
	if fields, ok := object(input); ok {
		return fields.String(member)
	}
	return hook.Object{"": input}.String("")
}

func (ch change) parts(tool string) []Part {
	members := hook.Object{}
	members.Set(Path, ch.path)
	part := Part{Name: tool, Job: EditFile, Members: members}
	if ch.header == addFile {
		part.Job = WriteFile
		members.Set(Content, joinLines(ch.new))
		return []Part{part}
	}
	members.Set(Old, joinLines(ch.old))
	members.Set(New, joinLines(ch.new))
	if ch.moved == "" {
		return []Part{part}
	}
	there := part
	there.Members = members.Overlay(nil)
	there.Members.Set(Path, ch.moved)
	return []Part{part, there}
}

func joinLines(lines []string) string {
	if len(lines) == 0 {
		return ""
	}
	return strings.Join(lines, "\n") + "\n"
}

var errNoPatch = errors.New("not a patch")

// readPatch reads a patch. It is lenient like the programs that apply patches:
// what it cannot place is an error, so that nothing goes unseen.
func readPatch(text string) ([]change, error) {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, beginPatch) || !strings.HasSuffix(text, endPatch) {
		return nil, errNoPatch
	}
	var changes []change
	for line := range strings.Lines(strings.TrimSuffix(strings.TrimPrefix(text, beginPatch), endPatch)) {
		line = strings.TrimRight(line, "\r\n")
		if header, path, ok := fileHeader(line); ok {
			changes = append(changes, change{header: header, path: path})
			continue
		}
		if len(changes) == 0 {
			if strings.TrimSpace(line) != "" {
				return nil, fmt.Errorf("%w: %q stands before the first file", errNoPatch, line)
			}
			continue
		}
		if err := changes[len(changes)-1].add(line); err != nil {
			return nil, err
		}
	}
	return changes, nil
}

func fileHeader(line string) (header, path string, ok bool) {
	for _, header := range []string{addFile, deleteFile, updateFile} {
		if path, ok := strings.CutPrefix(line, header); ok {
			return header, strings.TrimSpace(path), true
		}
	}
	return "", "", false
}

// add reads one line of what is done to a file.
func (ch *change) add(line string) error {
	if path, ok := strings.CutPrefix(line, moveTo); ok {
		ch.moved = strings.TrimSpace(path)
		return nil
	}
	switch {
	case strings.HasPrefix(line, hunkStart):
		ch.hunks++
	case line == endOfFile:
	case strings.HasPrefix(line, "+"):
		ch.new = append(ch.new, line[1:])
	case strings.HasPrefix(line, "-"):
		ch.old = append(ch.old, line[1:])
	case line == "":
		ch.keep("")
	case strings.HasPrefix(line, " "):
		ch.keep(line[1:])
	default:
		return fmt.Errorf("%w: %q is in no hunk", errNoPatch, line)
	}
	return nil
}

// keep reads a line that stays as it is. An empty one between two files belongs
// to neither.
func (ch *change) keep(line string) {
	if ch.header == updateFile && (line != "" || ch.hunks > 0) {
		ch.old = append(ch.old, line)
		ch.new = append(ch.new, line)
	}
}

// writePatch writes parts as a patch.
func writePatch(parts []Part) (string, error) {
	var b strings.Builder
	b.WriteString(beginPatch + "\n")
	for _, p := range parts {
		path := p.Text(Path)
		if strings.ContainsAny(path, "\r\n") {
			return "", fmt.Errorf("the path %q cannot stand in a patch", path)
		}
		if p.Job == WriteFile {
			b.WriteString(addFile + path + "\n")
			writeLines(&b, "+", p.Text(Content))
			continue
		}
		b.WriteString(updateFile + path + "\n" + hunkStart + "\n")
		writeLines(&b, "-", p.Text(Old))
		writeLines(&b, "+", p.Text(New))
	}
	b.WriteString(endPatch + "\n")
	return b.String(), nil
}

func writeLines(b *strings.Builder, mark, text string) {
	if text == "" {
		return
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		b.WriteString(mark + line + "\n")
	}
}

// rewritable reports whether a patch can be written anew from its parts: where
// a file is added, or updated at one place. Only then is nothing lost.
func rewritable(text string) bool {
	changes, err := readPatch(text)
	for _, ch := range changes {
		if ch.moved != "" || ch.header == deleteFile || ch.hunks > 1 {
			return false
		}
	}
	return err == nil
}
