import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { compileChild } from "../child.js";
import { ENGINES } from "./engines.js";
import { measureGaps, type Gap } from "./gaps.js";
import { Service } from "./service.js";
import type { WorkerSettings } from "./worker.js";

/** A figure of the bench. */
export interface Measured {
  readonly engine: string;
  readonly roundTripMs: number;
  readonly processes: number;
  /** Submits a second that the service has accepted; end to end, items a second. */
  readonly rate: number;
  /** The share of the submits that the service has turned away. */
  readonly turnedAway: number;
  /** How many jobs each process has under way, where the rate is that of a run from end to end. */
  readonly endToEnd?: number;
}

const ROUND_TRIPS_MS = [50, 200, 800, 3000];
const PROCESSES = [1, 2, 4];
const MEASURED_MS = 4000;

/** Processes start; and this package sends its first submits one by one, then twice as many with each round trip. */
const START_MS = 2500;
const ROUND_TRIPS_TO_GROW = 8;

/** More items than the service takes while a cell is measured. */
const ITEMS = 5000;

/** The run from end to end: so many items, of jobs that last so long. */
const ALL_ITEMS = 1500;
const ALL_JOB_MS = 1000;
const ALL_ROUND_TRIP_MS = 200;
const ALL_PROCESSES = 2;

/** How many jobs a process has under way at most: as many as 90 submits a second need at 3 s. */
const CONCURRENCY = 300;

/** So few jobs at once stay below the limit of the service, and what the engine itself does decides. */
const FEW_AT_ONCE = 50;

const [, , seconds] = process.argv;
const measuredMs = seconds === undefined ? MEASURED_MS : Number(seconds) * 1000;
const script = await compileChild("batches/worker.ts");
for (const roundTripMs of ROUND_TRIPS_MS)
  for (const processes of PROCESSES)
    for (const engine of Object.keys(ENGINES))
      print(await measureRate(engine, roundTripMs, processes));
for (const concurrency of [FEW_AT_ONCE, CONCURRENCY])
  for (const engine of Object.keys(ENGINES))
    print(await measureAll(engine, concurrency));
for (const gap of await measureGaps()) print(gap);
process.exit();

function print(measured: Measured | Gap): void {
  console.log(JSON.stringify(measured));
}

async function measureRate(
  engine: string,
  roundTripMs: number,
  processes: number,
): Promise<Measured> {
  const service = new Service(roundTripMs, 0);
  const run = await start(engine, service, ITEMS, processes, CONCURRENCY);
  while (service.accepted === 0) await pause(20);
  const roundTrips = engine.startsWith("this package")
    ? ROUND_TRIPS_TO_GROW
    : 1;
  await pause(START_MS + roundTrips * roundTripMs);
  const before = { accepted: service.accepted, away: service.turnedAway };
  const begun = performance.now();
  await pause(measuredMs);
  const accepted = service.accepted - before.accepted;
  const away = service.turnedAway - before.away;
  const rate = (accepted / (performance.now() - begun)) * 1000;
  await run.end();
  const turnedAway = away === 0 ? 0 : away / (accepted + away);
  return {
    engine,
    roundTripMs,
    processes,
    rate,
    turnedAway,
  };
}

/** How many items a second end, from the start of the processes to the last output. */
async function measureAll(
  engine: string,
  concurrency: number,
): Promise<Measured> {
  const service = new Service(ALL_ROUND_TRIP_MS, ALL_JOB_MS);
  const run = await start(
    engine,
    service,
    ALL_ITEMS,
    ALL_PROCESSES,
    concurrency,
  );
  const begun = performance.now();
  while (service.completed < ALL_ITEMS) await pause(20);
  const rate = (ALL_ITEMS / (performance.now() - begun)) * 1000;
  await run.end();
  const sent = service.accepted + service.turnedAway;
  return {
    engine,
    roundTripMs: ALL_ROUND_TRIP_MS,
    processes: ALL_PROCESSES,
    rate,
    turnedAway: service.turnedAway / sent,
    endToEnd: concurrency,
  };
}

async function start(
  engine: string,
  service: Service,
  items: number,
  processes: number,
  concurrency: number,
) {
  const publicBaseUrl = await service.listen();
  const store = await ENGINES[engine]?.start(items);
  if (!store) throw new Error(`unknown engine ${engine}`);
  const settings: WorkerSettings = {
    engine,
    address: store.address,
    publicBaseUrl,
    concurrency,
  };
  const children: ChildProcess[] = Array.from({ length: processes }, () =>
    spawn(process.execPath, [script, JSON.stringify(settings)], {
      stdio: ["ignore", "ignore", "inherit"],
    }),
  );
  const end = async () => {
    for (const child of children) {
      if (child.exitCode !== null) continue;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    }
    service.close();
    await store.close();
  };
  return { end };
}
