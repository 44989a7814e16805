#!/usr/bin/env bash
# Two hooks in a chain. The first adds the project's rules (.llxprt/rules.md) to
# each request; the second, trim.sh, shortens what the first has made of it.
#
# Needs jq. "sequential": true makes the chain: the second hook reads the request
# as the first has changed it. In parallel, the second would know nothing of it.

rules=$LLXPRT_PROJECT_DIR/.llxprt/rules.md
[ -s "$rules" ] || exit 0
jq -c --rawfile rules "$rules" '
  {hookSpecificOutput: {llm_request: {messages: ((.llm_request.messages // []) + [{role: "system", content: $rules}])}}}'
