package runner

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// A worker serves many calls in one process. It reads a line of JSON for each
// call, {"handler": …, "stdin": …}, and answers with a line like
// {"exitCode": 0, "stdout": …, "stderr": …}, so that a call looks like a short
// process to whoever reads its result.
type (
	workerCall struct {
		Handler string `json:"handler"`
		Stdin   string `json:"stdin"`
	}
	workerReply struct {
		ExitCode int    `json:"exitCode"`
		Stdout   string `json:"stdout"`
		Stderr   string `json:"stderr"`
	}
)

// errBadReply reports a worker that does not keep to the protocol, for instance
// because the function it called has ended the process.
var errBadReply = errors.New("the worker ended, or answered something that is no reply")

// callLine is a call as the worker reads it.
func callLine(handler string, stdin []byte) ([]byte, error) {
	line, err := json.Marshal(workerCall{Handler: handler, Stdin: string(stdin)})
	if err != nil {
		return nil, fmt.Errorf("encode the call of a worker: %w", err)
	}
	return append(line, '\n'), nil
}

// readReply turns a worker's answer into the result of a call.
func readReply(line []byte, maxOutput int) (Result, error) {
	var reply workerReply
	if err := json.Unmarshal(bytes.TrimSpace(line), &reply); err != nil {
		return Result{}, errBadReply
	}
	r := Result{Ending: Exited, ExitCode: reply.ExitCode}
	r.Stdout, r.StdoutDropped = capped(reply.Stdout, maxOutput)
	r.Stderr, r.StderrDropped = capped(reply.Stderr, maxOutput)
	return r, nil
}

func capped(text string, limit int) (kept []byte, dropped int64) {
	if limit <= 0 {
		limit = DefaultMaxOutput
	}
	if len(text) <= limit {
		return []byte(text), 0
	}
	return []byte(text[:limit]), int64(len(text) - limit)
}
