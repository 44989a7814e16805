#!/usr/bin/env bash
# Test-driven development: a source file can be written only when its test
# exists. The reason says which test to write first.
#
# Needs jq. Add languages to the list. Files without logic (configuration,
# package files, type declarations) need no test.

deny() {
  printf '%s\n' "$1" >&2
  exit 2
}

file=$(jq -r '.tool_input | .file_path // .absolute_path // .path // empty') ||
  deny "test-first could not read the event (is jq installed?), so nothing is written."

name=${file##*/}
dir=.
case $file in */*) dir=${file%/*} ;; esac
base=${name%.*}
ext=${name##*.}

case $name in
  *.test.* | *.spec.* | test_*.py | *_test.py | *_test.go) exit 0 ;; # a test itself
  *.config.* | *.d.ts | __init__.py | conftest.py | doc.go) exit 0 ;;
  *.js | *.jsx | *.ts | *.tsx | *.mjs)
    tests=("$dir/$base.test.$ext" "$dir/$base.spec.$ext" "$dir/__tests__/$base.test.$ext") ;;
  *.py) tests=("$dir/test_$base.py" "$dir/${base}_test.py" "$dir/tests/test_$base.py" "$dir/../tests/test_$base.py") ;;
  *.go) tests=("$dir/${base}_test.go") ;;
  *) exit 0 ;;
esac

for test in "${tests[@]}"; do
  [ ! -f "$test" ] || exit 0
done
deny "$file has no test. Write ${tests[0]#./} first: say what must happen, see it fail, then write the code."
