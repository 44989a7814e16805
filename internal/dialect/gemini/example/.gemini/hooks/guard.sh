#!/usr/bin/env bash
# A guard: keeps the agent from deleting directories with rm -r.
#
# A hook reads one line of JSON on standard input. Exit code 0 means that it has
# no objection; exit code 2 blocks, and what stands on stderr is the reason.
# This one looks for the command anywhere in the line, which is good enough for
# an example; "jq -r .tool_input.command" would take it out.
if grep -qE 'rm +(-[A-Za-z]+ +)*-[A-Za-z]*[rR]'; then
  echo "rm -r is not allowed here. Ask the user to delete directories." >&2
  exit 2
fi
