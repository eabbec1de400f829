#!/usr/bin/env node
import { main } from "./main.js";

// The emulator serves on when nobody reads its output any more, as after `| head`.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", () => undefined);
const exitCode = await main(process.argv.slice(2));
// Everything printed is written first. Timers that are still active do not keep the process running.
process.stdout.write("", () => process.exit(exitCode));
