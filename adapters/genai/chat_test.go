//go:build unix

package genaihooks_test

import (
	"strings"
	"testing"

	"google.golang.org/genai"

	genaihooks "github.com/grapnel-hooks/grapnel/adapters/genai"
	"github.com/grapnel-hooks/grapnel/adapters/genai/internal/fakegemini"
)

// words is a conversation in one line.
func words(history []*genai.Content) string {
	var list []string
	for _, content := range history {
		for _, part := range content.Parts {
			list = append(list, content.Role+": "+part.Text)
		}
	}
	return strings.Join(list, " | ")
}

func TestAChatKeepsWhatWasSaidAndWhatHooksAdded(t *testing.T) {
	for _, streaming := range []bool{false, true} {
		server := fakegemini.Start(t, fakegemini.Text("one"), fakegemini.Text("two"))
		system, _ := hooks(t, map[string]string{"AfterModel": `[ -e "$SEEN.once" ] && exit; touch "$SEEN.once"; echo '{"systemMessage":"be brief"}'`})
		chat := genaihooks.New(client(t, server), system).NewChat("m", nil, nil)
		for _, text := range []string{"hello", "again"} {
			if err := send(t, chat, streaming, text); err != nil {
				t.Fatal(err)
			}
		}
		want := "user: hello | model: one | user: again | user: [System] be brief | model: two"
		if got := words(chat.History()); got != want {
			t.Errorf("streaming %v: the conversation is\n%s\nwant\n%s", streaming, got, want)
		}
		if last := string(server.Requests()[1].Body); !strings.Contains(last, "one") || !strings.Contains(last, "be brief") {
			t.Errorf("the second request is %s", last)
		}
	}
}

func TestABlockedMessageLeavesNoTraceInAChat(t *testing.T) {
	server := fakegemini.Start(t)
	system, _ := hooks(t, map[string]string{"BeforeModel": "echo not now >&2; exit 2"})
	chat := genaihooks.New(client(t, server), system).NewChat("m", nil, []*genai.Content{genai.NewContentFromText("before", genai.RoleUser)})
	response, err := chat.SendMessage(t.Context(), genai.Part{Text: "hello"})
	if err != nil || response.PromptFeedback == nil || response.PromptFeedback.BlockReasonMessage != "not now" {
		t.Errorf("response %+v, error %v", response, err)
	}
	if got := words(chat.History()); got != "user: before" {
		t.Errorf("the conversation is %s", got)
	}
}

func send(t *testing.T, chat *genaihooks.Chat, streaming bool, text string) error {
	t.Helper()
	if !streaming {
		_, err := chat.SendMessage(t.Context(), genai.Part{Text: text})
		return err
	}
	for _, err := range chat.SendMessageStream(t.Context(), genai.Part{Text: text}) {
		if err != nil {
			return err
		}
	}
	return nil
}
