import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { LAB } from "../shared/paths.js";
import type { Proof, ProofResult } from "./proof.js";

const NODE_22 = join(LAB, "node_modules/node22/bin/node");

/** The proof that kills processes which work on a batch, with one of the stores, under a Node that has SQLite. */
export function batchProof(store: "sqlite" | "redis"): Proof["run"] {
  return async (kills) => {
    const script = join(import.meta.dirname, "batch/kills.ts");
    const args = ["--import", "tsx", script, store, String(kills)];
    const { stdout } = await promisify(execFile)(NODE_22, args, { cwd: LAB });
    const lines = stdout.trim().split("\n");
    return JSON.parse(lines.at(-1) ?? "") as ProofResult;
  };
}
