import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LAB } from "../../shared/paths.js";
import { CACHE, runChild, runFile } from "../child.js";
import { median } from "../statistics.js";
import {
  baselineOf,
  callFileOf,
  clients,
  LIGHTEST,
  OURS,
  ownCalls,
} from "./clients.js";
import { merge, type Figures, type Key } from "./figures.js";

/** Measures time and memory. The rounds of all clients are interleaved, so that a disturbance affects all clients. */
export async function measureTimes(): Promise<Figures> {
  let figures: Figures = new Map();
  const measures = { measureImport, measureTypes, measureCpu, measureMemory };
  for (const [name, measure] of Object.entries(measures)) {
    console.log(`${name} …`);
    figures = merge(figures, await measure());
  }
  return figures;
}

const names = clients.map(({ name }) => name);

/** CPU time of the import of a package, as a ratio to that of the lightest peer. */
async function measureImport(): Promise<Figures> {
  // The file is plain JavaScript without imports: they would warm up the module loader.
  const program = join(LAB, "peers", "import.cjs");
  const rounds = await runInterleaved(names, 14, (name) =>
    runFile<number>(program, name),
  );
  const base = minimum(rounds.get(LIGHTEST));
  return toFigures("import", names, (name) => minimum(rounds.get(name)) / base);
}

/** CPU time of the type check of a program with one call, as a ratio to that of an empty program. */
async function measureTypes(): Promise<Figures> {
  // The slowest measure, so only the peers that a bound names, and the nearest.
  const measured = [OURS, "runpod-sdk", "openai", "stripe"];
  const programs = new Map(
    measured.map((name) => [name, readFileSync(callFileOf(name), "utf8")]),
  );
  programs.set("empty", "export {};\n");
  const folder = join(CACHE, "programs");
  mkdirSync(folder, { recursive: true });
  const rounds = await runInterleaved([...programs.keys()], 6, (name) => {
    const file = join(folder, `${name}.mts`);
    writeFileSync(file, programs.get(name) ?? "");
    return runChild<number>("peers/children/types.ts", file);
  });
  const base = minimum(rounds.get("empty"));
  return toFigures(
    "types",
    measured,
    (name) => minimum(rounds.get(name)) / base,
  );
}

/**
 * CPU time of a call over a `fetch` that responds at once, as a ratio to the same call without a client. A round is a
 * process for each client, in which the client takes turns with the bare call.
 */
async function measureCpu(): Promise<Figures> {
  const calls = [...names, ...ownCalls.map(({ name }) => name)];
  const rounds = await runInterleaved(calls, 10, (name) =>
    runChild<number[][]>("peers/children/cpu.ts", [name, baselineOf(name)]),
  );
  return toFigures("cpu", calls, (name) => {
    const both = rounds.get(name) ?? [];
    const own = both.flatMap(([micros = []]) => micros);
    const bare = both.flatMap(([, micros = []]) => micros);
    return minimum(own) / minimum(bare);
  });
}

/** Megabytes of the heap for each 1,000 jobs that are waited for. */
async function measureMemory(): Promise<Figures> {
  const waiting = clients.filter(({ waits }) => waits === true);
  const measured = waiting.map(({ name }) => name);
  const rounds = await runInterleaved(measured, 2, (name) =>
    runChild<number>("peers/children/memory.ts", name),
  );
  return toFigures("memory", measured, (name) =>
    median(rounds.get(name) ?? []),
  );
}

/** Measures each name once per round, each time in a process of its own. */
async function runInterleaved<Message>(
  all: readonly string[],
  rounds: number,
  measure: (name: string) => Promise<Message>,
): Promise<ReadonlyMap<string, readonly Message[]>> {
  const results = new Map(all.map((name) => [name, [] as Message[]]));
  for (let round = 0; round < rounds; round++)
    for (const [name, messages] of results) messages.push(await measure(name));
  return results;
}

/** The least of all rounds: a disturbance can only make the same work longer. */
function minimum(values: readonly number[] = []): number {
  return Math.min(...values);
}

function toFigures(
  key: Key,
  all: readonly string[],
  figureOf: (name: string) => number,
): Figures {
  return new Map(all.map((name) => [name, { [key]: figureOf(name) }]));
}
