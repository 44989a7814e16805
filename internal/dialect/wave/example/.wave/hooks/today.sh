#!/usr/bin/env bash
# Adds context: tells the model which day it is, with every prompt.
#
# On UserPromptSubmit plain text on standard output is context for the model; on
# other events it must be JSON: {"hookSpecificOutput": {"additionalContext": …}}
echo "Today is $(date +%F)."
