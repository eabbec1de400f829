import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { upstreamText } from "../../test/support/upstream-document.js";
import { ROOT } from "../shared/paths.js";
import type { ProofResult } from "./proof.js";

/** A test that hangs ends after an hour. Nothing else here is bound in time: a busy machine only takes longer. */
const HOUR_MS = 3_600_000;

/** What must succeed after the import, without a line changed by hand: the arguments of npm by what they do. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  check: ["run", "check"],
  typecheck: ["run", "typecheck"],
  lint: ["run", "lint"],
  demo: ["run", "demo"],
  tests: ["test", "--", `--testTimeout=${HOUR_MS}`, `--hookTimeout=${HOUR_MS}`],
};

/**
 * Imports the document of the publisher of management REST 0.1.0 into a clone of this repository, and runs each command
 * of a contributor there. The clone has the last commit: a change that is not committed takes no part.
 */
export function proveUpstream(count: number): Promise<ProofResult> {
  const failed: string[] = [];
  for (let round = 0; round < count; round++) failed.push(...roundTrip());
  const names = Object.keys(COMMANDS).join(", ");
  const summary =
    failed.length === 0
      ? `import, ${names}: all succeeded`
      : `failed: ${failed.join(", ")}`;
  return Promise.resolve({ passed: failed.length === 0, summary });
}

/** Imports once, and returns the commands that failed. */
function roundTrip(): string[] {
  const folder = mkdtempSync(join(tmpdir(), "upstream-"));
  const clone = join(folder, "repository");
  try {
    if (!succeeds("git", ["clone", "--quiet", "--shared", ROOT, clone], ROOT))
      return ["git clone"];
    for (const modules of ["node_modules", "lab/node_modules"])
      symlinkSync(join(ROOT, modules), join(clone, modules));
    const document = join(folder, "upstream.json");
    writeFileSync(document, upstreamText());
    if (!succeeds("npm", ["run", "spec:import", "--", document], clone))
      return ["spec:import"];
    return Object.entries(COMMANDS)
      .filter(([, args]) => !succeeds("npm", args, clone))
      .map(([name]) => name);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function succeeds(
  command: string,
  args: readonly string[],
  folder: string,
): boolean {
  console.log(`${command} ${args.join(" ")}`);
  const { status } = spawnSync(command, args, {
    cwd: folder,
    stdio: "inherit",
  });
  return status === 0;
}
