#!/usr/bin/env bash
# Adds context: tells the model which day it is, once at the start of a session.
#
# A JSON object on standard output is an answer; its additionalContext goes to
# the model. Other text on standard output is a message for the model, too.
printf '{"hookSpecificOutput": {"additionalContext": "Today is %s."}}\n' "$(date +%F)"
