import { fork } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** `redocly diff`, an independent comparison of documents: one process compares many pairs of documents. */
export interface Redocly {
  /** The rules that a change of the document breaks. */
  readonly brokenRules: (before: object, after: object) => Promise<string[]>;
  readonly close: () => Promise<void>;
}

const CHILD = join(dirname(fileURLToPath(import.meta.url)), "redocly-child.ts");

export async function startRedocly(): Promise<Redocly> {
  const folder = await mkdtemp(join(tmpdir(), "redocly-"));
  const child = fork(CHILD, {
    env: {
      ...process.env,
      REDOCLY_TELEMETRY: "off",
      REDOCLY_SUPPRESS_UPDATE_NOTICE: "true",
    },
    silent: true,
    execArgv: ["--import", "tsx"],
  });
  const exited = new Promise<never>((_, reject) =>
    child.once("exit", (code) =>
      reject(new Error(`redocly exited with ${String(code)}`)),
    ),
  );
  exited.catch(() => undefined);
  const nextMessage = () => {
    const message = new Promise<string>((resolve) =>
      child.once("message", (output) => resolve(output as string)),
    );
    return Promise.race([message, exited]);
  };
  await nextMessage();
  const files = [join(folder, "before.json"), join(folder, "after.json")];
  const compare = async (documents: readonly object[]) => {
    for (const [index, file] of files.entries())
      await writeFile(file, JSON.stringify(documents[index]));
    const output = nextMessage();
    child.send(["diff", ...files, "--format", "json", "--fail-on", "none"]);
    return rulesIn(await output);
  };
  // The child compares one pair at a time.
  let last: Promise<unknown> = Promise.resolve();
  return {
    brokenRules: (before, after) => {
      const rules = last.then(() => compare([before, after]));
      last = rules.catch(() => undefined);
      return rules;
    },
    close: async () => {
      child.kill();
      await rm(folder, { recursive: true });
    },
  };
}

/** What the report of `redocly diff` says about each change. */
interface ReportedChange {
  readonly impact: "major" | "minor" | "patch";
  readonly verdicts: readonly { readonly ruleId: string }[];
}

function rulesIn(output: string): string[] {
  const { changes } = JSON.parse(output) as {
    readonly changes: readonly ReportedChange[];
  };
  return changes
    .filter(({ impact }) => impact === "major")
    .flatMap(({ verdicts }) => verdicts.map(({ ruleId }) => ruleId));
}
