"""A hook that adds context: it tells the model which day it is."""

from datetime import date


def add(event):
    """Called after a tool succeeded, with event.tool_name, event.tool_output, …"""
    text = "Today is %s." % date.today().isoformat()
    return {"inject": {"content": text, "strategy": "tool_result"}}
