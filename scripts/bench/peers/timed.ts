import { IMPORT, runChild, runFile } from "./child.js";
import { contestants, LIGHTEST, OUR_JOB, OURS } from "./contestants.js";
import type { Figures, TimedKey } from "./figures.js";
import { median } from "./statistics.js";
import { EMPTY, writeConsumers } from "./consumers.js";

/** A measure of time or memory: its rounds are interleaved, so that what disturbs the machine disturbs all alike. */
export interface Timed {
  readonly title: string;
  readonly keys: readonly TimedKey[];
  /** Those that it is measured of. */
  readonly names: readonly string[];
  readonly rounds: number;
  /** Measures some of them, beside what they are compared to. */
  readonly measure: (
    names: readonly string[],
    rounds: number,
  ) => Promise<Figures<TimedKey>>;
}

const names = contestants.map(({ name }) => name);
const everyCall = [...names, OUR_JOB];
const waiting = contestants.filter(({ waits }) => waits === true);
// The slowest of the measures: of those that the bound names, and of the nearest peer.
const typed = [OURS, "runpod-sdk", "openai", "stripe"];
const BARE = ["bare-list", "bare-submit"] as const;

export const timed: readonly Timed[] = [
  {
    title: "import",
    keys: ["import"],
    ...{ names, rounds: 7, measure: measureImport },
  },
  {
    title: "type-check",
    keys: ["types"],
    ...{ names: typed, rounds: 3, measure: measureTypes },
  },
  {
    title: "CPU per call",
    keys: ["cpu"],
    ...{ names: everyCall, rounds: 5, measure: measureCpu },
  },
  {
    title: "calls per second",
    keys: ["one", "hundred"],
    ...{ names, rounds: 12, measure: measureLoopback },
  },
  {
    title: "memory of waiting jobs",
    keys: ["memory"],
    names: waiting.map(({ name }) => name),
    ...{ rounds: 1, measure: measureMemory },
  },
];

/** CPU time of the import, over bare Node, as a ratio to that of openapi-fetch. */
async function measureImport(
  names: readonly string[],
  rounds: number,
): Promise<Figures<"import">> {
  const all = [...new Set([LIGHTEST, ...names])];
  const seen = await inTurns(all, rounds, (name) =>
    runFile<number>(IMPORT, name),
  );
  return figuresOf(names, (name) => ({ import: least(seen, name, LIGHTEST) }));
}

/** CPU time of the check of a program with one call, as a ratio to that of an empty program. */
async function measureTypes(
  names: readonly string[],
  rounds: number,
): Promise<Figures<"types">> {
  const files = writeConsumers(names);
  const seen = await inTurns([...files.values()], rounds, (file) =>
    runChild<number>("types", file),
  );
  const fileOf = (name: string) => files.get(name) ?? "";
  return figuresOf(names, (name) => ({
    types: least(seen, fileOf(name), fileOf(EMPTY)),
  }));
}

const PER_PROCESS = 15;

/**
 * CPU time of a call over a `fetch` that answers at once, many calls under way, as a ratio to the same without a client.
 * A round is a process for each client, in which it takes turns with the bare call: what one process compiles, and how,
 * is another in the next, and with all clients in one each would slow the others down. Both are taken by their least
 * round: what disturbs one only makes it longer.
 */
async function measureCpu(
  names: readonly string[],
  rounds: number,
): Promise<Figures<"cpu">> {
  const told = await inTurns(names, rounds, (name) =>
    runChild<number[][]>("cpu", {
      names: [name, bareOf(name)],
      rounds: PER_PROCESS,
    }),
  );
  return figuresOf(names, (name) => {
    const both = [name, bareOf(name)] as const;
    const rounds = both.map((_, place) =>
      (told.get(name) ?? []).flatMap((seen) => seen[place] ?? []),
    );
    return { cpu: least(byName(both, rounds), ...both) };
  });
}

/** Calls per second over loopback, as a ratio to the same call without a client. */
async function measureLoopback(
  names: readonly string[],
  rounds: number,
): Promise<Figures<"one" | "hundred">> {
  const all = [...BARE, ...names];
  const [one = [], hundred = []] = await runChild<number[][][]>("loopback", {
    names: all,
    rounds,
  });
  const [ones, hundreds] = [byName(all, one), byName(all, hundred)];
  return figuresOf(names, (name) => ({
    one: overBare(ones, name),
    hundred: overBare(hundreds, name),
  }));
}

/** Megabytes of the heap for each 1,000 jobs that are waited for. */
async function measureMemory(
  names: readonly string[],
  rounds: number,
): Promise<Figures<"memory">> {
  // A heap is not disturbed by what runs beside it, and each waits for seconds.
  const figures = names.map(async (name) => {
    const seen = await inTurns([name], rounds, () =>
      runChild<number>("memory", name),
    );
    return [name, { memory: medianOf(seen, name) }] as const;
  });
  return new Map(await Promise.all(figures));
}

type Seen = ReadonlyMap<string, readonly number[]>;

/** A process for each of them in each round. */
async function inTurns<Told>(
  all: readonly string[],
  rounds: number,
  measure: (one: string) => Promise<Told>,
): Promise<ReadonlyMap<string, readonly Told[]>> {
  const seen = new Map(all.map((one) => [one, [] as Told[]]));
  for (let round = 0; round < rounds; round++)
    for (const [one, told] of seen) told.push(await measure(one));
  return seen;
}

function byName(names: readonly string[], told: readonly number[][]): Seen {
  return new Map(names.map((name, place) => [name, told[place] ?? []]));
}

function figuresOf<Some extends TimedKey>(
  names: readonly string[],
  of: (name: string) => Readonly<Record<Some, number>>,
): Figures<Some> {
  return new Map(names.map((name) => [name, of(name)]));
}

function overBare(seen: Seen, name: string): number {
  return ratio(seen, name, bareOf(name));
}

/** The call without a client that those of a client are compared to. */
function bareOf(name: string): string {
  return contestants.find((one) => one.name === name)?.bare ?? "bare-submit";
}

/** The ratio of the least that each took: the same work, done once in a process, is only ever disturbed upwards. */
function least(seen: Seen, name: string, base: string): number {
  return (
    Math.min(...(seen.get(name) ?? [])) / Math.min(...(seen.get(base) ?? []))
  );
}

/** The median of the ratios of each round: what disturbs a round disturbs both. */
function ratio(seen: Seen, name: string, base: string): number {
  const bases = seen.get(base) ?? [];
  const ratios = (seen.get(name) ?? []).map(
    (figure, round) => figure / (bases[round] ?? NaN),
  );
  return median(ratios);
}

function medianOf(seen: Seen, name: string): number {
  return median(seen.get(name) ?? []);
}
