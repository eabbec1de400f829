#!/usr/bin/env node
import { codeOf } from "./command-error.js";
import { COMMAND } from "./flags.js";
import { main } from "./main.js";

// The emulator serves on when nobody reads its output any more, as after `| head`.
let lost = "";
process.stdout.on("error", (error) => (lost = codeOf(error)));
process.stderr.on("error", () => undefined);
const exitCode = await main(process.argv.slice(2));
// Everything printed is written first. Timers that are still active do not keep the process running.
await new Promise((resolve) => process.stdout.write("", resolve));
// The error of the last write is told to its callback first, and to the listeners a moment later.
await new Promise(setImmediate);
const isLost = lost !== "" && lost !== "EPIPE";
if (isLost)
  console.error(`${COMMAND}: standard output could not be written (${lost})`);
process.exit(isLost ? exitCode || 1 : exitCode);
