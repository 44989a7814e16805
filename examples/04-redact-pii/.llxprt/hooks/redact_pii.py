#!/usr/bin/env python3
"""Takes personal data out of the model's answers: e-mail addresses, phone
numbers, social security numbers and credit cards become [EMAIL], [PHONE] and so
on. Answers without personal data are left alone.

Needs Python 3.8. What was streamed has been seen; this changes what is kept. A
changed answer is text only: tool calls beside the text, which hooks do not see,
are lost.
"""

import json
import re
import sys

# Each begins with a look-behind, so that long texts are read only once.
EMAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[A-Za-z]{2,24}\b")
SSN = re.compile(r"(?<![\w-])(?!000|666|9)\d{3}-(?!00)\d{2}-(?!0000)\d{4}(?![\w-])")
CARD = re.compile(r"(?<![\w-])(?:\d[ -]?){12,18}\d(?![\w-])")
PHONE = re.compile(
    r"(?<![\w+(])\+\d{1,3}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d{1,4}(?:[ .-]?\d{2,4}){1,4}(?!\w)"  # +49 30 901820
    r"|(?<![\w.-])(?:1[ .-])?(?:\(\d{3}\) ?|\d{3}[ .-])\d{3}[ .-]\d{4}(?![\w-])"  # (555) 123-4567
)


def luhn(digits):
    """Reports whether the check digit is right: most numbers are no cards."""
    doubled = [int(d) * 2 for d in digits[-2::-2]]
    return (sum(int(d) for d in digits[::-2]) + sum(d - 9 if d > 9 else d for d in doubled)) % 10 == 0


def card(match):
    return "[CARD]" if luhn(re.sub(r"\D", "", match.group())) else match.group()


def redact(text):
    text = EMAIL.sub("[EMAIL]", text)
    text = SSN.sub("[SSN]", text)
    text = CARD.sub(card, text)
    return PHONE.sub("[PHONE]", text)


def main():
    answer = json.load(sys.stdin).get("llm_response") or {}
    changed = False
    if isinstance(answer.get("text"), str):
        before, answer["text"] = answer["text"], redact(answer["text"])
        changed = before != answer["text"]
    for candidate in answer.get("candidates") or []:
        content = candidate.get("content") or {}
        text = "".join(content.get("parts") or [])  # a number may begin in one part and end in the next
        if redact(text) != text:
            content["parts"] = [redact(text)]
            changed = True
    if changed:
        print(json.dumps({"hookSpecificOutput": {"llm_response": answer}}))


main()
