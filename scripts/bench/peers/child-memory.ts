import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { answerTo, KEY, type CallFile } from "./answers.js";
import { argumentOf } from "./argument.js";
import { callFileOf } from "./contestants.js";

const JOBS = 1000;
/** These wait before the others, so that what is compiled and cached on first use is not counted. */
const FIRST = 100;
/** Milliseconds that a look takes on the average, and that the waits go on before the heap is measured. */
const LOOK = 1000;
const WAIT = 3000;
/** The heap is measured so often, once every so many milliseconds: it is higher while looks are under way. */
const SAMPLES = 12;
const PAUSE = 250;

/** Takes a submit at once and a look after a while; the job never ends. */
globalThis.fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  const { text, headers } = answerTo(url);
  const isLook = (init?.method ?? "GET").toUpperCase() === "GET";
  const answer = () => new Response(text, { headers });
  if (!isLook) return Promise.resolve(answer());
  const took = LOOK * (0.5 + Math.random());
  return new Promise((resolve) => setTimeout(() => resolve(answer()), took));
};

const file = (await import(
  pathToFileURL(callFileOf(argumentOf() as string)).href
)) as Required<CallFile>;
const service = { url: "http://127.0.0.1:9", key: KEY, fetch };
const wait = file.createWait(service);
await begin(FIRST);
const before = await heap();
await begin(JOBS);
process.send?.(((await heap()) - before) / 1e6);

async function begin(jobs: number): Promise<void> {
  for (let begun = 0; begun < jobs; begun++) wait().catch(fail);
  await sleep(WAIT);
}

function fail(error: unknown): void {
  console.error(error);
  process.exit(1);
}

/** Bytes, the mean of all samples. */
async function heap(): Promise<number> {
  let sum = 0;
  for (let sample = 0; sample < SAMPLES; sample++) {
    await sleep(PAUSE);
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    sum += heapUsed + external;
  }
  return sum / SAMPLES;
}
