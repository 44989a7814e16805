// Package ternary has the answer to questions about things that are partly only
// known at run time.
package ternary

// Value is an answer. The values are ordered: the maximum of several answers is
// whether one of them holds, the minimum whether all do.
type Value uint8

// The answers.
const (
	No Value = iota
	Undecided
	Yes
)

// Of returns Yes or No.
func Of(holds bool) Value {
	if holds {
		return Yes
	}
	return No
}

// String returns the answer as a word.
func (v Value) String() string {
	switch v {
	case No:
		return "no"
	case Yes:
		return "yes"
	}
	return "undecided"
}
