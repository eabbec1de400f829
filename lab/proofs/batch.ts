import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { LAB } from "../shared/paths.js";
import { bundleScript } from "./batch/bundle.js";
import type { Proof, ProofResult } from "./proof.js";

const NODE_22 = join(LAB, "node_modules/node22/bin/node");

/** A proof with batches, as a script under a Node that has SQLite. The script is passed the number and `words`. */
export function batchProof(
  name:
    | "batch/kills"
    | "batch/outage"
    | "batch/restarts"
    | "batch/once/prove"
    | "gateways"
    | "interruptions",
  ...words: readonly string[]
): Proof["run"] {
  return (count) =>
    runNode("--import", "tsx", findScript(name), String(count), ...words);
}

/**
 * A proof about batches that measures the memory of its process. The script is bundled, as a user's program is: the loader
 * of TypeScript, and what the loader adds to each function, would need memory of their own.
 */
export function batchMemoryProof(
  name: "batch/million" | "batch/postgres-rows",
): Proof["run"] {
  return async (count) => {
    const folder = mkdtempSync(join(tmpdir(), "batch-proof-"));
    try {
      const bundle = await bundleScript(findScript(name), folder);
      return await runNode(bundle, String(count));
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
}

function findScript(name: string): string {
  return join(import.meta.dirname, `${name}.ts`);
}

/** Runs a script. The last line that the script prints is the result of the proof. */
async function runNode(...args: readonly string[]): Promise<ProofResult> {
  const { stdout } = await promisify(execFile)(NODE_22, args, { cwd: LAB });
  const lines = stdout.trim().split("\n");
  return JSON.parse(lines.at(-1) ?? "") as ProofResult;
}
