#!/usr/bin/env python3
"""Answers a request that was asked before from a cache, without the model. The
key is all that a hook sees of a request: model, messages, settings and tool mode.

Needs Python 3.8. Only requests with the tool mode NONE are cached, since hooks
do not see tool calls and would lose them; nor do they see the system instruction.
RESPONSE_CACHE_HOURS (default 24) is how long an answer is good for. Answers are
kept below $XDG_CACHE_HOME/agent-responses (default ~/.cache).
"""

import hashlib
import json
import os
import sys
import tempfile
import time


def path_for(request):
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    key = json.dumps(request, sort_keys=True, separators=(",", ":"))
    return os.path.join(base, "agent-responses", hashlib.sha256(key.encode()).hexdigest() + ".json")


def load(path):
    """Returns the answer, or None if there is none that is fresh and whole."""
    hours = float(os.environ.get("RESPONSE_CACHE_HOURS") or 24)
    try:
        if time.time() - os.path.getmtime(path) > hours * 3600:
            return None
        with open(path, encoding="utf-8") as file:
            answer = json.load(file)
        return answer if isinstance(answer, dict) and answer.get("text") else None
    except (OSError, ValueError):
        return None


def save(path, answer):
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    # A reader finds all of the file or none of it. The mode is 0600.
    with tempfile.NamedTemporaryFile("w", dir=os.path.dirname(path), delete=False) as file:
        json.dump(answer, file)
    os.replace(file.name, path)


def is_complete(answer):
    reasons = [c.get("finishReason") for c in answer.get("candidates") or []]
    return bool(answer.get("text")) and reasons == ["STOP"]


def main():
    event = json.load(sys.stdin)
    request = event.get("llm_request") or {}
    if (request.get("toolConfig") or {}).get("mode") != "NONE" or not request.get("messages"):
        return
    path = path_for(request)
    if event.get("hook_event_name") == "AfterModel":
        answer = event.get("llm_response") or {}
        if is_complete(answer):
            save(path, answer)
        return
    answer = load(path)
    if answer:
        print(json.dumps({
            "decision": "deny",
            "reason": "answered from the cache",
            "hookSpecificOutput": {"llm_response": answer},
        }))


main()
