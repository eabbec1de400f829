#!/usr/bin/env node
import { main } from "./main.js";
import { flushOutput, outliveOutput } from "../src/cli/output.js";

outliveOutput();
const exitCode = await main(process.argv.slice(2));
// Timers that are still active do not keep the process running.
process.exit(await flushOutput(exitCode));
