#!/usr/bin/env bash
# Formats a file that the agent has written, with the formatter of its language.
# If that changes the file, the model is told, so that its next edit fits.
#
# Needs jq. Formatters that are not installed are passed over; add yours to the
# list. Nothing is downloaded.

file=$(jq -r '.tool_input | .file_path // .absolute_path // .path // empty') || exit 1
[ -f "$file" ] || exit 0
case $file in /*) ;; *) file=./$file ;; esac # no name is taken for an option

case $file in
  *.go) formatter=(gofmt -w) ;;
  *.py) formatter=(ruff format --quiet) ;;
  *.rs) formatter=(rustfmt) ;;
  *.sh) formatter=(shfmt -w) ;;
  *.js | *.jsx | *.ts | *.tsx | *.mjs | *.css | *.json | *.md) formatter=(./node_modules/.bin/prettier --write) ;;
  *) exit 0 ;;
esac
command -v "${formatter[0]}" > /dev/null || exit 0

before=$(cksum < "$file")
if ! errors=$("${formatter[@]}" "$file" 2>&1); then
  text="${formatter[0]##*/} could not format ${file#./}: ${errors:0:2000}"
elif [ "$(cksum < "$file")" != "$before" ]; then
  text="${formatter[0]##*/} has formatted ${file#./}. Read it again before you edit it."
else
  exit 0
fi
jq -n --arg text "$text" '{hookSpecificOutput: {additionalContext: $text}}'
