#!/usr/bin/env python3
"""Limits what a session may cost. When its calls or tokens are used up, the
model is not called any more, and an answer that says so takes its place.

Needs Python 3.8. BUDGET_CALLS (default 200) and BUDGET_TOKENS (default 2000000)
are the limits, 0 is none. Counts are kept for each session below
$XDG_STATE_HOME/agent-budget (default ~/.local/state); delete a file to start anew.
"""

import fcntl
import hashlib
import json
import os
import sys


def open_counts(session):
    base = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    directory = os.path.join(base, "agent-budget")
    os.makedirs(directory, mode=0o700, exist_ok=True)
    # The session's name may hold anything; its hash is a good file name.
    name = hashlib.sha256(str(session).encode()).hexdigest()[:32] + ".json"
    file = open(os.path.join(directory, name), "a+")
    fcntl.flock(file, fcntl.LOCK_EX)  # several agents may share a session
    return file


def read(file):
    file.seek(0)
    try:
        counts = json.load(file)
        return {key: int(counts[key]) for key in ("calls", "tokens")}
    except (ValueError, KeyError, TypeError):  # new, or broken
        return {"calls": 0, "tokens": 0}


def write(file, counts):
    file.seek(0)
    file.truncate()
    json.dump(counts, file)


def tokens(event):
    """Returns what the provider counted, else an estimate from the text."""
    answer = event.get("llm_response") or {}
    total = (answer.get("usageMetadata") or {}).get("totalTokenCount")
    if isinstance(total, (int, float)):
        return int(total)
    texts = [m.get("content") or "" for m in (event.get("llm_request") or {}).get("messages") or []]
    return (sum(map(len, texts)) + len(answer.get("text") or "")) // 4


def limit(name, default):
    return int(os.environ.get(name) or default) or float("inf")


def main():
    event = json.load(sys.stdin)
    with open_counts(event.get("session_id")) as file:
        counts = read(file)
        if event.get("hook_event_name") == "AfterModel":
            write(file, dict(counts, tokens=counts["tokens"] + tokens(event)))
            return
        if counts["calls"] < limit("BUDGET_CALLS", 200) and counts["tokens"] < limit("BUDGET_TOKENS", 2_000_000):
            write(file, dict(counts, calls=counts["calls"] + 1))
            return
    text = "The budget of this session is used up: {calls} calls, {tokens} tokens.".format(**counts)
    print(json.dumps({"decision": "deny", "reason": text, "hookSpecificOutput": {"llm_response": {"text": text}}}))


main()
