package llm

import "github.com/grapnel-hooks/grapnel/internal/base/align"

// head is the block of the contents before the first visible message.
const head = 0

// history is a conversation cut into blocks. A block is a visible message and
// the contents after it that hooks do not see: tool calls and results without
// text, images. They belong to the message and go where it goes. Message m is
// block m+1; block 0 is the head.
type history struct {
	contents []Content
	messages []HookMessage
	starts   []int // by block: its first content
}

func newHistory(contents []Content) *history {
	h := &history{contents: contents, starts: []int{0}}
	for i, content := range contents {
		if msg, visible := toMessage(content); visible {
			h.messages = append(h.messages, msg)
			h.starts = append(h.starts, i)
		}
	}
	return h
}

// block returns the range of contents [from, to) of a block.
func (h *history) block(b int) (from, to int) {
	if b+1 == len(h.starts) {
		return h.starts[b], len(h.contents)
	}
	return h.starts[b], h.starts[b+1]
}

// rebuild returns the contents for the messages a hook returned.
func (h *history) rebuild(returned []HookMessage) []Content {
	source := alignMessages(h.messages, returned)
	pairs := findToolPairs(h.contents)
	rescued := h.rescue(source, pairs)

	out := make(arrangement, 0, len(h.contents))
	keep := func(b int) {
		from, to := h.block(b)
		for _, content := range rescued.calls[b].contents() {
			out.add(content, unknown)
		}
		for c := from; c < to; c++ {
			out.add(h.contents[c], c)
		}
		for _, content := range rescued.results[b].contents() {
			out.add(content, unknown)
		}
	}
	keep(head)
	for i, msg := range returned {
		if source[i] == align.Inserted {
			out.add(Content{Role: msg.Role, Parts: []Part{TextPart(msg.Content)}}, unknown)
			continue
		}
		b := source[i] + 1
		visible := len(out) + len(rescued.calls[b])
		keep(b)
		out[visible].Content = replaceText(out[visible].Content, msg.Content)
	}
	return out.together(pairs.answeredAtOnce(h.contents))
}

// unknown is the origin of a content that the conversation did not have.
const unknown = -1

// arrangement is a rebuilt conversation: contents with their places in the
// original one.
type arrangement []remnant

func (a *arrangement) add(content Content, origin int) { *a = append(*a, remnant{origin, content}) }

// together returns the contents with every answer directly behind its tool calls,
// as it was. leaders has, by original content, the one that it answers. What
// stood between the two, because a hook inserted or moved it, comes after them.
func (a arrangement) together(leaders []int) []Content {
	leader := func(c remnant) int {
		if c.origin == unknown {
			return unknown
		}
		return leaders[c.origin]
	}
	present := make(map[int]bool)
	followers := make(map[int][]remnant) // by the origin that they follow
	for _, c := range a {
		present[c.origin] = true
		followers[leader(c)] = append(followers[leader(c)], c)
	}
	contents := make([]Content, 0, len(a))
	var place func(remnant)
	place = func(c remnant) {
		contents = append(contents, c.Content)
		if c.origin == unknown {
			return
		}
		for _, answer := range followers[c.origin] {
			place(answer)
		}
	}
	for _, c := range a {
		if l := leader(c); l == unknown || !present[l] {
			place(c)
		}
	}
	return contents
}

// alignMessages finds out which of the sent messages each returned one is.
func alignMessages(sent, returned []HookMessage) []int {
	return align.Messages(plainMessages(sent), plainMessages(returned))
}

func plainMessages(messages []HookMessage) []align.Message {
	plain := make([]align.Message, len(messages))
	for i, m := range messages {
		plain[i] = align.Message{Role: m.Role, Text: m.Content}
	}
	return plain
}

// rescued holds, by block, the halves of tool calls that have to be kept though
// their message was removed, because the block has the other half. A call goes
// before the block with its result, a result after the block with its call:
// providers reject one without the other.
type rescued struct {
	calls, results map[int]remnants
}

// rescue collects the halves to be kept from the messages that no returned
// message comes from.
func (h *history) rescue(source []int, pairs toolPairs) rescued {
	out := rescued{make(map[int]remnants), make(map[int]remnants)}
	kept := h.keptBlocks(source)
	blocks := h.blockOfContent()
	for c, content := range h.contents {
		if kept[blocks[c]] {
			continue
		}
		for p, part := range content.Parts {
			partner, ok := pairs[partPlace{c, p}]
			if !ok || !kept[blocks[partner.content]] {
				continue
			}
			side, b := out.calls, blocks[partner.content]
			if partner.content < c {
				side = out.results
			}
			side[b] = side[b].add(c, content, part)
		}
	}
	return out
}

func (h *history) keptBlocks(source []int) []bool {
	kept := make([]bool, len(h.starts))
	kept[head] = true
	for _, m := range source {
		if m != align.Inserted {
			kept[m+1] = true
		}
	}
	return kept
}

func (h *history) blockOfContent() []int {
	out := make([]int, len(h.contents))
	for b := range h.starts {
		from, to := h.block(b)
		for c := from; c < to; c++ {
			out[c] = b
		}
	}
	return out
}

// remnants are what is left of removed contents.
type remnants []remnant

type remnant struct {
	origin int // its place in the original conversation, or unknown
	Content
}

// add adds a part of the removed content origin, without visible text. Parts of
// the same content stay together.
func (r remnants) add(origin int, content Content, part Part) remnants {
	if _, ok := part.Text(); ok {
		part = part.WithText("")
	}
	if n := len(r); n > 0 && r[n-1].origin == origin {
		r[n-1].Parts = append(r[n-1].Parts, part)
		return r
	}
	left := content.Clone()
	left.Parts = []Part{part}
	return append(r, remnant{origin, left})
}

func (r remnants) contents() []Content {
	out := make([]Content, len(r))
	for i, left := range r {
		out[i] = left.Content
	}
	return out
}
