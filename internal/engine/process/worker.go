package process

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// A worker serves many calls in one process, also at the same time. It says
// {"ready": true} when it has started. Then it reads a line of JSON for each call,
//
//	{"id": 7, "handler": …, "stdin": …}
//
// and answers with two lines: one when it begins, so that a call which a dying
// worker never read can be made again, and one when the handler is done,
//
//	{"id": 7, "begun": true}
//	{"id": 7, "exitCode": 0, "stdout": …, "stderr": …}
//
// so that a call looks like a short process to whoever reads its result. If the
// first of them has an exit code, that is the result in case the worker ends
// before it says that it has begun once more: it then could not even call the
// handler. A call that takes too long is given up with
//
//	{"id": 7, "abandon": true}
//
// If the worker can go on without it, it says so,
//
//	{"id": 7, "abandoned": true, "stderr": …}
//
// and otherwise, or if it does not answer, it is ended. The answer may have an
// exit code and stdout; they then are the result of the call. A worker ends when
// its standard input does.
type (
	workerCall struct {
		ID      uint64 `json:"id"`
		Handler string `json:"handler"`
		Stdin   string `json:"stdin"`
	}
	workerReply struct {
		Ready     bool   `json:"ready"`
		ID        uint64 `json:"id"`
		Begun     bool   `json:"begun"`
		Abandoned bool   `json:"abandoned"`
		ExitCode  *int   `json:"exitCode"`
		Stdout    string `json:"stdout"`
		Stderr    string `json:"stderr"`
	}
)

const (
	// startLimit is how long a worker may take until it is ready. That time is
	// not the call's: a short timeout is for what the handler does, not for an
	// interpreter that starts slowly.
	startLimit = 20 * time.Second

	// abandonLimit is how long a worker may take to say that it goes on without
	// a call.
	abandonLimit = time.Second
	// maxSignal is the longest line that can say that a worker is ready, or
	// has begun.
	maxSignal = 4 << 10
)

var (
	errBadReply = errors.New("the worker answered something that is no reply")
	errNotReady = errors.New("it did not say that it is ready")
	errTooLong  = errors.New("line too long")
	errOther    = errors.New("the worker was ended during the call, because of another one that did not end in time")
)

// callLine is a call as the worker reads it.
func callLine(id uint64, handler string, stdin []byte) ([]byte, error) {
	line, err := json.Marshal(workerCall{ID: id, Handler: handler, Stdin: string(stdin)})
	if err != nil {
		return nil, fmt.Errorf("encode the call of a worker: %w", err)
	}
	return append(line, '\n'), nil
}

// isReady reports whether a worker's first line is the right one.
func isReady(line []byte) bool {
	var first workerReply
	return json.Unmarshal(line, &first) == nil && first.Ready
}

// abandonLine asks a worker to go on without a call.
func abandonLine(id uint64) []byte {
	return fmt.Appendf(nil, `{"id":%d,"abandon":true}`+"\n", id)
}

// parseReply reads a line of a worker about one of its calls.
func parseReply(line []byte) (workerReply, error) {
	var reply workerReply
	err := json.Unmarshal(line, &reply)
	if err != nil || reply.ID == 0 || !reply.Begun && !reply.Abandoned && reply.ExitCode == nil {
		return workerReply{}, errBadReply
	}
	return reply, nil
}

// result turns a worker's answer into the result of a call.
func (reply workerReply) result(maxOutput int) Result {
	r := Result{Ending: Exited, ExitCode: *reply.ExitCode}
	r.Stdout, r.StdoutDropped = capped(reply.Stdout, maxOutput)
	r.Stderr, r.StderrDropped = capped(reply.Stderr, maxOutput)
	return r
}

// maxReply is the longest line that can be a reply with two streams of
// maxOutput bytes, each of which JSON may need six bytes for.
func maxReply(maxOutput int) int { return 2*6*maxOutput + 1<<10 }

func capped(text string, limit int) (kept []byte, dropped int64) {
	if len(text) <= limit {
		return []byte(text), 0
	}
	return []byte(text[:limit]), int64(len(text) - limit)
}

// notReady says why a worker is of no use, with the last line that it wrote to
// stderr.
func notReady(program string, why error, stderr []byte) error {
	last := strings.TrimSpace(string(bytes.ToValidUTF8(stderr, nil)))
	if i := strings.LastIndexByte(last, '\n'); i >= 0 {
		last = last[i+1:]
	}
	if last == "" {
		return fmt.Errorf("%s cannot be used: %w", program, why)
	}
	return fmt.Errorf("%s cannot be used: %w: %s", program, why, last)
}

// unprepared is the result of a call during which the worker ended before it
// could call the handler.
func unprepared(how Result, exitCode int) Result {
	r := unanswered(how)
	why := r.Stderr[bytes.LastIndexByte(r.Stderr, '\n')+1:]
	return Result{Ending: Exited, ExitCode: exitCode, Stdout: why, Stderr: r.Stderr}
}

// unanswered is the result of a call during which the worker ended. Its exit
// code is not the handler's: only a reply can carry that.
func unanswered(how Result) Result {
	why := errBadReply.Error()
	switch how.Ending {
	case Signaled:
		why = "the worker was killed by " + how.Signal + " during the call"
	case Exited:
		why = fmt.Sprintf("the worker ended with exit code %d during the call", how.ExitCode)
		how.ExitCode = 1
	default:
		how.Ending, how.ExitCode = Exited, 1
	}
	if len(how.Stderr) > 0 && !bytes.HasSuffix(how.Stderr, []byte("\n")) {
		how.Stderr = append(how.Stderr, '\n')
	}
	how.Stderr = append(how.Stderr, why...)
	how.Err = nil
	return how
}
