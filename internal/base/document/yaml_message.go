package document

import "strings"

// yamlMistakes are what people did, by what the parser says about it. Nearly
// all of it comes from texts that need quotes and have none, or have those
// quotes in them.
var yamlMistakes = []struct{ message, mistake string }{
	{"' must be specified", "a { or [ is not closed, or a text in it has one of \"'[]{}, in it; put the whole text in quotes, such as 'say \"no\"'"},
	{"could not find flow map content", "a { is not closed, or begins a text; put the whole text in quotes"},
	{"mapping value is not allowed", "a second colon on the line, or a line that is not indented like those it belongs to; put a text with a colon in quotes, and indent lines alike"},
	{"map key-value is pre-defined", "something follows a text in quotes; put the whole text in quotes, in single ones if it has double ones in it, and write a single one in those twice"},
	{"found character '\t'", "the line is indented with a tab; write spaces"},
	{"found unknown escape character", "a backslash means something in double quotes; put the text in single quotes"},
	{"is a reserved character", "no text begins with this character; put the text in quotes"},
	{"could not find end character of", "the quote is not closed; write another at the end of the text"},
}

// yamlMistake puts the parser's words into those of somebody who wrote a file.
func yamlMistake(message string) string {
	for _, known := range yamlMistakes {
		if strings.Contains(message, known.message) {
			return known.mistake
		}
	}
	return message
}
