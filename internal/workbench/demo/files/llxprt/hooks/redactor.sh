# Removes e-mail addresses from answers, in the conversation and on the screen.
text=$(sed -nE 's/.*"llm_response":\{"text":"(([^"\\]|\\.)*)".*/\1/p')
clean=$(printf '%s' "$text" | sed -E 's/[A-Za-z0-9._-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+/[address removed]/g')
if [ "$text" != "$clean" ]; then
  printf '{"hookSpecificOutput": {"llm_response": {"text": "%s"}}}\n' "$clean"
fi
