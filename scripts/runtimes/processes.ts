import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Outcome, Play } from "./runtime.js";

/** Longest run of a whole suite, in milliseconds. */
const PATIENCE = 90_000;

/** Plays the suite in a process of this program, which is to end by itself when the suite has. */
export function inProcess(
  program: () => string,
  ...words: readonly string[]
): Play {
  return async ({ folder, path }, { place }) => {
    const given = JSON.stringify({ ...place, platform: "process" });
    const host = path("hosts", "process.js");
    const child = spawn(program(), [...words, host, given], {
      cwd: folder,
      timeout: PATIENCE,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const printed = text(child.stdout);
    const complained = text(child.stderr);
    const [code, signal] = (await once(child, "close")) as unknown[];
    const complaint = await complained;
    if (code !== 0)
      throw new Error(`it ended with ${String(code ?? signal)}: ${complaint}`);
    const { version, results } = JSON.parse(await printed) as Outcome;
    const isQuiet = complaint === "";
    const quiet = { name: "nothing is printed to stderr", ok: isQuiet };
    const last = isQuiet ? quiet : { ...quiet, reason: complaint };
    return { version, results: [...results, last] };
  };
}
