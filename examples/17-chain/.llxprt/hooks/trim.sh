#!/usr/bin/env bash
# The second hook of the chain: keeps system messages and the last TRIM_MESSAGES
# others (default 40), beginning with one of the user, as providers demand.
#
# Needs jq. Tool calls, which hooks do not see, stay with the messages that are kept.

jq -c --argjson keep "${TRIM_MESSAGES:-40}" '
  (.llm_request.messages // []) as $all
  | [$all | to_entries[] | select(.value.role != "system") | .key] as $turns
  | ($turns[-$keep:] | map(select($all[.].role == "user")) | first) as $start
  | select(($turns | length) > $keep and $start != null)
  | [$all | to_entries[] | select(.value.role == "system" or .key >= $start) | .value]
  | {hookSpecificOutput: {llm_request: {messages: .}}}'
