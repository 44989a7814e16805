package process

import (
	"context"
	"math"
	"time"
)

// Defaults for fields of [Command] that are zero.
const (
	// DefaultGrace is how long a process has to clean up after SIGTERM.
	DefaultGrace = 5 * time.Second

	// DefaultMaxOutput is how many bytes are kept of each output stream.
	DefaultMaxOutput = 16 << 20
)

// killWait bounds the wait for processes to vanish after they were killed.
const killWait = 500 * time.Millisecond

// Command is one process to run.
type Command struct {
	// Argv holds the program and its arguments. Argv[0] is looked up in the
	// PATH of the calling process if it has no slash, as package lookpath does
	// it: never in relative directories. With a slash, a relative path is
	// relative to Dir.
	Argv []string

	// Env is the complete environment, except for the variable GRAPNEL_RUN
	// that Unix systems get in addition. Nil is an empty one.
	Env []string

	// Dir is the working directory, which must exist. If it is empty, the
	// process runs in the working directory of the caller.
	Dir string

	// Stdin is written whole to the standard input, followed by end of file.
	// A process need not read it.
	Stdin []byte

	// Timeout limits the running time. Zero means no limit.
	Timeout time.Duration

	// Grace is the time between SIGTERM and SIGKILL once the limit is reached.
	// Zero means DefaultGrace.
	Grace time.Duration

	// MaxOutput is the number of bytes kept of each output stream; what comes
	// after that is read and dropped. Zero means DefaultMaxOutput.
	MaxOutput int
}

// Ending is the way in which a run came to its end.
type Ending uint8

// The endings of a run.
const (
	NotStarted Ending = iota // the process could not be started
	Exited                   // the process exited by itself
	Signaled                 // a signal from elsewhere killed the process
	TimedOut                 // the process was ended after Command.Timeout
	Canceled                 // the process was ended because the context was
)

// String returns the ending in lower-case words, such as "timed out".
func (e Ending) String() string {
	switch e {
	case NotStarted:
		return "not started"
	case Exited:
		return "exited"
	case Signaled:
		return "signaled"
	case TimedOut:
		return "timed out"
	case Canceled:
		return "canceled"
	}
	return "unknown ending"
}

// Result is what became of a [Command].
type Result struct {
	// Ending tells which of the other fields have a meaning.
	Ending Ending

	// ExitCode is the exit status if Ending is Exited, and -1 otherwise.
	ExitCode int

	// Signal is the name of the signal that killed the process, such as
	// "SIGKILL". It is set if Ending is Signaled, and after a timeout or a
	// cancellation if the process died of a signal.
	Signal string

	// Stdout and Stderr hold what the process wrote, up to Command.MaxOutput
	// bytes each, also if it was ended early.
	Stdout, Stderr []byte

	// StdoutDropped and StderrDropped count the bytes over Command.MaxOutput.
	StdoutDropped, StderrDropped int64

	// Duration is the time it took to start the process and see it through.
	Duration time.Duration

	// Err says why the process could not be started if Ending is NotStarted.
	// It is nil otherwise, except in the case that somebody else in this
	// program reaped the process: then Ending is Exited, ExitCode is -1, and
	// Err is the error from waiting for it.
	Err error

	// Machine says that the process could not be started for a reason that is
	// the machine's and not the command's: its directory is gone, there is no
	// such shell, or descriptors, processes, memory or room for the environment
	// are used up. Another command would have failed likewise.
	Machine bool
}

// Run runs c and returns when its process has ended. It is safe for concurrent
// use.
//
// When c.Timeout has passed or ctx is done, Run asks the process and everything
// that it has started to terminate, kills after c.Grace what is left of them,
// and returns about a second later, whatever happens. If the process ends by
// itself at the very moment of its timeout, it counts as ended by itself.
//
// All goroutines started by Run have ended when it returns, except for a
// process that cannot even be killed, such as one stuck in a system call: it is
// left behind with what is needed to reap it, should it ever end.
func Run(ctx context.Context, c Command) Result {
	if ctx.Err() != nil {
		return Result{Ending: Canceled, ExitCode: -1}
	}
	start := time.Now()
	c = withDefaults(c)
	path, err := locate(&c)
	if err != nil {
		return notStarted(&c, err)
	}
	result := run(ctx, path, &c)
	result.Duration = time.Since(start)
	return result
}

// run starts the program at path and sees it through to its end.
func run(ctx context.Context, path string, c *Command) Result {
	std, err := openStdio(c.Stdin, c.MaxOutput)
	if err != nil {
		return notStarted(c, err)
	}
	defer std.close()
	leader, err := launch(path, c, std.child[:])
	std.closeChild()
	if err != nil {
		return notStarted(c, err)
	}
	r := seeThrough(ctx, leader, std, c)
	r.Stdout, r.StdoutDropped = std.stdout.kept, std.stdout.dropped
	r.Stderr, r.StderrDropped = std.stderr.kept, std.stderr.dropped
	return r
}

// withDefaults fills in the fields that have a default.
func withDefaults(c Command) Command {
	if c.Timeout <= 0 {
		c.Timeout = math.MaxInt64 // 292 years
	}
	if c.Grace <= 0 {
		c.Grace = DefaultGrace
	}
	if c.MaxOutput <= 0 {
		c.MaxOutput = DefaultMaxOutput
	}
	if c.Env == nil {
		c.Env = []string{} // os.StartProcess takes nil for the caller's own
	}
	return c
}
