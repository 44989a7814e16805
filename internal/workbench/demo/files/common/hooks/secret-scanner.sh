# Blocks writing anything that looks like an AWS access key.
if grep -qE 'AKIA[0-9A-Z]{16}'; then
  echo "That looks like an AWS access key. Read it from the environment instead." >&2
  exit 2
fi
