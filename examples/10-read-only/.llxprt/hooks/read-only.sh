#!/usr/bin/env bash
# A read-only mode: while the file .llxprt/read-only exists, the model may use
# only tools that look. It can still answer without a tool, because the mode is AUTO.
#
# Needs nothing. Switch it on with "touch .llxprt/read-only", off with "rm". The
# lists of all such hooks are added up: no other hook should allow more tools.

cat > /dev/null # the event: the list is always the same
[ -e "$LLXPRT_PROJECT_DIR/.llxprt/read-only" ] || exit 0
cat << 'END'
{"hookSpecificOutput": {"toolConfig": {
  "mode": "AUTO",
  "allowedFunctionNames": ["read_file", "read_many_files", "list_directory", "glob", "search_file_content"]
}}}
END
