#!/usr/bin/env python3
"""Denies shell commands that destroy what cannot be brought back: rm -r of
whole directories, forced pushes, discarded work, disks. Says what to do instead.

Needs Python 3.8. The rules are functions in RULES, one for each program. A list
like this one stops accidents; it is no sandbox, and does not stop malice.
"""

import itertools
import json
import os.path
import re
import sys

OPERATORS = set("();<>|&\n")
PREFIXES = {"sudo", "doas", "env", "time", "nice", "nohup", "command", "exec", "xargs", "timeout"}
KEYWORDS = {"then", "do", "else", "if", "while", "!", "{"}
SHELLS = {"sh", "bash", "zsh", "dash"}
LONGEST = 128 * 1024  # what Linux takes as one argument; a guard must not time out


def options(words):
    """Returns the letters of short options, and the long options."""
    short = {c for w in words if re.match(r"-[^-]", w) for c in w[1:]}
    return short, {w.split("=")[0] for w in words if w.startswith("--")}


def rm(words):
    short, long = options(words)
    if not short & {"r", "R"} and "--recursive" not in long:
        return None
    for target in (w for w in words if not w.startswith("-")):
        # normpath keeps a second slash at the start, as POSIX allows.
        path = re.sub("^//", "/", os.path.normpath(re.sub(r"(?<=.)/\*?$", "", target)))
        home = path in ("~", "$HOME", "${HOME}")
        top = path.startswith("/") and path.count("/") == 1
        if home or top or path in (".", "..", "*", "*.*", ".git") or set(path) <= set("./"):
            return f"rm -r {target} deletes too much. Name the files, or move them to .trash/."
    return None


def git(words):
    while words and words[0].startswith("-"):  # such as git -C DIR
        words = words[2:] if words[0] in ("-C", "-c", "--git-dir", "--work-tree") else words[1:]
    command, rest = (words[0], words[1:]) if words else ("", [])
    short, long = options(rest)
    if command == "push":
        if "f" in short or long & {"--force", "--mirror"} or any(w.startswith("+") for w in rest):
            return "A forced push can delete other people's work. Use git push --force-with-lease."
    if command == "reset" and "--hard" in long:
        return "git reset --hard throws work away. Run git stash first, or use git reset --keep."
    if command == "clean" and ("f" in short or "--force" in long) and "n" not in short:
        return "git clean -f deletes files for good. Look with git clean -n, and delete by name."
    return None


def dd(words):
    if any(w.startswith("of=/dev/") and w != "of=/dev/null" for w in words):
        return "dd would overwrite a device. Write to a file."
    return None


def chmod(words):
    short, long = options(words)
    if ("R" in short or "--recursive" in long) and any(re.fullmatch(r"0?777|a[+=]rwx", w) for w in words):
        return "chmod -R 777 lets everybody write. Give the rights that are needed, to the files that need them."
    return None


def mkfs(_):
    return "mkfs deletes a file system."


RULES = {"rm": rm, "git": git, "dd": dd, "chmod": chmod, "mkfs": mkfs}


# A word of the shell is made of plain characters and quoted pieces. A quote that
# does not close, as in a here-document, is a character (shlex would give up).
PIECE = r"""\\(?s:.)|'[^']*'|"[^"\\]*(?:\\(?s:.)[^"\\]*)*"|[^\s();<>|&'"\\]+|['"\\]"""
TOKEN = re.compile(rf"(?:{PIECE})+|[();<>|&\n]+")
QUOTED = re.compile(r"""\\((?s:.))|'([^']*)'|"([^"\\]*(?:\\(?s:.)[^"\\]*)*)\"""")


def tokens(text):
    """Splits shell text into words without their quotes, and operators."""
    for match in TOKEN.finditer(text.replace("\\\n", " ")):
        yield QUOTED.sub(lambda m: m[1] or m[2] or m[3] or "", match[0])


def commands(text, depth=0):
    """Yields simple commands, also those in $(…), `…` and bash -c '…', each as
    its words and the operator before it."""
    words, before = [], ""
    for token in itertools.chain(tokens(text), ";"):
        if not set(token) <= OPERATORS or not token:
            words.append(token)
            continue
        if words:
            yield words, before
            for inner in nested(words) if depth < 5 else ():
                yield from commands(inner, depth + 1)
        words, before = [], token


def nested(words):
    for word in words:
        yield from re.findall(r"\$\(([^()]*)\)", word) + re.findall(r"`([^`]*)`", word)
    if program(words[0]) == "eval":
        yield " ".join(words[1:])
    elif any(program(w) in SHELLS for w in words) and any(re.match(r"-\w*c", w) for w in words):
        yield from words[1:]


def program(word):
    return os.path.basename(word).split(".")[0]  # mkfs.ext4 is mkfs


def bare(words):
    """Leaves out assignments and programs that run what follows them."""
    while words and (re.match(r"\w+=", words[0]) or words[0] in KEYWORDS):
        words = words[1:]
    if words and program(words[0]) in PREFIXES:
        starts = [i for i, w in enumerate(words) if program(w) in RULES or program(w) in SHELLS]
        words = words[starts[0]:] if starts else words
    return words


def verdict(text):
    if len(text) > LONGEST:
        return "The command is too long to be judged. Write a script."
    previous = ""
    for words, operator in commands(text):
        words = bare(words)
        name = program(words[0]) if words else ""
        if operator == "|" and name in SHELLS and previous in ("curl", "wget"):
            return "This runs a script from the network unseen. Download it, read it, then run it."
        reason = RULES[name](words[1:]) if name in RULES else None
        if reason:
            return reason
        previous = name
    return None


def main():
    try:
        command = json.load(sys.stdin)["tool_input"].get("command") or ""
        reason = verdict(command)
    except Exception as error:  # a guard that cannot judge says no
        reason = f"dangerous-commands could not read the command: {error!r}"
    if reason:
        print(reason, file=sys.stderr)
        sys.exit(2)


main()
