#!/usr/bin/env bash
# Adds context: tells the model which day it is, with every prompt.
#
# On UserPromptSubmit and SessionStart plain text on standard output is context
# for the model; on other events it must be JSON:
# {"hookSpecificOutput": {"hookEventName": …, "additionalContext": …}}
echo "Today is $(date +%F)."
