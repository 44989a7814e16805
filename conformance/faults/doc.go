// Package faults breaks things on purpose, with the real command and real
// processes, and looks at what comes of it. Its rule is that a guard never
// vanishes quietly: an operation is refused, or somebody is told.
//
// Every check is a line or two of a table: what is there, what is run, how that
// must end. "go test" runs all that are quick, "make faults" all of them.
package faults
