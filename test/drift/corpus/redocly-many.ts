import { fork } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  FLAGS,
  QUIET,
  readReport,
  type RedoclyChange,
} from "../../../scripts/diff/redocly.js";

/** `redocly diff` in one process for many pairs. */
export interface Redocly {
  /** The changes from a document, set once, to another. */
  readonly diff: (base: string, revision: object) => Promise<RedoclyChange[]>;
  /** Writes a document down; resolves with its file. */
  readonly keep: (document: object) => Promise<string>;
  readonly close: () => Promise<void>;
}

const program = join(
  dirname(fileURLToPath(import.meta.url)),
  "redocly-child.ts",
);

export async function startRedocly(): Promise<Redocly> {
  const folder = await mkdtemp(join(tmpdir(), "redocly-"));
  const child = fork(program, {
    env: { ...process.env, ...QUIET },
    silent: true,
    execArgv: ["--import", "tsx"],
  });
  const waiting = new Map<unknown, (printed: string) => void>();
  const failed = new Promise<never>((_, reject) =>
    child.once("exit", (code) =>
      reject(new Error(`redocly ended with ${String(code)}`)),
    ),
  );
  failed.catch(() => undefined);
  const answer = (id: unknown) =>
    Promise.race([
      failed,
      new Promise<string>((resolve) => waiting.set(id, resolve)),
    ]);
  child.on(
    "message",
    ({ id, printed = "" }: { id: unknown; printed?: string }) =>
      waiting.get(id)?.(printed),
  );
  await answer("ready");
  let count = 0;
  const keep = async (document: object) => {
    const file = join(folder, `${++count}.json`);
    await writeFile(file, JSON.stringify(document));
    return file;
  };
  // The command prints to one stream: a pair waits for the one before it.
  let last: Promise<unknown> = Promise.resolve();
  return {
    keep,
    diff: (base, document) => {
      const next = last.then(async () => {
        const id = ++count;
        const revision = await keep(document);
        child.send({ id, words: ["diff", base, revision, ...FLAGS] });
        return readReport(await answer(id));
      });
      last = next.catch(() => undefined);
      return next;
    },
    close: async () => {
      child.kill();
      await rm(folder, { recursive: true });
    },
  };
}
