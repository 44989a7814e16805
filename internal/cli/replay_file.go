package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"time"

	"github.com/grapnel-hooks/grapnel/internal/base/document"
	"github.com/grapnel-hooks/grapnel/trace"
)

// readRecords reads a file with one record, with a record on each line, or with
// a payload.
func (f *replayFlags) readRecords(stdin io.Reader, path string) ([]trace.Record, error) {
	text, err := readInput(stdin, path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is neither the ID of an event nor a file; `grapnel trace` lists events", path)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	records := decodeLines(text)
	if r, err := trace.Decode(text); err == nil {
		records = []trace.Record{r}
	}
	if len(records) > 0 {
		return f.selected(records, path)
	}
	r, err := f.payloadRecord(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return []trace.Record{r}, nil
}

// selected returns the records of a file that the flags select.
func (f *replayFlags) selected(records []trace.Record, path string) ([]trace.Record, error) {
	filter, err := f.conditions.filter(time.Now()) // the file says which projects
	if err != nil {
		return nil, err
	}
	all := len(records)
	records = slices.DeleteFunc(records, func(r trace.Record) bool { return !filter.Selects(r) })
	if len(records) == 0 {
		return nil, fmt.Errorf("%s: the flags select none of its %s", path, count(all, "event"))
	}
	return records, nil
}

func readInput(stdin io.Reader, path string) ([]byte, error) {
	in := stdin
	if path != "-" {
		file, err := document.Open(path)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		in = file
	}
	return readAll(in)
}

// decodeLines returns the records of a file that has nothing else.
func decodeLines(text []byte) []trace.Record {
	var list []trace.Record
	for line := range bytes.Lines(text) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		r, err := trace.Decode(line)
		if err != nil {
			return nil
		}
		list = append(list, r)
	}
	return list
}

// payloadRecord makes of a payload the record of an event that was never
// fired: it has no ID.
func (f *replayFlags) payloadRecord(text []byte) (trace.Record, error) {
	if (f.conditions != conditions{event: f.event, session: f.session}) {
		return trace.Record{}, errors.New("a payload is a single event: of the filters, only --event and --session can be used with it, to say what it is")
	}
	p, err := readPayload(bytes.NewReader(text))
	if err != nil {
		return trace.Record{}, err
	}
	if err := p.fill(f.session, f.cwd, ""); err != nil {
		return trace.Record{}, err
	}
	event := f.event
	if event == "" {
		event = p.eventName
	}
	if event == "" {
		return trace.Record{}, errors.New("the payload has no hook_event_name; say which event it is with --event")
	}
	return trace.Record{
		Event: event, Session: p.session.ID, Agent: p.session.Agent, Dir: p.session.Dir,
		TranscriptPath: p.session.TranscriptPath, Payload: p.fields.Raw(),
	}, nil
}
