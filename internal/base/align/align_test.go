package align

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// said returns messages that are written as "role: text".
func said(lines ...string) []Message {
	messages := make([]Message, len(lines))
	for i, line := range lines {
		messages[i].Role, messages[i].Text, _ = strings.Cut(line, ": ")
	}
	return messages
}

func TestAlign(t *testing.T) {
	tests := []struct {
		name           string
		sent, returned []Message
		want           []int
	}{
		{"nothing", said(), said(), []int{}},
		{"all new", said(), said("user: a"), []int{Inserted}},
		{"repeated messages only", said("user: a", "user: b", "user: a", "user: b"), said("user: b", "user: a", "user: b", "user: a"), []int{1, 2, 3, 0}},
		{"edit beside a moved message", said("user: a", "model: long answer", "user: c"), said("user: c", "user: a", "model: long answers"), []int{2, 0, 1}},
		{"edit before a moved message", said("user: a", "model: long answer", "user: c", "user: d", "user: e"), said("user: d", "user: e", "model: long answers", "user: c"), []int{3, 4, 1, 2}},
		{"another role is another message", said("user: a"), said("model: a"), []int{Inserted}},
		{"roles in another order", said("user: a", "model: b"), said("model: b2", "user: a2"), []int{1, Inserted}},
		{"the most similar one", said("user: red house", "user: green garden", "user: blue sea"), said("user: green gardens"), []int{1}},
		{"the first of two unlike ones", said("user: xxx"), said("user: aaa", "user: bbb"), []int{0, Inserted}},
		{"edits stay in their gap", said("user: red house", "model: m", "user: blue sea"), said("user: blue seas", "model: m"), []int{0, 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Messages(tt.sent, tt.returned)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Long lists that defeat the cheap methods must not take forever, and what is
// paired must still be of the same role.
func TestAlignLong(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	list := func(n, texts int) []Message {
		messages := make([]Message, n)
		for i := range messages {
			role := []string{"user", "model"}[random.IntN(2)]
			messages[i] = Message{role, fmt.Sprintf("%x", random.IntN(texts))}
		}
		return messages
	}
	tests := map[string][2][]Message{
		"all different": {list(3000, 1<<60), list(3001, 1<<60)},
		"all repeated":  {list(3000, 2), list(3001, 2)},
		"flooded":       {list(1000, 100), list(100_000, 1<<60)},
	}
	for name, lists := range tests {
		t.Run(name, func(t *testing.T) {
			sent, returned := lists[0], lists[1]
			paired, used := 0, make([]bool, len(sent))
			for r, s := range Messages(sent, returned) {
				if s == Inserted {
					continue
				}
				if paired++; used[s] {
					t.Fatalf("sent message %d is used twice", s)
				}
				used[s] = true
				if sent[s].Role != returned[r].Role {
					t.Fatalf("returned message %d is paired with another role", r)
				}
			}
			if paired < len(sent)/4 {
				t.Errorf("only %d messages are paired", paired)
			}
		})
	}
}
