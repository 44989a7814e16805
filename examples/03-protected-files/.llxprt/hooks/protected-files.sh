#!/usr/bin/env bash
# Protects files that agents should not write: credentials, lock files, Git's
# own files, Kubernetes secrets, and the hooks themselves. The reason says why.
#
# Needs jq. Names are compared in lower case, after "." and ".." are resolved.
# It looks at names, not through links, and a shell command gets around it.

reason=$(jq -r '
  def resolved: reduce split("/")[] as $part ([];
    if $part == "" or $part == "." then . elif $part == ".." then .[:-1] else . + [$part] end);
  def rules($dirs; $name; $text): [
    (["git", "ssh", "aws", "gnupg", "llxprt"][] | "." + . | select(IN($dirs[]))
      | "files in \(.) are not for agents"),
    ("secrets" | select(IN($dirs[])) | "files in \(.) are not for agents"),
    ($name | select(test("^\\.env(\\.|$)") and (test("\\.(example|sample|template)$") | not))
      | "it holds credentials; describe the variable in .env.example"),
    ($name | select(test("^id_[a-z0-9]+$|\\.(pem|key|p12|pfx|keystore)$")) | "it is a key"),
    ($name | select(IN("package-lock.json", "yarn.lock", "pnpm-lock.yaml", "go.sum", "cargo.lock", "poetry.lock", "uv.lock"))
      | "it is generated; run the package manager"),
    ($text | select(($name | test("\\.ya?ml$")) and test("(^|\\n)kind:[ \\t]*[\"\u0027]?Secret\\b"))
      | "it is a Kubernetes secret; use a secret store")
  ];
  .tool_input
  | (.file_path // .absolute_path // .path // "") as $file
  | ($file | ascii_downcase | resolved) as $parts
  | ([.content, .new_string] | map(strings) | join("\n")) as $text
  | rules($parts[:-1]; $parts[-1] // ""; $text)
  | first(.[])
  | "\($file) is protected: \(.)."
') || reason="protected-files could not read the event (is jq installed?), so nothing is written."

# A guard that cannot judge says no; one that found nothing says nothing.
[ -n "$reason" ] || exit 0
printf '%s\n' "$reason" >&2
exit 2
