import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

// Runs `redocly diff` for many pairs of files in one process, because a process takes most of a second to start. Each
// message holds the arguments of one run. The module of the command is imported anew for each run, and its output is
// sent to the parent.
const { resolve } = createRequire(import.meta.url);
const folder = dirname(resolve("@redocly/cli/package.json"));
const command = pathToFileURL(join(folder, "lib", "index.js")).href;

let runs = 0;
let output = "";
process.stdout.write = (text: string | Uint8Array) => {
  output += String(text);
  return true;
};
process.stderr.write = (text: string | Uint8Array) => {
  // The last line of a run.
  if (/Diff (passed|failed)/.test(String(text))) process.send?.(output);
  return true;
};

process.on("message", (args: string[]) => {
  output = "";
  runs += 1;
  process.argv = [process.argv[0] ?? "", "redocly", ...args];
  void import(`${command}?run=${runs}`);
});
process.send?.("ready");
