const text = (content) => (content ?? []).map((part) => part.text ?? "").join("\n");
const tell = (ctx, message) => (ctx?.hasUI ? ctx.ui.notify(message, "info") : console.error(message));

export default function (pi) {
  let pending = []; // texts for the model that wait for its next turn
  const fire = async (event, ctx, payload) => {
    const answer = await ask(event, { cwd: ctx?.cwd ?? process.cwd(), ...payload });
    if (answer.message) tell(ctx, answer.message);
    return answer;
  };
  const later = (answer) => answer.context && pending.push(answer.context);

  pi.on("session_start", async (event, ctx) => {
    later(await fire("session_start", ctx, { source: event.reason }));
  });
  pi.on("input", async (event, ctx) => {
    const answer = await fire("input", ctx, { prompt: event.text });
    if (answer.deny) {
      tell(ctx, answer.reason);
      return { action: "handled" };
    }
    later(answer);
    return { action: "continue" };
  });
  pi.on("before_agent_start", async () => {
    if (pending.length === 0) return undefined;
    const content = pending.join("\n");
    pending = [];
    return { message: { customType: "grapnel", content, display: false } };
  });
  pi.on("tool_call", async (event, ctx) => {
    const answer = await fire("tool_call", ctx, {
      tool_name: event.toolName,
      tool_use_id: event.toolCallId,
      tool_input: event.input,
    });
    if (answer.deny) return { block: true, reason: answer.reason };
    if (answer.input) replace(event.input, answer.input);
    return undefined;
  });
  pi.on("tool_result", async (event, ctx) => {
    const answer = await fire(event.isError ? "tool_error" : "tool_result", ctx, {
      tool_name: event.toolName,
      tool_use_id: event.toolCallId,
      tool_input: event.input,
      tool_response: event.content,
      error: event.isError ? text(event.content) : undefined,
    });
    if (!answer.context) return undefined;
    return { content: [...event.content, { type: "text", text: answer.context }] };
  });
  pi.on("session_before_compact", async (_event, ctx) => {
    await fire("session_before_compact", ctx, {});
  });
  pi.on("turn_end", async (event, ctx) => {
    if (event.toolResults?.length) return; // the agent goes on anyway
    const answer = await fire("turn_end", ctx, { last_assistant_message: text(event.message?.content) });
    if (answer.continue) pi.sendUserMessage(answer.reason, { deliverAs: "steer" });
  });
  pi.on("session_shutdown", async (event, ctx) => {
    await fire("session_shutdown", ctx, { reason: event.reason });
  });
}
