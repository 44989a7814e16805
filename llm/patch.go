package llm

import "github.com/grapnel-hooks/grapnel/internal/base/align"

// replaceText returns content with its visible text replaced. Only the text
// parts that the change touches are changed; all other parts stay where they
// are.
func replaceText(content Content, text string) Content {
	old := content.Text()
	if text == old {
		return content
	}
	spans := textSpans(content)
	touched := spans.touchedBy(align.Changed(old, text))
	first, last := touched[0], touched[len(touched)-1]
	replacement := text[first.start : len(text)-(len(old)-last.end)]

	out := content.Clone()
	out.Parts = out.Parts[:0]
	for i, part := range content.Parts {
		switch {
		case i == first.part:
			out.Parts = append(out.Parts, part.WithText(replacement))
		case !touched.has(i):
			out.Parts = append(out.Parts, part)
		case part.hasMoreThanText(): // a signature outlives the text it signed
			out.Parts = append(out.Parts, part.WithText(""))
		}
	}
	return out
}

// textSpan is where the text of a part lies in the joined text of its content.
type textSpan struct{ part, start, end int }

type textSpanList []textSpan

func textSpans(content Content) textSpanList {
	var spans textSpanList
	end := 0
	for i, part := range content.Parts {
		if text, ok := part.Text(); ok {
			start := end
			end += len(text)
			spans = append(spans, textSpan{i, start, end})
		}
	}
	return spans
}

// touchedBy returns the spans that a change of [from, to) affects. Text inserted
// between two spans counts as added to the first of them.
func (l textSpanList) touchedBy(from, to int) textSpanList {
	var touched textSpanList
	for _, span := range l {
		switch {
		case from == to && span.start < span.end && from <= span.end:
			return textSpanList{span}
		case span.start < to && from < span.end:
			touched = append(touched, span)
		}
	}
	return touched
}

func (l textSpanList) has(part int) bool {
	for _, span := range l {
		if span.part == part {
			return true
		}
	}
	return false
}
