import { pathToFileURL } from "node:url";
import { answerTo, KEY, type CallFile } from "./answers.js";
import { argumentOf } from "./argument.js";
import { callFileOf } from "./contestants.js";

const JOBS = 1000;
/** These wait before the others, so that what is compiled and cached on first use is not counted. */
const FIRST = 100;
/** Milliseconds that a look takes, and that the waits go on before the heap is measured. */
const LOOK = 1000;
const WAIT = 4000;

/** Takes a submit at once and a look after a while; the job never ends. */
globalThis.fetch = (input, init) => {
  const url = input instanceof Request ? input.url : String(input);
  const { text, headers } = answerTo(url);
  const isLook = (init?.method ?? "GET").toUpperCase() === "GET";
  const answer = () => new Response(text, { headers });
  if (!isLook) return Promise.resolve(answer());
  return new Promise((resolve) => setTimeout(() => resolve(answer()), LOOK));
};

const file = (await import(
  pathToFileURL(callFileOf(argumentOf() as string)).href
)) as Required<CallFile>;
const service = { url: "http://127.0.0.1:9", key: KEY, fetch };
const wait = file.createWait(service);
await begin(FIRST);
const before = heap();
await begin(JOBS);
// Megabytes for each 1,000 jobs.
process.send?.(((heap() - before) / JOBS) * 1000 * 1e-6);

async function begin(jobs: number): Promise<void> {
  for (let begun = 0; begun < jobs; begun++) wait().catch(fail);
  await new Promise((resolve) => setTimeout(resolve, WAIT));
}

function fail(error: unknown): void {
  console.error(error);
  process.exit(1);
}

function heap(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
