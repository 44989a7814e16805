// Package jsonx is the JSON of this module where encoding/json is too slow or
// means something else: it accepts exactly the same texts, but scans them
// several times faster, keeps keys exact and values as they were written, never
// escapes <, > and &, and has one notion of equality.
//
// Values stay encoded: a value is a json.RawMessage, which is a part of the
// text it was found in and must not be changed.
package jsonx

import (
	"bytes"
	"encoding/json"
	"errors"
)

// Errors of values that are not what they should be. Other texts that are not
// JSON give the error of encoding/json.
var (
	ErrNotObject = errors.New("not a JSON object")
	ErrTooDeep   = errors.New("exceeded max depth")
	errCutOff    = errors.New("unexpected end of JSON")
)

// Valid reports whether data is one JSON value. It agrees with json.Valid on
// every input.
func Valid(data []byte) bool {
	end := skipValue(data, 0, 0)
	return end >= 0 && skipSpace(data, end) == len(data)
}

// IsNull reports whether a value without white space around it is null.
func IsNull(raw json.RawMessage) bool { return string(raw) == "null" }

// Marshal is json.Marshal without the escaping of <, > and &, which hooks would
// otherwise have to undo.
func Marshal(v any) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

// problem says what is wrong with data that could not be scanned. Nobody waits
// for that, so it is encoding/json that finds the words.
func problem(data []byte, why int) error {
	if why == tooDeep {
		return ErrTooDeep
	}
	err := json.Unmarshal(data, new(json.RawMessage))
	if err == nil || err.Error() == "unexpected end of JSON input" {
		return errCutOff
	}
	return err
}
