#!/usr/bin/env bash
# Installs a release in every way that works without the network, each into an
# empty place, and follows the two-minute guide there.
#
#   tools/dist/try.sh DIST VERSION
set -euo pipefail
dist=$(cd "$1" && pwd) version=${2#v}
root=$(cd "$(dirname "$0")/../.." && pwd)
place=$(mktemp -d)
trap 'chmod -R u+w "$place"; rm -rf "$place"' EXIT
arch=$(go env GOARCH)

# follow NAME DIR: the commands of docs/first-hook.md, in an empty home, with
# the grapnel in DIR.
follow() {
  local name=$1 bin=$2 home=$place/home-$1
  mkdir "$home"
  awk '/^```sh$/ {on = 1; next} /^```$/ {on = 0} on' "$root/docs/first-hook.md" > "$home/guide.sh"
  (cd "$home" && env -i HOME="$home" PATH="$bin:/usr/bin:/bin" bash -eu -o pipefail -c '
    grapnel --version | grep -qF "'"$version"'"
    set +e
    source ./guide.sh > ~/guide.out 2>&1
    grep -q "BeforeTool  blocked" ~/guide.out && grep -q "BeforeTool  proceed" ~/guide.out') ||
    { cat "$home/guide.out"; echo "$name: the guide does not work" >&2; exit 1; }
  echo "ok: $name"
}

(cd "$dist" && sha256sum --quiet -c SHA256SUMS)
echo "ok: checksums"

mkdir "$place/tar"
tar -xzf "$dist/grapnel-$version-linux-$arch.tar.gz" -C "$place/tar" --strip-components 1
follow archive "$place/tar"

if command -v dpkg > /dev/null; then
  deb=$place/deb
  mkdir -p "$deb/var/lib/dpkg/info" "$deb/var/lib/dpkg/updates"
  touch "$deb/var/lib/dpkg/status"
  dpkg --root="$deb" --force-not-root --log=/dev/null -i "$dist/grapnel_${version}_$arch.deb" > /dev/null
  follow deb "$deb/usr/bin"
  dpkg --root="$deb" --force-not-root --log=/dev/null --purge grapnel > /dev/null 2>&1
  [ ! -e "$deb/usr/bin/grapnel" ] && [ ! -e "$deb/usr/share/doc/grapnel" ]
  echo "ok: deb leaves nothing behind"
else
  echo "skipped: deb (there is no dpkg)"
fi

if command -v npm > /dev/null; then
  mkdir "$place/npm" && cd "$place/npm"
  node_arch=$(node -p process.arch)
  npm init -y > /dev/null
  npm install --offline --ignore-scripts --no-audit --no-fund --silent \
    "$dist/grapnel-hooks-grapnel-linux-$node_arch-$version.tgz" "$dist/grapnel-hooks-grapnel-$version.tgz"
  mkdir "$place/npmbin"
  ln -s "$(command -v node)" "$place/npmbin/node"
  ln -s "$place/npm/node_modules/.bin/grapnel" "$place/npmbin/grapnel"
  follow npm "$place/npmbin"
  # The wrapper ends as the binary ends.
  code=0
  echo '{}' | node_modules/.bin/grapnel fire BeforeTool --config <(echo '{"hooks":{"BeforeTool":[{"hooks":[{"type":"command","command":"exit 2"}]}]}}') > /dev/null || code=$?
  [ "$code" = 2 ] || { echo "npm: exit code $code in place of 2" >&2; exit 1; }
  echo "ok: npm keeps exit code 2"
else
  echo "skipped: npm (there is no npm)"
fi

cd "$root/tools" && go run ./dist -version "$version" -proxy "$place/proxy"
export GOPROXY="file://$place/proxy,$(go env GOPROXY)" GONOSUMDB='*' GOSUMDB=off GOFLAGS=-modcacherw
export GOMODCACHE=$place/modcache GOBIN=$place/gobin
# What the modules depend on is taken from this machine's module cache first.
GOPROXY="file://$place/proxy,file://$(env -u GOMODCACHE go env GOMODCACHE)/cache/download,$(env -u GOPROXY go env GOPROXY)"
cd "$place"
go install "github.com/grapnel-hooks/grapnel/cmd/grapnel@v$version"
follow go-install "$GOBIN"
mkdir "$place/user" && cd "$place/user"
go mod init example.com/agent 2> /dev/null
for adapter in genai adk; do
  go get "github.com/grapnel-hooks/grapnel/adapters/$adapter@v$version" 2> /dev/null
  go build "github.com/grapnel-hooks/grapnel/adapters/$adapter"
  echo "ok: go get adapters/$adapter"
done
