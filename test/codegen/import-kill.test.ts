import { build } from "esbuild";
import { fork } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { proofRuns } from "../support/runs.js";

// Each run starts four processes.
const RUNS = proofRuns(5, 100);
const FILES = 40;

let folder = "";
let program = "";

/** The replacement as one file of JavaScript, which starts fast enough to be killed hundreds of times. */
beforeAll(async () => {
  folder = await fs.mkdtemp(join(tmpdir(), "import-kill-"));
  program = join(folder, "replace.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "import-kill", "replace.ts")],
    ...{ bundle: true, platform: "node", format: "esm", outfile: program },
  });
});

afterAll(() => fs.rm(folder, { recursive: true }));

test("a replacement killed at any moment, and killed again while it is finished, leaves all files old or all files new", async () => {
  const root = join(folder, "root");
  await fs.mkdir(join(root, "specs"), { recursive: true });
  await fs.mkdir(join(root, "generated"));
  await bring(root, stateOf(0), Infinity);
  const { took } = await bring(root, stateOf(1), Infinity);
  let before = stateOf(1);
  const outcomes = { old: 0, new: 0, killed: 0 };
  for (let run = 2; run < RUNS + 2; run++) {
    const after = stateOf(run);
    const { killed } = await bring(root, after, Math.random() * took);
    for (let again = 0; again < 2; again++)
      await start(root, ["settle"], Math.random() * took);
    expect(await start(root, ["settle"], Infinity)).toMatchObject({ code: 0 });
    const found = await seen(root);
    const isNew = found.get("specs/a.yaml") === after.get("specs/a.yaml");
    expect(found).toEqual(isNew ? after : before);
    expect((await fs.readdir(root)).sort()).toEqual(["generated", "specs"]);
    if (isNew) before = after;
    outcomes[isNew ? "new" : "old"]++;
    outcomes.killed += Number(killed);
  }
  console.log(JSON.stringify(outcomes));
  expect(outcomes.killed).toBeGreaterThan(0);
}, 600_000);

test("two replacements at once do not mix: one is made, and the other is too or is told to wait", async () => {
  const root = join(folder, "two");
  await fs.mkdir(join(root, "specs"), { recursive: true });
  await fs.mkdir(join(root, "generated"));
  const states = [stateOf(1), stateOf(2), stateOf(3)];
  await Promise.all(
    states.map((state, index) => bring(root, state, Infinity, `${index}`)),
  );
  const found = await seen(root);
  expect(states).toContainEqual(found);
}, 60_000);

/** Files of two folders; every second file of `generated/` comes and goes. */
function stateOf(version: number): Map<string, string> {
  const files = Array.from({ length: FILES }, (_, index) => index)
    .filter((index) => index % 2 === 0 || (index + version) % 3 === 0)
    .map((index) => `generated/${index}.ts`);
  return new Map(
    ["specs/a.yaml", "specs/surfaces.yaml", ...files].map((path) => [
      path,
      `${path} ${version}\n`.repeat(200),
    ]),
  );
}

interface Ended {
  readonly code: number | null;
  readonly killed: boolean;
  /** Milliseconds from its first line to its end. */
  readonly took: number;
}

/** Replaces what is there by `state`, killed after so many milliseconds. */
async function bring(
  root: string,
  state: ReadonlyMap<string, string>,
  patience: number,
  name = "state",
): Promise<Ended> {
  const gone = [...(await seen(root)).keys()].filter(
    (path) => !state.has(path),
  );
  const changes = [...state, ...gone.map((path) => [path])];
  const file = join(folder, `${name}.json`);
  await fs.writeFile(file, JSON.stringify(changes));
  return start(root, ["replace", file], patience);
}

/** Runs the program in `root`, and kills it so many milliseconds after its first line. */
async function start(
  root: string,
  args: readonly string[],
  patience: number,
): Promise<Ended> {
  const child = fork(program, args, {
    cwd: root,
    execArgv: [],
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  await Promise.race([once(child, "message"), ended]);
  const begun = performance.now();
  const timer = Number.isFinite(patience)
    ? setTimeout(() => child.kill("SIGKILL"), patience)
    : undefined;
  const [code, signal] = (await ended) as [number | null, string | null];
  clearTimeout(timer);
  const took = performance.now() - begun;
  return { code, killed: signal === "SIGKILL", took };
}

async function seen(root: string): Promise<Map<string, string>> {
  const names = await fs.readdir(root, {
    recursive: true,
    withFileTypes: true,
  });
  const files = names
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !path.includes(".replacement"));
  const read = files.map(
    async (path) =>
      [path.slice(root.length + 1), await fs.readFile(path, "utf8")] as const,
  );
  return new Map((await Promise.all(read)).sort());
}
