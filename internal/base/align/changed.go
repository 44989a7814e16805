package align

// Changed returns the range of bytes [from, to) of old that have to be replaced
// to get text: all but what the two have in common at their start and end.
func Changed(old, text string) (from, to int) {
	shorter := min(len(old), len(text))
	for from < shorter && old[from] == text[from] {
		from++
	}
	same := 0 // at the end
	for same < shorter-from && old[len(old)-1-same] == text[len(text)-1-same] {
		same++
	}
	return from, len(old) - same
}
