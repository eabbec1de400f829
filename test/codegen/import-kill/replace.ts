import { readFile } from "node:fs/promises";
import { alone, settle } from "../../../scripts/codegen/alone.js";
import { replaceFiles } from "../../../scripts/codegen/replace.js";

/** Run in a folder of files: brings them to the state in a file, or finishes what another process was killed in. */
const [act, state = ""] = process.argv.slice(2);
process.send?.("ready");
if (act === "settle") await settle();
else {
  const changes = JSON.parse(await readFile(state, "utf8")) as [
    string,
    string | undefined,
  ][];
  await alone(() => replaceFiles(new Map(changes)));
}
process.disconnect();
