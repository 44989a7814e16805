#!/usr/bin/env bash
# Adds context: tells the model which day it is, with the output of a command.
#
# A JSON object on standard output is an answer; its additionalContext goes to
# the model. Other text on standard output is a message for the user.
printf '{"hookSpecificOutput": {"additionalContext": "Today is %s."}}\n' "$(date +%F)"
