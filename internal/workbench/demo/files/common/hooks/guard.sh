# Blocks commands that delete whole trees. Exit code 2 blocks; the model reads
# what is on stderr.
if grep -qE 'rm +(-[a-zA-Z]* +)*-[a-zA-Z]*[rR]'; then
  echo "Recursive deletion is not allowed here. Move files to .trash/ instead." >&2
  exit 2
fi
