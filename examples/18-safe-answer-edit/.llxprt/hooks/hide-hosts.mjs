#!/usr/bin/env node
// Edits answers without doing harm: hides the names of internal hosts, and only
// in answers that ended normally and have text. All others stay untouched.
//
// Needs Node 18. INTERNAL_DOMAINS (default "internal,corp,lan") are the endings of
// such names. A changed answer is text only, because hooks do not see tool calls:
// so nothing is returned where nothing has changed.

const domains = (process.env.INTERNAL_DOMAINS || "internal,corp,lan").split(",");
const escaped = domains.map((d) => d.trim().replace(/[^\w-]/g, "\\$&"));
const host = new RegExp(`(?<![\\w.-])(?:[\\w-]+\\.)+(?:${escaped.join("|")})(?![\\w-]|\\.\\w)`, "gi");
const hide = (text) => text.replace(host, "[internal host]");

process.stdin.setEncoding("utf8");
let input = "";
for await (const chunk of process.stdin) input += chunk;

const answer = JSON.parse(input).llm_response ?? {};
const candidates = answer.candidates ?? [];
const ended = candidates.every((c) => ["STOP", "MAX_TOKENS"].includes(c.finishReason));
const parts = candidates.flatMap((c) => c.content?.parts ?? []);
const texts = [answer.text ?? "", ...parts];

if (ended && parts.some((p) => p !== "") && texts.some((t) => hide(t) !== t)) {
  for (const c of candidates) if (c.content?.parts) c.content.parts = c.content.parts.map(hide);
  const edited = { ...answer, text: hide(answer.text ?? parts.join("")), candidates };
  console.log(JSON.stringify({ hookSpecificOutput: { llm_response: edited } }));
}
