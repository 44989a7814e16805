package llm_test

import (
	"encoding/json"
	"fmt"

	"github.com/grapnel-hooks/grapnel/llm"
)

// A request keeps every member of its JSON, known or not. Hooks see the texts
// only, and what they change is changed in the request itself.
func ExampleApplyRequest() {
	request := &llm.Request{}
	if err := json.Unmarshal([]byte(`{
		"contents": [{"role":"user","parts":[{"text":"my key is 1234"},{"inlineData":{"data":"AA=="}}]}],
		"safetySettings": []
	}`), request); err != nil {
		fmt.Println(err)
		return
	}
	edited, _, err := llm.ApplyRequest(request, json.RawMessage(`{"messages":[{"role":"user","content":"my key is ***"}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	raw, _ := json.Marshal(edited)
	fmt.Println(string(raw))
	// Output:
	// {"contents":[{"parts":[{"text":"my key is ***"},{"inlineData":{"data":"AA=="}}],"role":"user"}],"safetySettings":[]}
}

// A turn in which the model called a tool consists of the call and, in the next
// content, its result.
func ExampleResultPart() {
	call := llm.Content{Role: llm.RoleModel, Parts: []llm.Part{
		llm.CallPart(llm.FunctionCall{ID: "1", Name: "add", Args: json.RawMessage(`{"a":1,"b":2}`)}),
	}}
	for _, c := range call.Calls() {
		fmt.Println(string(llm.ResultPart(llm.FunctionResponse{ID: c.ID, Name: c.Name, Response: json.RawMessage(`{"output":"3"}`)})))
	}
	// Output: {"functionResponse":{"id":"1","name":"add","response":{"output":"3"}}}
}
