#!/usr/bin/env node
import { main } from "./main.js";

const exitCode = await main(process.argv.slice(2));
// Everything printed is written before the process ends. Timers that are still active do not keep the process running.
process.stdout.write("", () => process.exit(exitCode));
