package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// expected are the IDs of all requirements, dialect by dialect. A..B counts up
// the number at the end of A to B.
var expected = []string{
	// LLxprt
	"HOOK-001..015", "HOOK-016a", "HOOK-016b", "HOOK-017..066", "HOOK-067a", "HOOK-067b", "HOOK-068..217",
	// Wave
	"WV-US1.1..3", "WV-US2.1..3", "WV-US3.1..4", "WV-US4.1..3", "WV-US5.1..3", "WV-EDGE-1..5", "WV-FR-001..015", "WV-SC-001..005",
	// Claude Code
	"CL-01..19",
	// MassGen
	"MG-01..10", "MG-01.1..2", "MG-02.1..2", "MG-03.1..2", "MG-04.1..3", "MG-05.1..3", "MG-06.1..2", "MG-07.1..3", "MG-08.1..3", "MG-09.1..3", "MG-10.1..3",
	// pi
	"PI-1.1..5", "PI-1.7..10", "PI-2.1..6", "PI-3.1..3", "PI-3.5..7", "PI-4.1..2", "PI-4.4..6", "PI-5.1..11", "PI-7.1..2", "PI-8.1..8",
	// Grapnel's own
	"GN-01..16",
}

// expectedIDs returns the IDs one by one.
func expectedIDs() []string {
	var ids []string
	for _, item := range expected {
		ids = append(ids, expand(item)...)
	}
	return ids
}

// expand writes out A..B. The numbers are as wide as the first one.
func expand(item string) []string {
	first, end, isRange := strings.Cut(item, "..")
	if !isRange {
		return []string{item}
	}
	stem := strings.TrimRight(first, "0123456789")
	digits := first[len(stem):]
	from, errFrom := strconv.Atoi(digits)
	to, errTo := strconv.Atoi(end)
	if errFrom != nil || errTo != nil {
		panic(fmt.Sprintf("%q is not a range of IDs", item))
	}
	var ids []string
	for n := from; n <= to; n++ {
		ids = append(ids, fmt.Sprintf("%s%0*d", stem, len(digits), n))
	}
	return ids
}

// idsIn returns the IDs that a test carries: the words of its own name, not of
// its parents', that look like the ID of a dialect's requirement.
func idsIn(test string) []string {
	name := test[strings.LastIndex(test, "/")+1:]
	var ids []string
	for word := range strings.SplitSeq(name, "_") {
		family, _, _ := strings.Cut(word, "-")
		if slices.Contains(families(), family) && strings.ContainsAny(word, "0123456789") {
			ids = append(ids, word)
		}
	}
	return ids
}

// families are the parts of IDs before the first dash.
func families() []string {
	var list []string
	for _, item := range expected {
		family, _, _ := strings.Cut(item, "-")
		if !slices.Contains(list, family) {
			list = append(list, family)
		}
	}
	return list
}
