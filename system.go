package grapnel

import (
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/base/redact"
	"github.com/grapnel-hooks/grapnel/internal/dialect"
	"github.com/grapnel-hooks/grapnel/internal/dialect/all"
	"github.com/grapnel-hooks/grapnel/internal/engine"
	"github.com/grapnel-hooks/grapnel/internal/engine/config"
)

// ErrNotInitialized reports that a part of a System was asked for before the
// first event or a call of Initialize.
var ErrNotInitialized = errors.New("hook system is not initialized")

// Registry is the configured hooks of a System, by event. It does not change;
// Reload replaces it.
type Registry = engine.Registry

// Handler fires the events of a System. Hosts call the methods of System
// instead, which load the configuration first if need be.
type Handler = engine.Engine

// System is the hooks of one agent session. It is safe for concurrent use. A nil
// System is valid and has no hooks.
//
// A System reads its configuration once, when it is first needed: all methods
// that answer with hooks or about them load it on demand. Only Status, Registry
// and Handler look at what is there without loading: before the first event, or
// a call of Initialize, Status says so and the other two return
// [ErrNotInitialized]. Reload reads the configuration again.
type System struct {
	options Options
	random  string // a session ID, if the options have none
	load    sync.Mutex
	state   atomic.Pointer[state]
}

// state is a loaded configuration, ready to fire events at. It is replaced as a
// whole. If there is no such dialect, it has only an error.
type state struct {
	set      config.Set
	dialect  dialect.Dialect
	registry *engine.Registry
	foreign  []foreignHooks
	engine   *engine.Engine
}

// problem is all that keeps configured hooks from running, or nil.
func (st *state) problem() error {
	if st.dialect == nil {
		return st.set.Err
	}
	return st.set.Problem(st.dialect.Describe().Form.SwitchKey)
}

// New returns a System. It reads nothing and starts nothing; that happens when
// the first event is fired. With Options.Disabled it returns nil.
func New(o Options) *System {
	if o.Disabled {
		return nil
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	} else {
		o.Logger = slog.New(calmHandler{redact.Handler(o.Logger.Handler())})
	}
	return &System{options: o, random: fmt.Sprintf("%016x%016x", rand.Uint64(), rand.Uint64())}
}

// WithSession returns a System for another agent session with the same hooks,
// loading them if need be. Reloading one of the two does not change the other.
func (s *System) WithSession(id string) *System {
	if s == nil {
		return nil
	}
	o := s.options
	o.SessionID = id
	other := New(o)
	if st := s.ready(); st.registry != nil {
		other.state.Store(other.build(st.dialect, st.set, st.registry, st.foreign))
	}
	return other
}

// Initialize reads the configuration if that has not happened yet. The error
// joins all that keeps configured hooks from running: an unknown dialect, a
// directory that does not exist, files that could not be read, definitions with
// mistakes such as a misspelt event, and hooks that nobody has switched on. All
// other hooks still run. Hosts need not call it, because the first event does, but
// an agent that must not work without its guards should.
func (s *System) Initialize() error {
	if s == nil {
		return nil
	}
	return s.ready().problem()
}

// Reload reads the configuration again and returns what Initialize would. Events
// that are under way finish with the hooks they began with.
func (s *System) Reload() error {
	if s == nil {
		return nil
	}
	s.load.Lock()
	defer s.load.Unlock()
	return s.loadLocked().problem()
}

// Close ends what hooks keep running between events, such as the Python process
// of MassGen's hooks. Events that are fired later still work.
func (s *System) Close() {
	if e := s.loaded().engine; e != nil {
		e.Close()
	}
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

func (s *System) loadLocked() *state {
	st := s.read()
	if old := s.state.Load(); old != nil && old.engine != nil {
		defer old.engine.Close()
	}
	s.logConfiguration(st.set)
	s.state.Store(st)
	return st
}

func (s *System) logConfiguration(set config.Set) {
	for _, d := range set.Diagnostics {
		if d.Code == config.Disabled {
			s.options.Logger.Error("hooks are disabled", "code", d.Code, "source", d.Source, "reason", d.Reason, "problem", d.String())
			continue
		}
		s.options.Logger.Warn("hook configuration", "code", d.Code, "problem", d.String())
	}
	if set.Err != nil {
		s.options.Logger.Warn("hook configuration cannot be used", "error", set.Err)
	}
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
	if err == nil {
		err = s.options.validate()
	}
	if err != nil {
		return &state{set: config.Set{Err: err}}
	}
	set := config.Load(d, s.options.environment())
	others := s.foreign(&set)
	return s.build(d, set, engine.NewRegistry(d, set.Active()), others)
}

// build makes the state for a configuration.
func (s *System) build(d dialect.Dialect, set config.Set, registry *engine.Registry, others []foreignHooks) *state {
	return &state{set: set, dialect: d, registry: registry, foreign: others, engine: engine.New(registry, engine.Options{
		Session:    s.session(),
		Log:        s.options.Logger,
		Observe:    s.options.Observe,
		Persistent: set.Persistent(),
		OnFailure:  s.options.OnFailure,
		Broken:     set.Err,
		Also:       s.also(d, others),
	})}
}

// session is what hooks are told about the session. Without an ID it gets a
// random one.
func (s *System) session() hook.Session {
	session := hook.Session{
		ID: s.options.SessionID, Dir: s.options.environment().Project,
		TranscriptPath: s.options.TranscriptPath, Agent: s.options.Agent,
	}
	if session.ID == "" {
		session.ID, session.Unnamed = s.random, true
	}
	return session
}

// Registry returns the configured hooks, or ErrNotInitialized.
func (s *System) Registry() (*Registry, error) {
	if st := s.loaded(); st.registry != nil {
		return st.registry, nil
	}
	return nil, ErrNotInitialized
}

// Handler returns what fires events, or ErrNotInitialized.
func (s *System) Handler() (*Handler, error) {
	if st := s.loaded(); st.engine != nil {
		return st.engine, nil
	}
	return nil, ErrNotInitialized
}
