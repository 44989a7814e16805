package llm_test

import (
	"encoding/json"
	"fmt"

	"github.com/grapnel-hooks/grapnel/llm"
)

// openAIMessage is a message of OpenAI's chat API.
type openAIMessage struct {
	Role      string `json:"role"`
	Content   string `json:"content"`
	ToolCalls []struct {
		ID       string `json:"id"`
		Function struct {
			Name      string `json:"name"`
			Arguments string `json:"arguments"` // JSON, as text
		} `json:"function"`
	} `json:"tool_calls"`
	ToolCallID string `json:"tool_call_id"`
}

// Messages of OpenAI: the system message is the instruction, "assistant" is
// called "model", tool calls are parts, and a result knows its tool's name.
func Example_openAI() {
	var messages []openAIMessage
	if err := json.Unmarshal([]byte(`[
		{"role": "system", "content": "Be brief."},
		{"role": "user", "content": "What is in a.txt?"},
		{"role": "assistant", "tool_calls": [{"id": "c1", "type": "function",
			"function": {"name": "read_file", "arguments": "{\"path\":\"a.txt\"}"}}]},
		{"role": "tool", "tool_call_id": "c1", "content": "hello"}]`), &messages); err != nil {
		fmt.Println(err)
		return
	}
	request := llm.Request{Model: "a-model"}
	names := map[string]string{} // of the tools, by the IDs of their calls
	for _, m := range messages {
		content := llm.Content{Role: llm.RoleUser}
		if m.Role == "assistant" {
			content.Role = llm.RoleModel
		}
		switch {
		case m.Role == "system" || m.Role == "developer":
			request.SystemInstruction = &llm.Content{Parts: []llm.Part{llm.TextPart(m.Content)}}
			continue
		case m.Role == "tool":
			output, _ := json.Marshal(map[string]string{"output": m.Content}) // cannot fail
			content.Parts = append(content.Parts, llm.ResultPart(llm.FunctionResponse{ID: m.ToolCallID, Name: names[m.ToolCallID], Response: output}))
		case m.Content != "":
			content.Parts = append(content.Parts, llm.TextPart(m.Content))
		}
		for _, c := range m.ToolCalls {
			names[c.ID] = c.Function.Name
			content.Parts = append(content.Parts, llm.CallPart(llm.FunctionCall{ID: c.ID, Name: c.Function.Name, Args: json.RawMessage(c.Function.Arguments)}))
		}
		request.Contents = append(request.Contents, content)
	}
	show(request)
	// Output:
	// instruction: Be brief.
	// user: [{"text":"What is in a.txt?"}]
	// model: [{"functionCall":{"id":"c1","name":"read_file","args":{"path":"a.txt"}}}]
	// user: [{"functionResponse":{"id":"c1","name":"read_file","response":{"output":"hello"}}}]
}

// anthropicMessage is a message of Anthropic's messages API whose content is a
// list of blocks; a plain string stands for one block of text.
type anthropicMessage struct {
	Role    string `json:"role"`
	Content []struct {
		Type      string          `json:"type"`
		Text      string          `json:"text"`
		ID        string          `json:"id"`
		Name      string          `json:"name"`
		Input     json.RawMessage `json:"input"`
		ToolUseID string          `json:"tool_use_id"`
		Content   string          `json:"content"`
		IsError   bool            `json:"is_error"`
	} `json:"content"`
}

// Messages of Anthropic: the instruction is a member of its own, blocks are
// parts, and the result of a tool that failed is an "error".
func Example_anthropic() {
	var messages []anthropicMessage
	if err := json.Unmarshal([]byte(`[
		{"role": "user", "content": [{"type": "text", "text": "What is in a.txt?"}]},
		{"role": "assistant", "content": [{"type": "text", "text": "Let me look."},
			{"type": "tool_use", "id": "t1", "name": "Read", "input": {"file_path": "a.txt"}}]},
		{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "t1", "content": "no such file", "is_error": true}]}]`), &messages); err != nil {
		fmt.Println(err)
		return
	}
	request := llm.Request{Model: "a-model", SystemInstruction: &llm.Content{Parts: []llm.Part{llm.TextPart("Be brief.")}}}
	names := map[string]string{} // of the tools, by the IDs of their calls
	for _, m := range messages {
		content := llm.Content{Role: llm.RoleUser}
		if m.Role == "assistant" {
			content.Role = llm.RoleModel
		}
		for _, block := range m.Content {
			switch block.Type {
			case "text":
				content.Parts = append(content.Parts, llm.TextPart(block.Text))
			case "tool_use":
				names[block.ID] = block.Name
				content.Parts = append(content.Parts, llm.CallPart(llm.FunctionCall{ID: block.ID, Name: block.Name, Args: block.Input}))
			case "tool_result":
				key := "output"
				if block.IsError {
					key = "error"
				}
				output, _ := json.Marshal(map[string]string{key: block.Content}) // cannot fail
				content.Parts = append(content.Parts, llm.ResultPart(llm.FunctionResponse{ID: block.ToolUseID, Name: names[block.ToolUseID], Response: output}))
			}
		}
		request.Contents = append(request.Contents, content)
	}
	show(request)
	// Output:
	// instruction: Be brief.
	// user: [{"text":"What is in a.txt?"}]
	// model: [{"text":"Let me look."} {"functionCall":{"id":"t1","name":"Read","args":{"file_path":"a.txt"}}}]
	// user: [{"functionResponse":{"id":"t1","name":"Read","response":{"error":"no such file"}}}]
}

func show(request llm.Request) {
	fmt.Println("instruction:", request.SystemInstruction.Text())
	for _, c := range request.Contents {
		fmt.Printf("%s: %s\n", c.Role, c.Parts)
	}
}
