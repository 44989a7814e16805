#!/usr/bin/env bash
# A guard: keeps the agent from deleting directories with rm -r.
#
# A command hook reads one line of JSON on standard input and answers with JSON;
# nothing at all means that it has no objection. Exit codes block nothing here:
# one that is not 0 is a failure, and a failure denies because of fail_closed.
# This one looks for the command anywhere in the line, which is good enough for
# an example; "jq -r .tool_input.command" would take it out.
if grep -qE 'rm +(-[A-Za-z]+ +)*-[A-Za-z]*[rR]'; then
  echo '{"decision": "deny", "reason": "rm -r is not allowed here. Ask the user to delete directories."}'
fi
