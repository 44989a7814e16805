#!/usr/bin/env bash
# Keeps an audit log: one line of JSON for each tool call. It has the time, the
# session, the tool, the beginning of its input, and whether it failed.
#
# Needs jq. The log is .llxprt/audit.jsonl, or what AUDIT_LOG names; only you can
# read it. Inputs may hold secrets: 300 characters of each value are kept.

log=${AUDIT_LOG:-$LLXPRT_PROJECT_DIR/.llxprt/audit.jsonl}
line=$(jq -c '{
  time: .timestamp,
  session: .session_id,
  tool: .tool_name,
  input: ((.tool_input // {}) | map_values(if type == "string" then .[:300] else tojson[:300] end)),
  failed: any(.tool_response | objects; .error != null),
  bytes: (.tool_response | tojson | utf8bytelength)
}') || exit 1

umask 077
printf '%s\n' "$line" >> "$log" || exit 1
