#!/usr/bin/env node
import { main } from "./main.js";

// The reader has enough, as in `… | head`: nothing is left to print.
process.stdout.on("error", ({ code }: NodeJS.ErrnoException) =>
  process.exit(code === "EPIPE" ? 0 : 1),
);

const exitCode = await main(process.argv.slice(2));
// Everything printed is written before the process ends. Timers that are still active do not keep the process running.
process.stdout.write("", () => process.exit(exitCode));
