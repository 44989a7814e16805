package scripted_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/grapnel-hooks/grapnel/host/scripted"
	"github.com/grapnel-hooks/grapnel/llm"
)

// say calls the model and returns its words, its calls and its error.
func say(t *testing.T, m *scripted.Model) (said []string, failed error) {
	t.Helper()
	for chunk, err := range m.Generate(t.Context(), &llm.Request{}) {
		if err != nil {
			return said, err
		}
		for _, part := range chunk.Candidates[0].Content.Parts {
			if call, ok := part.Call(); ok {
				said = append(said, call.ID+" "+call.Name)
			} else {
				text, _ := part.Text()
				said = append(said, text)
			}
		}
	}
	return said, nil
}

func TestErrorComesAfterEverythingElse(t *testing.T) {
	said, err := say(t, scripted.New(scripted.Turn{
		Text: "let me see", Calls: []scripted.Call{{Name: "echo", Args: json.RawMessage(`{}`)}}, Error: "overloaded",
	}))
	if want := []string{"let ", "me ", "see", "call-1-1 echo"}; !slices.Equal(said, want) || err == nil || err.Error() != "overloaded" {
		t.Errorf("said %q, error %v", said, err)
	}
}

func TestPlayDropsWhatIsLeft(t *testing.T) {
	m := scripted.New(scripted.Turn{Text: "one"}, scripted.Turn{Text: "left"})
	var got []string
	for range 2 {
		said, err := say(t, m)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, said...)
		m.Play(scripted.Turn{Text: "two"})
	}
	m.Play()
	if _, err := say(t, m); !errors.Is(err, scripted.ErrOver) || m.Calls() != 2 || !slices.Equal(got, []string{"one", "two"}) {
		t.Errorf("said %q in %d calls, error %v", got, m.Calls(), err)
	}
}
