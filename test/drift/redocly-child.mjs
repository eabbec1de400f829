import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

// Runs `redocly diff` for many pairs of files in one process: a process each would take a second each. The command's
// own module is loaded anew for every pair, and what it prints goes to the parent as a message.
const { resolve } = createRequire(import.meta.url);
const folder = dirname(resolve("@redocly/cli/package.json"));
const command = pathToFileURL(join(folder, "lib", "index.js")).href;

let printed = "";
let ended = () => {};
process.stdout.write = (text) => {
  printed += text;
  return true;
};
process.stderr.write = (text) => {
  if (/Diff (passed|failed)/.test(text)) ended();
  return true;
};

process.on("message", async ({ id, words }) => {
  printed = "";
  process.argv = [process.argv[0], "redocly", ...words];
  const end = new Promise((done) => {
    ended = done;
  });
  await import(`${command}?run=${id}`);
  await end;
  process.send({ id, printed });
});
process.send({ id: "ready" });
