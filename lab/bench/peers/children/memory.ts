import { setTimeout as sleep } from "node:timers/promises";
import { readArgument } from "../../child.js";
import {
  createService,
  importCalls,
  respond,
  urlOf,
  type CallFile,
} from "./service.js";

/** Sends the megabytes of heap that the waits of 1,000 jobs take with the client that the argument names. */
const JOBS = 1000;
/** These jobs wait first, so that what is compiled and cached on first use is not counted. */
const WARM_UP_JOBS = 100;
/** Mean duration of a poll. */
const POLL_MS = 1000;
/** How long the waits run before the heap is measured. */
const SETTLE_MS = 3000;
/** The heap is higher while polls are under way, so the result is the mean of several samples. */
const SAMPLES = 12;
const SAMPLE_INTERVAL_MS = 250;

/** Responds to a submit at once and to a poll after a while; the job never ends. */
const service = createService((input, init) => {
  const response = () => respond(urlOf(input));
  const isPoll = (init?.method ?? "GET").toUpperCase() === "GET";
  if (!isPoll) return Promise.resolve(response());
  const duration = POLL_MS * (0.5 + Math.random());
  return new Promise((resolve) => {
    setTimeout(() => resolve(response()), duration);
  });
});

const name = readArgument() as string;
const file = (await importCalls(name)) as Required<CallFile>;
const wait = file.createWait(service);
await startWaits(WARM_UP_JOBS);
const before = await heapBytes();
await startWaits(JOBS);
process.send?.(((await heapBytes()) - before) / 1e6);

async function startWaits(jobs: number): Promise<void> {
  for (let started = 0; started < jobs; started++) wait().catch(fail);
  await sleep(SETTLE_MS);
}

function fail(error: unknown): void {
  console.error(error);
  process.exit(1);
}

async function heapBytes(): Promise<number> {
  let sum = 0;
  for (let sample = 0; sample < SAMPLES; sample++) {
    await sleep(SAMPLE_INTERVAL_MS);
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    sum += heapUsed + external;
  }
  return sum / SAMPLES;
}
