// Package llm holds the two shapes a model request and a model response take in
// Grapnel, and the translation between them.
//
// Agents work with [Request] and [Response]: full fidelity, shaped like the
// JSON of the Gemini API, every member kept, known or not. Hooks see
// [HookRequest] and [HookResponse]: small, stable and text only, so that a
// script does not break when a provider changes its API.
//
// Going out is easy: [ToHookRequest] and [ToHookResponse] drop what a hook
// cannot see. Coming back is the hard part. A hook returns a list of plain
// texts, and the tool calls, images and signatures it never saw have to end up
// where they belong. [ApplyRequest] therefore never rebuilds a request from the
// hook's answer; it finds out what the hook changed and makes that change to
// the original:
//
//   - returned messages are aligned with the sent ones by content, never by
//     position (internal/base/align);
//   - an edited message has only its changed text replaced (patch.go);
//   - what the hook could not see follows the message it belongs to, and a tool
//     call is never separated from its result (history.go, pairs.go).
package llm
