package hook

import "encoding/json"

// Data is what a host knows about a moment, under neutral names. A dialect
// turns it into the fields that its hooks expect.
//
// Which members count depends on the kind. The functions that return Data, such
// as [BeforeTool] and [Submit], take exactly what belongs to one kind.
type Data struct {
	Kind Kind

	Tool         string
	ToolCallID   string
	ToolInput    json.RawMessage
	ToolResponse json.RawMessage
	ToolError    string // why the tool failed

	LLMRequest  json.RawMessage // as hooks see requests; see package llm
	LLMResponse json.RawMessage

	Prompt     string
	Response   string // what the agent answered to Prompt
	StopActive bool   // the agent already continues because of a stop hook

	Source  string // why a session starts
	Reason  string // why it ends
	Trigger string // what caused a compaction

	Notification string // type of a notification
	Message      string
	Details      json.RawMessage
}

// BeforeTool is the moment before a tool runs. id is that of the model's call,
// or "". input is a JSON object.
func BeforeTool(tool, id string, input json.RawMessage) Data {
	return Data{Kind: ToolBefore, Tool: tool, ToolCallID: id, ToolInput: input}
}

// AfterTool is the moment after a tool ran. response is its result: an object
// with llmContent, which is what the model gets, and, as far as there are such
// things, returnDisplay for the user, metadata and error.
func AfterTool(tool, id string, input, response json.RawMessage) Data {
	return Data{Kind: ToolAfter, Tool: tool, ToolCallID: id, ToolInput: input, ToolResponse: response}
}

// FailedTool is the moment after a tool failed, for dialects that have an event
// of its own for that; in the others it is [AfterTool]. problem says what went
// wrong.
func FailedTool(tool, id string, input, response json.RawMessage, problem string) Data {
	data := AfterTool(tool, id, input, response)
	data.Kind, data.ToolError = ToolFailure, problem
	return data
}

// Submit is the moment when the user has submitted a prompt.
func Submit(prompt string) Data { return Data{Kind: PromptSubmit, Prompt: prompt} }

// Finish is the moment when the agent has answered a prompt and is about to
// stop. continued says that a hook has already made it go on.
func Finish(prompt, response string, continued bool) Data {
	return Data{Kind: AgentStop, Prompt: prompt, Response: response, StopActive: continued}
}

// Start is the beginning of a session. source is "startup", "resume" or "clear".
func Start(source string) Data { return Data{Kind: SessionStart, Source: source} }

// End is the end of a session. reason is such as "exit" or "other".
func End(reason string) Data { return Data{Kind: SessionEnd, Reason: reason} }

// Compact is the moment before the conversation is shortened. trigger is "auto"
// or "manual".
func Compact(trigger string) Data { return Data{Kind: CompactBefore, Trigger: trigger} }

// Notify is the moment when the agent wants the user's attention. kind is such
// as "ToolPermission"; details is a JSON object, or nil.
func Notify(kind, message string, details json.RawMessage) Data {
	return Data{Kind: Notification, Notification: kind, Message: message, Details: details}
}
