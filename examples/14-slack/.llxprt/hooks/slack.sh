#!/usr/bin/env bash
# Tells a Slack channel when the agent has pushed, published or deployed. The
# message is sent in the background: the agent does not wait for Slack.
#
# Needs jq and curl. The webhook is SLACK_WEBHOOK_URL, or the first line of
# .llxprt/slack-webhook (do not commit it) where agents get a reduced environment.

message=$(jq -c '
  (.tool_input.command // "") as $command
  | select($command | test("(^|[;&|(\\s])(git push|(npm|yarn|pnpm|cargo) publish|docker push|kubectl apply|helm (install|upgrade)|terraform apply)\\b"))
  | (if any(.tool_response | objects; .error != null) then "failed" else "done" end) as $result
  # The three characters that Slack wants escaped.
  | ($command[:300] | split("&") | join("&amp;") | split("<") | join("&lt;") | split(">") | join("&gt;")) as $shown
  | {text: "Agent in \(.cwd // "?" | split("/") | last), \($result):\n```\($shown)```"}') || exit 1
[ -n "$message" ] || exit 0

url=$SLACK_WEBHOOK_URL
[ -n "$url" ] || read -r url 2> /dev/null < "$LLXPRT_PROJECT_DIR/.llxprt/slack-webhook"
if [ -z "$url" ]; then
  echo "slack: set SLACK_WEBHOOK_URL, or write the webhook to .llxprt/slack-webhook" >&2
  exit 1
fi

# The webhook is a secret, and arguments are visible to everybody: curl reads it from a pipe.
printf '%s' "$message" |
  curl --silent --fail --max-time 10 --config <(printf 'url = "%s"\n' "$url") \
    --header 'Content-Type: application/json' --data-binary @- > /dev/null 2>&1 &
