// Package trust keeps what the user has approved of the hooks of projects. A
// repository must not get to run code because somebody cloned it: its hooks run
// after the user has seen what they are, and only as long as neither their
// definitions nor the files that they run change.
package trust

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"time"

	"github.com/grapnel-hooks/grapnel/hook"
	"github.com/grapnel-hooks/grapnel/internal/jsonx"
)

// Hook is a hook of a project.
type Hook struct {
	Dialect    string // the contract that it is written for
	Definition hook.Definition
}

// Approval is what the user has approved in one project.
type Approval struct {
	Version int        `json:"version"`
	Project string     `json:"project"`
	Time    time.Time  `json:"time"`
	Hooks   []Approved `json:"hooks"`
}

// version is that of the files.
const version = 1

// Approved is one hook as the user has seen it.
type Approved struct {
	Dialect string `json:"dialect"`
	Event   string `json:"event"`
	Name    string `json:"name"`
	Matcher string `json:"matcher"`
	Command string `json:"command"`
	Rule    string `json:"rule,omitempty"` // what it does, if nothing is run for it
	Digest  string `json:"digest"`         // of the whole definition
	Files   []File `json:"files"`          // that it runs
}

// File is a file as it was when it was approved. One that was not there has no
// digest.
type File struct {
	Path   string `json:"path"`
	Digest string `json:"digest"`
}

// Status says whether a hook may run.
type Status string

// The statuses.
const (
	Trusted Status = "trusted"
	New     Status = "new"     // nobody was asked about it
	Changed Status = "changed" // it is not what was approved any more
)

// See returns a hook as it is now: what the user is shown, and what is approved.
func See(project, home string, h Hook) Approved {
	d := h.Definition
	a := Approved{
		Dialect: h.Dialect, Event: d.Event, Name: d.DisplayName(), Matcher: d.Matcher, Command: d.Command, Digest: digest(h),
	}
	if d.Rule != nil {
		a.Rule = d.Rule.String()
	}
	for _, path := range runs(project, home, d) {
		a.Files = append(a.Files, File{path, digestOf(path)})
	}
	return a
}

// NewApproval returns the approval of all hooks of a project as they are now.
func NewApproval(project, home string, hooks []Hook) Approval {
	a := Approval{Version: version, Project: project, Time: time.Now().UTC().Truncate(time.Second)}
	for _, h := range hooks {
		a.Hooks = append(a.Hooks, See(project, home, h))
	}
	return a
}

// Status says whether a hook may run, by what is on disk now. If not, why says
// what is different.
func (a Approval) Status(h Hook) (status Status, why string) {
	now, name := digest(h), h.Definition.DisplayName()
	known := slices.IndexFunc(a.Hooks, func(approved Approved) bool { return approved.Digest == now })
	if known < 0 {
		if slices.ContainsFunc(a.Hooks, func(approved Approved) bool {
			return approved.Dialect == h.Dialect && approved.Event == h.Definition.Event && approved.Name == name
		}) {
			return Changed, "its definition changed after it was approved"
		}
		return New, "it was not approved"
	}
	for _, file := range a.Hooks[known].Files {
		if digestOf(file.Path) != file.Digest {
			return Changed, fmt.Sprintf("%s changed after it was approved", file.Path)
		}
	}
	return Trusted, ""
}

// digest identifies a definition: all of it that says when and how it runs.
// Where it is in its file does not matter.
func digest(h Hook) string {
	d := h.Definition
	d.Origin.Line, d.Origin.Column = 0, 0
	text, err := jsonx.Marshal(struct {
		Dialect    string
		Definition hook.Definition
	}{h.Dialect, d})
	if err != nil {
		panic("trust: encode a definition: " + err.Error()) // it is plain data
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
