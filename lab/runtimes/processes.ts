import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import type { Outcome, RunSuite } from "./runtime.js";

const SUITE_TIMEOUT_MS = 180_000;

/** Runs the suite in a process of this program. The process must end by itself when the suite has ended. */
export function inProcess(
  program: string,
  ...flags: readonly string[]
): RunSuite {
  return async ({ folder, path }, { environment }) => {
    const argument = JSON.stringify({ ...environment, platform: "process" });
    const host = path("hosts", "process.js");
    const child = spawn(program, [...flags, host, argument], {
      cwd: folder,
      timeout: SUITE_TIMEOUT_MS,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const output = text(child.stdout);
    const errorOutput = text(child.stderr);
    const [code, signal] = (await once(child, "close")) as unknown[];
    const reason = await errorOutput;
    if (code !== 0)
      throw new Error(`ended with ${String(code ?? signal)}: ${reason}`);
    const { version, results } = JSON.parse(await output) as Outcome;
    const name = "nothing is printed to stderr";
    const quiet =
      reason === "" ? { name, ok: true } : { name, ok: false, reason };
    return { version, results: [...results, quiet] };
  };
}
