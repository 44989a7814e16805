#!/usr/bin/env bash
# Adds context: tells the model which day it is, once at the start of a session.
#
# On SessionStart and after tools, plain text on standard output is context for
# the model; so is {"additionalContext": …}.
echo "Today is $(date +%F)."
