// Package apply applies the outcomes of hooks for agents: it turns what hooks
// said about a tool call, a model request or a response into what the tool gets,
// what the model reads, what the user is shown, and whether the agent goes on.
//
// Package host and the adapters for agent frameworks share it, so that the same
// hooks have the same effect everywhere. They only translate between their own
// types and those here.
package apply
