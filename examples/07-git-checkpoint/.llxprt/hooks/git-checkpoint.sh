#!/usr/bin/env bash
# Saves the working tree in Git before the agent changes anything, without
# touching branches, the index or the stash. Never blocks.
#
# Needs git. To look and to go back:
#   git log --stat refs/checkpoints/agent
#   git restore --source=refs/checkpoints/agent -- .

cat > /dev/null # the event: the tree is saved whatever the tool is
root=$(git rev-parse --show-toplevel 2> /dev/null) || exit 0
cd "$root" || exit 1

ref=refs/checkpoints/agent
export GIT_AUTHOR_NAME=checkpoint GIT_AUTHOR_EMAIL=checkpoint@localhost
export GIT_COMMITTER_NAME=checkpoint GIT_COMMITTER_EMAIL=checkpoint@localhost

# A copy of the index knows which files are unchanged; without one, git starts anew.
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cp "$(git rev-parse --git-path index)" "$dir/index" 2> /dev/null
export GIT_INDEX_FILE=$dir/index

last=$(git rev-parse --quiet --verify "$ref")
git add --all || exit 1
tree=$(git write-tree) || exit 1
[ "$tree" != "$(git rev-parse --quiet --verify "$ref^{tree}")" ] || exit 0 # nothing new
commit=$(git commit-tree "$tree" ${last:+-p "$last"} -m "Before a change by the agent") || exit 1
git update-ref "$ref" "$commit" "$last" || exit 1
