// Package host is what an agent needs around hooks: it fires the events at the
// right moments and applies the outcomes, so that a block really blocks, a
// rewritten input is what the tool gets, and a stop ends the loop.
//
// A program that has no agent loop yet takes [Session]: it is one, with
// conversation, tools and hooks. It needs a [Model], which is one method, and
// the tools.
//
//	session, err := host.NewSession(host.Options{
//		Hooks: grapnel.New(grapnel.Options{Dir: projectDir}),
//		Model: model,
//		Tools: tools,
//		ToUser: func(n host.Note) { fmt.Println(n.Text) },
//	})
//	…
//	defer session.Close()
//	answer, err := session.Prompt(ctx, "Tidy up the tests.")
//
// A program that has its own loop takes what it needs: [ExecuteTool] wraps one
// tool call, [Scheduler] the calls of one model turn, [Chat] a model call, and
// [BeforeModel], [AfterModel] and [BeforeToolSelection] fire a single event and
// translate its outcome.
//
// Hooks never make any of these fail. What is wrong with hooks or with their
// configuration is in the Diagnostics of what is returned, and in the log of the
// [grapnel.System].
package host
