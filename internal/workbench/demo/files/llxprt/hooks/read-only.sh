# When the user asked to change nothing, only tools that read may be called.
if grep -q 'change nothing'; then
  echo '{"hookSpecificOutput": {"toolConfig": {"mode": "AUTO", "allowedFunctionNames": ["read_file", "list_directory"]}}}'
fi
