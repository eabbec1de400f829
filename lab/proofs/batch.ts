import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { LAB } from "../shared/paths.js";
import type { Proof, ProofResult } from "./proof.js";

const NODE_22 = join(LAB, "node_modules/node22/bin/node");

/** A proof about batches, as a script under a Node that has SQLite. The script is passed the number and `words`. */
export function batchProof(
  name: "kills" | "ledger" | "million",
  ...words: readonly string[]
): Proof["run"] {
  return async (count) => {
    const script = join(import.meta.dirname, "batch", `${name}.ts`);
    const args = ["--import", "tsx", script, String(count), ...words];
    const { stdout } = await promisify(execFile)(NODE_22, args, { cwd: LAB });
    const lines = stdout.trim().split("\n");
    return JSON.parse(lines.at(-1) ?? "") as ProofResult;
  };
}
