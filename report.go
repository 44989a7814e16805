package grapnel

import (
	"slices"

	"github.com/grapnel-hooks/grapnel/hook"
)

// Status tells whether there is a configuration to fire events at, how many hooks
// it has, and what Initialize or Reload had to say about it.
type Status struct {
	Initialized bool
	TotalHooks  int
	Err         error
}

// Status returns the present status. It does not load the configuration.
func (s *System) Status() Status {
	if s == nil {
		return Status{}
	}
	st := s.state.Load()
	switch {
	case st == nil:
		return Status{}
	case st.registry == nil:
		return Status{Err: st.problem()}
	}
	return Status{Initialized: true, TotalHooks: st.registry.Total(), Err: st.problem()}
}

// Report is what a System has found in its configuration, for people who ask
// which hooks will run, and why others will not.
type Report struct {
	// Files are the names of the files that were read.
	Files []string
	// Hooks are those that run. Their order is that of the files; at an event
	// the dialect may have another one.
	Hooks []hook.Definition
	// Diagnostics say what is wrong or noteworthy in the files, and why there
	// are no hooks if there are none.
	Diagnostics []hook.Diagnostic
	// Err joins the errors of files that could not be used at all.
	Err error
}

// Report returns what the configuration files say, reading them if that has not
// happened yet. A nil System has an empty report.
func (s *System) Report() Report {
	if s == nil {
		return Report{}
	}
	st := s.ready()
	r := Report{
		Files: slices.Clone(st.set.Files), Hooks: slices.Clone(st.set.Active()),
		Diagnostics: st.set.Diagnostics, Err: st.set.Err,
	}
	if st.dialect != nil {
		r.Diagnostics = st.set.Summary(st.dialect.Describe().Form.SwitchKey)
	}
	return r
}

// HasHooksFor reports whether a hook is configured for a moment of this kind:
// about a tool of that name, if it is a tool event. A host may ask before it
// prepares data that only hooks need.
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
// and apply their outcome. Otherwise it fires the event and goes on.
func (s *System) WaitsFor(kind hook.Kind) bool {
	h := s.handler()
	return h != nil && h.WaitsFor(kind)
}

// AskNeedsUser reports whether the decision "ask" means no where there is no
// user to ask. Otherwise the operation then proceeds.
func (s *System) AskNeedsUser() bool {
	h := s.handler()
	return h != nil && h.AskNeedsUser()
}

// AllowApproves reports whether the decision "allow" is a permission, so that a
// host which would ask the user does not. Otherwise it only means that hooks have
// nothing to object.
func (s *System) AllowApproves() bool {
	h := s.handler()
	return h != nil && h.AllowApproves()
}
