import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

// Runs `redocly diff` for many pairs of files in one process: a process for each would take most of a second. The
// command's own module is loaded anew for every pair, and what it prints goes to the parent as a message.
const { resolve } = createRequire(import.meta.url);
const folder = dirname(resolve("@redocly/cli/package.json"));
const command = pathToFileURL(join(folder, "lib", "index.js")).href;

let printed = "";
let ended = (): void => undefined;
process.stdout.write = (text: string | Uint8Array) => {
  printed += String(text);
  return true;
};
process.stderr.write = (text: string | Uint8Array) => {
  if (/Diff (passed|failed)/.test(String(text))) ended();
  return true;
};

process.on("message", ({ id, words }: { id: number; words: string[] }) => {
  printed = "";
  process.argv = [process.argv[0] ?? "", "redocly", ...words];
  ended = () => void process.send?.({ id, printed });
  void import(`${command}?run=${String(id)}`);
});
process.send?.({ id: "ready" });
