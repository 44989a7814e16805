#!/usr/bin/env node
// Asks a policy service before every tool call. It gets {"tool", "input",
// "session", "cwd"} and answers {"allow": true} or {"allow": false, "reason": "…"}.
//
// Needs Node 18. POLICY_URL is the service. It has three seconds, less than the
// hook's timeout. If it does not answer, the tool runs and the model is
// told; with POLICY_REQUIRED=1 the tool does not run.

process.stdin.setEncoding("utf8");
let input = "";
for await (const chunk of process.stdin) input += chunk;

async function ask(event) {
  const response = await fetch(process.env.POLICY_URL, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      tool: event.tool_name, input: event.tool_input, session: event.session_id, cwd: event.cwd,
    }),
    signal: AbortSignal.timeout(3000),
  });
  if (!response.ok) throw new Error(`it answered ${response.status}`);
  const { allow, reason } = await response.json();
  if (typeof allow !== "boolean") throw new Error("its answer has no \"allow\"");
  return { allow, reason };
}

function answer(output) {
  console.log(JSON.stringify(output));
}

try {
  const { allow, reason } = await ask(JSON.parse(input));
  if (!allow) answer({ decision: "deny", reason: reason || "The policy service says no." });
} catch (error) {
  const text = `The policy service could not be asked: ${error.cause?.message || error.message}.`;
  if (process.env.POLICY_REQUIRED === "1") answer({ decision: "deny", reason: text });
  else answer({ systemMessage: text });
}
