#!/usr/bin/env bash
# In CI, keeps shell commands inside the workspace. Paths outside of it (but for
# /tmp, /dev/null and programs), the home directory, ".." and sudo are denied.
#
# Needs jq. It is CI where the variable CI is set (a hook never has a terminal, so
# that says nothing). It is strict: a pattern such as '/x/d' is taken for a path.

case ${CI:-false} in false | 0 | no) exit 0 ;; esac

deny() {
  printf '%s\n' "$1" >&2
  exit 2
}

command=$(jq -r '.tool_input.command // ""') ||
  deny "ci-guard could not read the event (is jq installed?), so nothing runs."
# What Linux takes as one argument. A guard must not run into its timeout.
[ ${#command} -le 131072 ] || deny "The command is too long to be judged. Write a script."

# Quotes are taken away, and all that ends a word in the shell ends one here.
words=$(printf '%s' "$command" | tr -d "\"'\\\\" | tr ';|&<>()={},` \t' '[\n*]')

while IFS= read -r word; do
  case $word in
    sudo | doas | su) deny "$word is not for CI." ;;
    *..*) # a parent directory, but not the range HEAD~1..HEAD
      case /$word/ in */../*) deny "$word leads out of the workspace." ;; esac ;;
  esac
  case $word in
    '~'* | *'$HOME'* | *'${HOME'* | '$HOME') deny "$word is outside the workspace." ;;
    "$LLXPRT_PROJECT_DIR" | "$LLXPRT_PROJECT_DIR"/*) ;;
    /tmp | /tmp/* | /dev/null | /bin/* | /usr/bin/* | /usr/local/bin/*) ;;
    /*) deny "$word is outside the workspace." ;;
  esac
done <<< "$words"
