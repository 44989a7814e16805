#!/usr/bin/env bash
# Keeps secrets out of files. A write whose text looks like a key, a token or a
# password is denied, and the reason names the file and the kind of secret.
#
# Needs jq. Each entry of `secrets` is a name and a regular expression with
# look-arounds (Oniguruma). Texts such as "changeme" or "${TOKEN}" are no secrets.

reason=$(jq -r '
  def secrets: {
    "an AWS access key": "(?<![A-Z0-9])(AKIA|ASIA)[A-Z0-9]{16}(?![A-Z0-9])",
    "a GitHub token": "(?<!\\w)(gh[oprsu]_[A-Za-z0-9]{36}|github_pat_\\w{22})",
    "a Slack token": "(?<!\\w)xox[abprs]-[A-Za-z0-9-]{10}",
    "a Google API key": "(?<!\\w)AIza[A-Za-z0-9_-]{35}",
    "an API key": "(?<!\\w)sk-(ant-|proj-)?[A-Za-z0-9_-]{20}",
    "a private key": "-----BEGIN ([A-Z]+ )?PRIVATE KEY-----",
    "a password in a URL": "://[^/\\s:@]+:(?![$<{*])[^/\\s:@]{6,}@",
    "a password": "(?i)(password|passwd|secret|api_?key|token)[\"\u0027]?\\s*[:=]\\s*[\"\u0027](?![$<{*]|your|change|example|dummy|test)[^\"\u0027\\s]{12,}[\"\u0027]"
  };
  .tool_input
  | (.file_path // .absolute_path // .path // "the file") as $file
  | ([.content, .new_string] | map(strings) | join("\n")) as $text
  | first(secrets | to_entries[] | select(.value as $pattern | $text | test($pattern)) | .key)
  | "\($file) would contain \(.). Read it from the environment, and keep it out of the repository."
') || reason="secret-scan could not read the event (is jq installed?), so nothing is written."

# A guard that cannot judge says no; one that found nothing says nothing.
[ -n "$reason" ] || exit 0
printf '%s\n' "$reason" >&2
exit 2
