# The hooks of guards.py without Python. MassGen reads JSON on stdout; exit codes
# decide nothing.
deny_as() {
  reason=$(bash "hooks/$1.sh" 2>&1) || echo "{\"decision\": \"deny\", \"reason\": \"$reason\"}"
}
case $1 in
deletion) deny_as guard ;;
secrets) deny_as secret-scanner ;;
format) bash hooks/formatter.sh PostToolUse | sed -nE 's/.*"additionalContext": ("[^"]*").*/{"inject": {"content": \1}}/p' ;;
esac
