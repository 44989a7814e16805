#!/usr/bin/env node
// Starts the grapnel binary that npm installed for this platform, and ends as
// it ends: with the same exit code, because 2 means "blocked", or by the same
// signal.
"use strict";
const { spawn } = require("node:child_process");

const platform = `${process.platform}-${process.arch}`;
const program = process.platform === "win32" ? "grapnel.exe" : "grapnel";

let path;
try {
  path = require.resolve(`@grapnel-hooks/grapnel-${platform}/bin/${program}`);
} catch {
  console.error(
    `grapnel: there is no binary for ${platform}. ` +
      `If npm left out optional dependencies, run: npm install @grapnel-hooks/grapnel-${platform}`,
  );
  process.exit(1);
}

const child = spawn(path, process.argv.slice(2), { stdio: "inherit" });
// A signal from the terminal reaches both of us; one that was sent to this
// process alone has to be passed on.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => child.kill(signal));
}
child.on("error", (error) => {
  console.error(`grapnel: cannot start ${path}: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => {
  if (signal) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
    return;
  }
  process.exitCode = code;
});
