// Package genaihooks brings Grapnel's hooks to Google's GenAI SDK for Go.
//
// There are two ways in. [Model] is a [host.Model], for agents that are built
// on package host:
//
//	model, err := genaihooks.NewModel(ctx, client)
//	…
//	session, err := host.NewSession(host.Options{Hooks: hooks, Model: model, …})
//
// [Models] has the methods of the SDK's own Models service, for programs that
// call it directly:
//
//	models := genaihooks.New(client, hooks)
//	response, err := models.GenerateContent(ctx, "gemini-2.5-flash", contents, config)
//
// [Models.NewChat] begins a conversation like those of the SDK's Chats service.
//
// Either way requests keep everything that hooks did not change. Changes are
// made to the request as it goes over the wire and not to the SDK's Go values,
// so that a temperature of 0.7 stays 0.7, and a part or setting that this
// version of the SDK has never heard of still arrives.
//
// # Where the Gemini API differs from what hooks may say
//
// A conversation has the roles user and model only. Messages that hooks add
// with the role system go to the end of the system instruction.
//
// A list of allowed functions is only legal with the modes ANY and VALIDATED.
// What hooks call AUTO with a list is therefore sent as VALIDATED, which means
// the same to the API: text, or a call of a listed function. A list that allows
// nothing is sent as NONE, and NONE never has a list. Package host refuses
// calls of other tools as well, should a model make them; programs that use
// [Models] can do so with [Models.OnReply].
package genaihooks
