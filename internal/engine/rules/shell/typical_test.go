package shell_test

import (
	"testing"

	"github.com/grapnel-hooks/grapnel/internal/engine/rules/shell"
)

// What agents write every day must be decided, or people are asked all the time.
func TestTypicalCommandsAreDecided(t *testing.T) {
	for _, text := range []string{
		"cd /repo && npm test 2>&1 | tail -20",
		"git add -A && git commit -m \"$(cat <<'EOF'\nfix: use `foo` for $(bar)\n\nIt's \"better\".\nEOF\n)\"",
		"for f in *.go; do gofmt -l \"$f\"; done",
		"grep -rn 'foo$' --include='*.go' . | awk '{print $1}' | sort -u | head -50",
		"if [ ! -f \"$HOME/.config/x\" ]; then mkdir -p ~/.config && cat > ~/.config/x <<'EOF'\nconst a = `b ${c}`;\nEOF\nfi",
		"cat > a.c <<'EOF'\n#define A(x) \\\n  (x)\nEOF\ngcc -c a.c",
		"cat > README.md <<'EOF'\n```sh\necho \\\\n\n```\n```go\nx\n```\nEOF",
		"python3 - <<'EOF'\nimport os\n# a comment \\\nprint(os.environ['HOME'])\nEOF",
		"NODE_ENV=production npm run build && git commit -m 'use `x`' && echo $((1 + 2))0",
		"docker run --rm -v \"$PWD\":/src -w /src golang:1.26 go test ./...",
		"docker build -t x:latest . && docker push x:latest",
		"kubectl get pods -n prod -o json | jq '.items[] | select(.status.phase != \"Running\") | .metadata.name'",
		"find . -name '*.pyc' -not -path './venv/*' -delete",
		"find . -type f -name '*.ts' -exec sed -i 's/foo/bar/g' {} +",
		"curl -sS -X POST -H 'Content-Type: application/json' -d '{\"a\": [1, 2]}' http://localhost:8080/x",
		"sed -i 's|a/b|c/d|g; s/x$/y/' file.txt && git diff --stat",
		"export PATH=\"$PATH:/usr/local/go/bin\" && go version",
		"source .venv/bin/activate && pytest -x -q tests/test_a.py::test_b[1-2] 2>&1 | tail -5",
		"timeout 60 npm run dev > /tmp/dev.log 2>&1 &\nsleep 5; curl -s localhost:3000 | head -c 200; kill %1",
		"test -d node_modules || npm ci",
		"ls -la | wc -l; echo \"exit: $?\"; [[ -n $CI ]] && echo ci",
		"while read -r line; do echo \"$line\"; done < file.txt",
		"psql \"$DATABASE_URL\" -c 'select count(*) from \"users\" where a = $1'",
		"rg -n \"func \\(s \\*Server\\)\" -g '!vendor' | cut -d: -f1 | xargs -r wc -l",
		"tar czf - src | ssh host 'tar xzf - -C /tmp'",
		"git log --oneline -5 && git diff HEAD~1 -- src/ ':!*.lock' | head -100",
		"make -j$(nproc) CFLAGS='-O2 -g' all",
		"echo 'a' | tee -a x.txt > /dev/null && sudo systemctl restart nginx",
		"(cd sub && go vet ./...) && echo ok || echo failed",
		"printf '%s\\n' \"$a\" \"$b\" >> out.txt",
		"FOO=1 BAR='x y' ./run.sh --flag=value -- a b",
		"jq -r '.scripts | to_entries[] | \"\\(.key): \\(.value)\"' package.json",
		"node -e \"console.log(require('./package.json').version)\"",
		"perl -pe 's/\\bfoo\\b/bar/g' < a > b && mv b a",
	} {
		if why := undecidedPart(shell.Parse(text)); why != "" {
			t.Errorf("%s\nis undecided: %s", text, why)
		}
	}
}
