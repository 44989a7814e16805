export const Grapnel = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    const answer = await ask("tool.execute.before", {
      session_id: input.sessionID,
      cwd: directory,
      tool_name: input.tool,
      tool_use_id: input.callID,
      tool_input: output.args,
    });
    if (answer.deny) throw new Error(answer.reason);
    if (answer.input) replace(output.args, answer.input);
  },
  "tool.execute.after": async (input, output) => {
    const answer = await ask("tool.execute.after", {
      session_id: input.sessionID,
      cwd: directory,
      tool_name: input.tool,
      tool_use_id: input.callID,
      tool_input: input.args ?? {},
      tool_response: output.output,
    });
    if (answer.context) output.output += `\n\n${answer.context}`;
  },
});
