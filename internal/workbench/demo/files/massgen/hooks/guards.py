"""Hooks for MassGen: functions that get an event and may answer with a dictionary."""

import re


def deletion(event):
    """Denies commands that delete whole trees."""
    if re.search(r"rm +(-[a-zA-Z]* +)*-[a-zA-Z]*[rR]", event.tool_input.get("command", "")):
        return {"decision": "deny", "reason": "Recursive deletion is not allowed here. Move files to .trash/ instead."}


def secrets(event):
    """Denies writing anything that looks like an AWS access key."""
    if re.search(r"AKIA[0-9A-Z]{16}", str(event.tool_input)):
        return {"decision": "deny", "reason": "That looks like an AWS access key. Read it from the environment instead."}


def format(event):
    """Removes trailing blanks from the file that was just written, and tells the model."""
    path = event.tool_input["file_path"]
    with open(path) as file:
        before = file.read()
    after = re.sub(r"[ \t]+$", "", before, flags=re.MULTILINE)
    if after != before:
        with open(path, "w") as file:
            file.write(after)
        return {"inject": {"content": "A formatter removed trailing blanks from the file.", "strategy": "tool_result"}}
