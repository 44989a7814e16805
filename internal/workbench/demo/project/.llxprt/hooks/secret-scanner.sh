# Blocks writing anything that looks like an AWS access key. The answer is JSON
# on stdout.
if grep -qE 'AKIA[0-9A-Z]{16}'; then
  echo '{"decision": "block", "reason": "That looks like an AWS access key. Read it from the environment instead."}'
fi
