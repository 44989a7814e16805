// Package llm has model requests and responses: as agents send them, and as
// hooks see them.
//
// Agents work with [Request] and [Response]. They have the shape of the Gemini
// API's JSON and keep every member of it, known or not, so that nothing is lost
// on the way through hooks. A conversation is a list of [Content], and those are
// lists of [Part]: [TextPart], [CallPart] and [ResultPart] make the usual ones.
// An answer that comes in chunks is put together by a [Collector].
//
// Hooks see [HookRequest] and [HookResponse]: small, stable and text only, so
// that a script does not break when a provider changes its API. Package host
// translates; who fires model events without it needs [ApplyRequest] and
// [ApplyToolConfig] to use what hooks made of a request.
//
// # How changes come back
//
// [ToHookRequest] drops what a hook cannot see. A hook returns a list of plain
// texts, and the tool calls, images and signatures it never saw have to end up
// where they belong. [ApplyRequest] therefore never rebuilds a request from the
// hook's answer; it finds out what the hook changed and makes that change to
// the original:
//
//   - returned messages are aligned with the sent ones by content, never by
//     position;
//   - an edited message has only its changed text replaced;
//   - what the hook could not see follows the message it belongs to, and a tool
//     call is never separated from its result.
package llm
