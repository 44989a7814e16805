package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

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
		return nil, err
	}
	if r, err := trace.Decode(text); err == nil {
		return []trace.Record{r}, nil
	}
	if records := decodeLines(text); len(records) > 0 {
		return records, nil
	}
	r, err := f.payloadRecord(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return []trace.Record{r}, nil
}

func readInput(stdin io.Reader, path string) ([]byte, error) {
	in := stdin
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer file.Close()
		in = file
	}
	return io.ReadAll(io.LimitReader(in, maxPayload))
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
