import { setTimeout as sleep } from "node:timers/promises";
import { readArgument } from "../../child.js";
import { median } from "../../statistics.js";
import type { WaitsCost, WaitsRun } from "../../waits.js";
import { createService, importCalls, urlOf, type CallFile } from "./service.js";

/** Sends what many waits at once cost with the client that the argument names. */
const SETTLE_MS = 5000;
const MEASURED_MS = 20_000;
const RUNNING_MS = 5000;
const ROUND_TRIP_MS = 20;
/** One job in so many ends while the waits are measured. */
const ENDING = 100;
/** The requests that the service takes of one endpoint in a window of ten seconds. */
const WINDOW_MS = 10_000;
const MAX_PER_WINDOW = 2000;

const { client, waits, isHeld } = readArgument() as WaitsRun;
const begunAt = performance.now();
const windows = new Map<number, number>();
let requests = 0;

const service = createService(async (input, init) => {
  requests++;
  const window = Math.floor((performance.now() - begunAt) / WINDOW_MS);
  windows.set(window, (windows.get(window) ?? 0) + 1);
  const { pathname, searchParams } = new URL(urlOf(input));
  const [, id = ""] = /job-(\d+)/.exec(pathname) ?? [];
  const endsAt = endOf(Number(id));
  const { signal } = init ?? {};
  await sleep(ROUND_TRIP_MS / 2);
  if (pathname.includes("status-sync")) {
    if (!isHeld) return Response.json({}, { status: 404 });
    const holdMs = Number(searchParams.get("wait"));
    const leftMs = Math.min(holdMs, endsAt - performance.now());
    const options = signal ? { signal } : {};
    if (leftMs > 0) await sleep(leftMs, undefined, options);
  }
  await sleep(ROUND_TRIP_MS / 2);
  return Response.json(describe(`job-${id}`, pathname, endsAt));
});

/** When a job ends, on the clock of `performance.now()`: jobs end in the order of their submits. */
function endOf(index: number): number {
  return begunAt + SETTLE_MS + MEASURED_MS * ENDING * (index / waits);
}

function describe(id: string, pathname: string, endsAt: number): object {
  const leftMs = endsAt - performance.now();
  const isOfReplicate = pathname.includes("predictions");
  const done = isOfReplicate ? "succeeded" : "COMPLETED";
  const open = isOfReplicate ? "processing" : "IN_PROGRESS";
  const queued = isOfReplicate ? "starting" : "IN_QUEUE";
  const waiting = leftMs > RUNNING_MS ? queued : open;
  return { id, request_id: id, status: leftMs > 0 ? waiting : done };
}

const file = (await importCalls(client)) as Required<CallFile>;
globalThis.gc?.();
const before = process.memoryUsage();
const resume = file.createResume(service);
const lags: number[] = [];
for (let index = 0; index < waits; index++)
  void resume(`job-${index}`).then(
    () => lags.push(performance.now() - endOf(index)),
    fail,
  );
await sleep(SETTLE_MS);
globalThis.gc?.();
const { heapUsed, external } = process.memoryUsage();
const [sent, cpu, at] = [requests, process.cpuUsage(), performance.now()];
await sleep(MEASURED_MS);
const { user, system } = process.cpuUsage(cpu);
const seconds = (performance.now() - at) / 1000;
const over = [...windows.values()]
  .map((count) => Math.max(0, count - MAX_PER_WINDOW))
  .reduce((sum, count) => sum + count, 0);
const cost: WaitsCost = {
  megabytes: (heapUsed + external - before.heapUsed - before.external) / 1e6,
  cpu: (user + system) / 1e6 / seconds,
  requestsPerSecond: (requests - sent) / seconds,
  overLimit: over / requests,
  lag: median(lags) / 1000,
};
process.send?.(cost);

function fail(error: unknown): void {
  console.error(error);
  process.exit(1);
}
