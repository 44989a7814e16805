#!/usr/bin/env node
// Runs the one test that belongs to a file the agent has written, and gives the
// model its last lines. A file without a test is passed over.
//
// Needs Node 18, and what runs the tests. RELATED_TEST_SECONDS is how long a test
// may take (default 45); keep it below the hook's timeout.

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";

const LINES = 100;

// For each language: the names a test may have, and the command that runs it.
const javaScript = {
  isTest: (name) => /\.(test|spec)$/.test(name),
  tests: (name, ext) => [`${name}.test${ext}`, `${name}.spec${ext}`, `__tests__/${name}.test${ext}`],
  command: (test) => [process.execPath, "--test", test],
};
const typeScript = { ...javaScript, command: (test) => ["npx", "--no-install", "vitest", "run", test] };
const languages = {
  ".js": javaScript, ".mjs": javaScript, ".cjs": javaScript,
  ".ts": typeScript, ".tsx": typeScript,
  ".py": {
    isTest: (name) => /^test_|_test$/.test(name),
    tests: (name) => [`test_${name}.py`, `${name}_test.py`, `tests/test_${name}.py`, `../tests/test_${name}.py`],
    command: (test) => ["python3", "-m", "pytest", "-q", test],
  },
  ".go": {
    isTest: (name) => /_test$/.test(name),
    tests: (name) => [`${name}_test.go`],
    command: (test) => ["go", "test", `./${dirname(test)}`],
  },
};

function testOf(file) {
  const ext = extname(file);
  const language = languages[ext];
  const name = basename(file, ext);
  if (!language) return {};
  const names = language.isTest(name) ? [basename(file)] : language.tests(name, ext);
  return { language, test: names.map((n) => join(dirname(file), n)).find((n) => existsSync(n)) };
}

process.stdin.setEncoding("utf8");
let input = "";
for await (const chunk of process.stdin) input += chunk;

const args = JSON.parse(input).tool_input ?? {};
const { language, test } = testOf(String(args.file_path ?? args.absolute_path ?? args.path ?? ""));
if (test) {
  const [program, ...rest] = language.command(test);
  const seconds = Number(process.env.RELATED_TEST_SECONDS) || 45;
  const run = spawnSync(program, rest, {
    encoding: "utf8", timeout: seconds * 1000, maxBuffer: 64 << 20, env: { ...process.env, NO_COLOR: "1" },
  });
  const output = `${run.stdout ?? ""}${run.stderr ?? ""}`.trimEnd().split("\n").slice(-LINES).join("\n");
  let verdict = run.status === 0 ? "passes" : "fails";
  if (run.error) verdict = run.error.code === "ETIMEDOUT" ? `took longer than ${seconds} s` : `could not run: ${run.error.message}`;
  const additionalContext = run.status === 0 ? `The test ${test} passes.` : `The test ${test} ${verdict}.\n${output}`;
  console.log(JSON.stringify({ hookSpecificOutput: { additionalContext } }));
}
