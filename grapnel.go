package grapnel

import (
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/diag"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/engine"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
)

// ErrNotInitialized reports that a part of a System was asked for before the
// first event or a call of Initialize.
var ErrNotInitialized = errors.New("hook system is not initialized")

// Options configure a System. The zero value is useful: LLxprt's dialect, the
// current directory, hooks as the configuration files say.
type Options struct {
	// Disabled switches hooks off whatever the files say. New then returns nil.
	Disabled bool
	// Dialect is the contract that hooks are written for; "" means "llxprt".
	Dialect string
	// Dir is the project directory: where configuration is looked for and
	// hooks run. "" means the current directory.
	Dir string
	// ConfigFiles, if any, are read instead of what is found in Dir, the home
	// directory and the system. Naming a file is consent to run its hooks.
	ConfigFiles []string
	// Agent is which agent this is, where the configuration has hooks for
	// several.
	Agent string
	// Switches are the on-off options of particular dialects, by name.
	Switches map[string]bool
	// SessionID identifies the agent session to hooks; "" means a random one.
	SessionID string
	// TranscriptPath is passed to hooks as it is.
	TranscriptPath string
	// Logger gets warnings about hooks and configuration, and a debug line for
	// every event. nil means no logging.
	Logger *slog.Logger
	// Observe, if set, is told of every event that hooks ran for, with what
	// came of it. It may be called from several goroutines at once.
	Observe engine.Observer
}

// System is the hooks of one agent session. It reads its configuration at the
// first event and is safe for concurrent use. A nil System has no hooks.
type System struct {
	options Options
	random  string // a session ID, if the options have none
	load    sync.Mutex
	state   atomic.Pointer[state]
}

// state is what a loaded configuration amounts to. It is replaced as a whole.
type state struct {
	set      config.Set
	registry *engine.Registry
	handler  *engine.Handler // nil if there is nothing to fire at
}

// New returns a System. It reads nothing and starts nothing; that happens when
// the first event is fired. With Options.Disabled it returns nil.
func New(o Options) *System {
	if o.Disabled {
		return nil
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	o.Logger = slog.New(calmHandler{o.Logger.Handler()})
	return &System{options: o, random: fmt.Sprintf("%016x%016x", rand.Uint64(), rand.Uint64())}
}

// WithSession returns a System for another agent session with the same hooks.
// It has the configuration that is in force now; reloading one does not change
// the other.
func (s *System) WithSession(id string) *System {
	if s == nil {
		return nil
	}
	o := s.options
	o.SessionID = id
	other := New(o)
	if st := s.ready(); st.registry != nil {
		other.state.Store(other.build(st.set, st.registry))
	}
	return other
}

// Initialize reads the configuration if that has not happened yet. The error
// joins everything that keeps configured hooks from running: files that could not
// be used, and definitions that are wrong. All other hooks still run. Hosts need
// not call it, because the first event does; but it tells them early.
func (s *System) Initialize() error {
	if s == nil {
		return nil
	}
	return s.ready().set.Problem()
}

// ready returns the state, loading it on first use.
func (s *System) ready() *state {
	if st := s.state.Load(); st != nil {
		return st
	}
	s.load.Lock()
	defer s.load.Unlock()
	if st := s.state.Load(); st != nil {
		return st
	}
	return s.loadLocked()
}

// Reload reads the configuration again. Events that are under way finish with
// the hooks they began with.
func (s *System) Reload() error {
	if s == nil {
		return nil
	}
	s.load.Lock()
	defer s.load.Unlock()
	return s.loadLocked().set.Problem()
}

// Close ends what hooks keep running between events. Events that are fired
// later still work.
func (s *System) Close() {
	if h := s.loaded().handler; h != nil {
		h.Close()
	}
}

func (s *System) loadLocked() *state {
	st := s.read()
	if old := s.state.Load(); old != nil && old.handler != nil {
		defer old.handler.Close()
	}
	for _, d := range st.set.Diagnostics {
		if d.Code == config.Disabled {
			s.options.Logger.Error("hooks are disabled", "code", d.Code, "source", d.Source, "reason", d.Reason, "problem", d.String())
			continue
		}
		s.options.Logger.Warn("hook configuration", "code", d.Code, "problem", d.String())
	}
	if st.set.Err != nil {
		s.options.Logger.Warn("hook configuration cannot be used", "error", st.set.Err)
	}
	s.state.Store(st)
	return st
}

// read loads the configuration. A problem that leaves nothing to work with
// gives a state without hooks that says why.
func (s *System) read() (st *state) {
	defer func() {
		if p := recover(); p != nil {
			st = &state{set: config.Set{Err: fmt.Errorf("read hooks: internal error: %v", p)}}
		}
	}()
	d, err := all.ByName(s.options.Dialect)
	if err != nil {
		return &state{set: config.Set{Err: err}}
	}
	set := config.Load(d, s.options.Place())
	definitions := set.Definitions
	if !set.Enabled {
		definitions = nil
	}
	return s.build(set, engine.NewRegistry(d, definitions))
}

// build makes the state for a configuration.
func (s *System) build(set config.Set, registry *engine.Registry) *state {
	o := engine.Options{
		Session: s.session(),
		Log:     s.options.Logger,
		Observe: s.options.Observe,
	}
	if set.Err != nil {
		o.Persistent = append(o.Persistent, unusable(set.Err))
	}
	for _, d := range set.Diagnostics {
		if config.IsPersistent(d) {
			o.Persistent = append(o.Persistent, d)
		}
	}
	return &state{set: set, registry: registry, handler: engine.NewHandler(registry, o)}
}

// session is what hooks are told about the session. Without an ID it gets a
// random one.
func (s *System) session() hook.Session {
	session := hook.Session{
		ID: s.options.SessionID, Dir: s.options.dir(),
		TranscriptPath: s.options.TranscriptPath, Agent: s.options.Agent,
	}
	if session.ID == "" {
		session.ID, session.Unnamed = s.random, true
	}
	return session
}

// dir is the project directory.
func (o Options) dir() string {
	dir, err := filepath.Abs(o.Dir)
	if err != nil {
		return o.Dir // the current directory is gone; hooks will say so
	}
	return dir
}

// Place is where these options say that the agent runs: what discovery of
// configuration starts from.
func (o Options) Place() dialect.Environment {
	home, _ := os.UserHomeDir() // without one there is no user configuration
	return dialect.Environment{
		Project: o.dir(), Home: home, Getenv: os.Getenv,
		Files: o.ConfigFiles, Agent: o.Agent, Switches: o.Switches,
	}
}

// Status tells whether the configuration has been read and how many hooks it
// has.
type Status struct {
	Initialized bool
	TotalHooks  int
}

// Status returns the present status. It does not initialize.
func (s *System) Status() Status {
	if s == nil {
		return Status{}
	}
	st := s.state.Load()
	if st == nil || st.registry == nil {
		return Status{Initialized: st != nil}
	}
	return Status{Initialized: true, TotalHooks: st.registry.Total()}
}

// loaded returns the state without loading it; an empty one if there is none.
func (s *System) loaded() state {
	if s == nil {
		return state{}
	}
	if st := s.state.Load(); st != nil {
		return *st
	}
	return state{}
}

// Registry returns the configured hooks, or ErrNotInitialized.
func (s *System) Registry() (*engine.Registry, error) {
	if st := s.loaded(); st.registry != nil {
		return st.registry, nil
	}
	return nil, ErrNotInitialized
}

// Handler returns what fires events, or ErrNotInitialized.
func (s *System) Handler() (*engine.Handler, error) {
	if st := s.loaded(); st.handler != nil {
		return st.handler, nil
	}
	return nil, ErrNotInitialized
}

// Configuration returns what the configuration files say, reading them if that
// has not happened yet.
func (s *System) Configuration() config.Set {
	if s == nil {
		return config.Set{}
	}
	return s.ready().set
}

// handler returns what to fire at, or nil.
func (s *System) handler() *engine.Handler {
	if s == nil {
		return nil
	}
	return s.ready().handler
}

// nothing is the outcome without a handler.
func (s *System) nothing() hook.Outcome {
	out := hook.Proceed("", "")
	if s != nil {
		if err := s.ready().set.Err; err != nil {
			out.Diagnostics = append(out.Diagnostics, unusable(err))
		}
	}
	return out
}

// HasHooksFor reports whether any hook would run at a moment of this kind: about a
// tool of that name, if it is a tool event. A host may ask before it prepares
// data that only hooks need.
func (s *System) HasHooksFor(kind hook.Kind, subject string) bool {
	h := s.handler()
	return h != nil && h.HasHooksFor(kind, subject)
}

// Supports reports whether the dialect has an event for a moment at all.
func (s *System) Supports(kind hook.Kind) bool {
	h := s.handler()
	return h != nil && h.Supports(kind)
}

// WaitsFor reports whether a host is to wait for the hooks of a lifecycle event
// and apply what they say. Otherwise it fires the event and goes on.
func (s *System) WaitsFor(kind hook.Kind) bool {
	h := s.handler()
	return h != nil && slices.Contains(h.Rules().Awaited, kind)
}

// AskNeedsUser reports whether the decision "ask" means no where there is no
// user to ask. Otherwise the operation then proceeds.
func (s *System) AskNeedsUser() bool {
	h := s.handler()
	return h != nil && h.Rules().AskNeedsUser
}

// unusable says that hooks are missing. A guard that is not there must not go
// unnoticed.
func unusable(err error) hook.Diagnostic {
	return diag.Errorf("unusable-config", "hooks are missing: %v", err)
}
