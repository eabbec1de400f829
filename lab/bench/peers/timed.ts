import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LAB } from "../../shared/paths.js";
import { CACHE, runChild, runFile } from "../child.js";
import { median } from "../statistics.js";
import {
  callFileOf,
  clients,
  LIGHTEST,
  OURS,
  ownEntries,
  waitingClients,
} from "./clients.js";
import {
  exactly,
  merge,
  type Figure,
  type Figures,
  type Key,
} from "./figures.js";

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

/** CPU time of the import of a package or of an entry point, as a ratio to that of the lightest peer. */
async function measureImport(): Promise<Figures> {
  const imported = [...new Set([...names, ...ownEntries()])];
  // The file is plain JavaScript without imports: they would warm up the module loader.
  const program = join(LAB, "peers", "import.cjs");
  const rounds = await runInterleaved(imported, 10, (name) =>
    runFile<number>(program, name),
  );
  const base = figureOf(rounds.get(LIGHTEST));
  return toFigures("import", imported, (name) =>
    ratioOf(figureOf(rounds.get(name)), base),
  );
}

/** CPU time of the type check of a program with one call, as a ratio to that of an empty program. */
async function measureTypes(): Promise<Figures> {
  // The slowest measure, so only the peers that a bound names, and the nearest.
  const measured = [OURS, "openai", "stripe"];
  const programs = new Map(
    measured.map((name) => [name, readFileSync(callFileOf(name), "utf8")]),
  );
  programs.set("empty", "export {};\n");
  const folder = join(CACHE, "programs");
  mkdirSync(folder, { recursive: true });
  const inputs = readFileSync(callFileOf("inputs"), "utf8");
  writeFileSync(join(folder, "inputs.mts"), inputs);
  const rounds = await runInterleaved([...programs.keys()], 3, (name) => {
    const file = join(folder, `${name}.mts`);
    writeFileSync(file, programs.get(name) ?? "");
    return runChild<number>("peers/children/types.ts", file);
  });
  const base = figureOf(rounds.get("empty"));
  return toFigures("types", measured, (name) =>
    ratioOf(figureOf(rounds.get(name)), base),
  );
}

/**
 * CPU time of each call over a `fetch` that responds at once, as a ratio to the same call without a client. A round is a
 * process for each call of each client, in which the client takes turns with the bare call.
 */
async function measureCpu(): Promise<Figures> {
  const calls = new Map(
    clients.flatMap(({ name, calls }) =>
      calls.map((kind) => [`${name} ${kind}`, [name, kind] as const]),
    ),
  );
  const rounds = await runInterleaved([...calls.keys()], 3, (call) =>
    runChild<number[][]>("peers/children/cpu.ts", calls.get(call)),
  );
  let figures: Figures = new Map();
  for (const [call, [name, kind]] of calls) {
    const both = rounds.get(call) ?? [];
    const own = figureOf(both.flatMap(([micros = []]) => micros));
    const bare = figureOf(both.flatMap(([, micros = []]) => micros));
    const row = new Map([[name, { [kind]: ratioOf(own, bare) }]]);
    figures = merge(figures, row);
  }
  return figures;
}

/** Megabytes of the heap for each 1,000 jobs that are waited for. */
async function measureMemory(): Promise<Figures> {
  const rounds = await runInterleaved(waitingClients, 1, (name) =>
    runChild<number>("peers/children/memory.ts", name),
  );
  return toFigures("memory", waitingClients, (name) =>
    exactly(median(rounds.get(name) ?? [])),
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

/** A disturbance can only make the same work longer, so the least counts; the median shows how much there was. */
function figureOf(values: readonly number[] = []): Figure {
  return { least: Math.min(...values), median: median(values) };
}

function ratioOf(own: Figure, base: Figure): Figure {
  return { least: own.least / base.least, median: own.median / base.median };
}

function toFigures(
  key: Key,
  all: readonly string[],
  measured: (name: string) => Figure,
): Figures {
  return new Map(all.map((name) => [name, { [key]: measured(name) }]));
}
