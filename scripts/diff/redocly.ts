import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { DocumentError } from "../../src/cli/drift/description.js";

/** One change as `redocly diff` reports it. */
export interface RedoclyChange {
  readonly typeName: string;
  readonly kind: "added" | "removed" | "modified";
  readonly impact: "major" | "minor" | "patch";
  readonly verdicts: readonly {
    ruleId: string;
    impact: string;
    message: string;
  }[];
  /** What was modified: a keyword of the node. */
  readonly property?: string;
  /** Where it stands in each document, and what stands there. */
  readonly base?: Side;
  readonly revision?: Side;
  /** The way to it from the root, through references. */
  readonly path: string;
}

export interface Side {
  readonly pointer: string;
  readonly value?: unknown;
}

/** What `redocly diff` finds between two files. It works offline and sends nothing. */
export async function redoclyDiff(
  base: string,
  revision: string,
): Promise<RedoclyChange[]> {
  const output = await run(["diff", base, revision, ...FLAGS]);
  return readReport(output);
}

export const FLAGS: readonly string[] = [
  "--format",
  "json",
  "--fail-on",
  "none",
];

export const QUIET = {
  REDOCLY_TELEMETRY: "off",
  REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
};

/** Where the command's program is. */
function redoclyProgram(): string {
  const manifest = createRequire(import.meta.url).resolve(
    "@redocly/cli/package.json",
  );
  return join(dirname(manifest), "bin", "cli.js");
}

export function readReport(output: string): RedoclyChange[] {
  const { changes } = JSON.parse(output) as { changes: RedoclyChange[] };
  return changes;
}

function run(words: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [redoclyProgram(), ...words],
      { env: { ...process.env, ...QUIET }, maxBuffer: 2 ** 30 },
      (error, stdout, stderr) => {
        if (stdout.startsWith("{")) resolve(stdout);
        else
          reject(
            new DocumentError(`redocly diff failed: ${stderr.trim()}`, {
              cause: error,
            }),
          );
      },
    );
  });
}
