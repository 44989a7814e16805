package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode"

	"github.com/grapnel-hooks/grapnel/host"
)

// screen shows the user what happens: answers on standard output, everything
// else on standard error. It is safe for concurrent use.
type screen struct {
	out, err io.Writer
	terminal bool

	mu    sync.Mutex
	open  bool // the answer so far does not end with a newline
	shown bool // something was shown since begin
}

// begin starts the work on a prompt.
func (s *screen) begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shown = false
}

// finish ends the work on a prompt and reports whether anything was shown.
func (s *screen) finish() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closeLine()
	return s.shown
}

// show shows a note of the session.
func (s *screen) show(note host.Note) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shown = true
	text := s.printable(note.Text)
	if note.Kind == host.NoteAnswer {
		fmt.Fprint(s.out, text)
		s.open = !strings.HasSuffix(text, "\n")
		return
	}
	s.closeLine()
	switch note.Kind {
	case host.NoteTool:
		text = "[" + note.Tool + "] " + text
	case host.NoteStop:
		text = "Stopped by a hook: " + text
	}
	fmt.Fprintln(s.err, strings.TrimRight(text, "\n"))
}

// say tells the user something.
func (s *screen) say(text string) {
	s.ask(text + "\n")
}

// ask is say without an end of the line.
func (s *screen) ask(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closeLine()
	fmt.Fprint(s.err, s.printable(text))
}

func (s *screen) closeLine() {
	if s.open {
		fmt.Fprintln(s.out)
		s.open = false
	}
}

// printable returns text without what would control a terminal: a command that
// the user is asked about must not be able to hide itself.
func (s *screen) printable(text string) string {
	if !s.terminal {
		return text
	}
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, text)
}

// keyboard is what the user types, line by line.
type keyboard struct {
	lines chan string

	asking sync.Mutex // one question at a time
}

// waiting is how many lines can be typed ahead.
const waiting = 64

// listen reads lines until there are no more. It cannot be stopped: nothing ends
// the reading of a terminal but its user.
func listen(in io.Reader) *keyboard {
	k := &keyboard{lines: make(chan string, waiting)}
	go func() {
		defer close(k.lines)
		reader := bufio.NewReader(in)
		for {
			line, err := reader.ReadString('\n')
			if line != "" {
				k.lines <- strings.TrimRight(line, "\r\n")
			}
			if err != nil {
				return
			}
		}
	}()
	return k
}

// answer asks a question and returns the next line. What was typed before the
// question is no answer to it, and is dropped.
func (k *keyboard) answer(ctx context.Context, ask func()) (string, error) {
	k.asking.Lock()
	defer k.asking.Unlock()
	if err := ctx.Err(); err != nil {
		return "", err
	}
	if !k.drop() {
		return "", errNobody
	}
	ask()
	select {
	case line, ok := <-k.lines:
		if !ok {
			return "", errNobody
		}
		return line, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

var errNobody = errors.New("the user is gone")

// drop drops what has been typed so far and reports whether more may come.
func (k *keyboard) drop() bool {
	for {
		select {
		case _, ok := <-k.lines:
			if !ok {
				return false
			}
		default:
			return true
		}
	}
}
