import { createClient, type Client } from "../../src/index.js";
import { markdownTable } from "../shared/report.js";
import type { ProofResult } from "./proof.js";
import { installVirtualClock } from "./virtual-clock.js";

const SHORTEST_JOB_MS = 200;
const LONGEST_JOB_MS = 600_000;
/** Highest mean delay of the default interval, relative to the duration of the job. */
const MAX_RELATIVE_DELAY = 0.18;
const SEED = 4;

type Interval = number | undefined;

/** The default interval must need no more polls than the interval of 2 s. */
const REFERENCE_INTERVAL_MS = 2000;
const intervals: readonly Interval[] = [
  undefined,
  500,
  1000,
  REFERENCE_INTERVAL_MS,
  5000,
];

/** Means over all jobs. */
interface Costs {
  /** Milliseconds from the end of a job to the end of the wait. */
  readonly delay: number;
  /** The delay as a fraction of the duration of the job. */
  readonly relativeDelay: number;
  readonly polls: number;
}

/**
 * Compares the default poll interval with fixed intervals: the delay from the end of a job to the end of its wait, and
 * the number of polls. The jobs last 0.2 s to 10 min, log-uniform. The client waits for each job in virtual time.
 */
export async function provePolling(jobs: number): Promise<ProofResult> {
  await loadLazyModules();
  const clock = installVirtualClock();
  const { random } = Math;
  const costs = new Map<Interval, Costs>();
  for (const interval of intervals)
    costs.set(interval, await measure(clock, jobs, interval));
  Math.random = random;
  clock.restore();
  print(costs);
  const ours = costs.get(undefined);
  const reference = costs.get(REFERENCE_INTERVAL_MS);
  if (!ours || !reference) throw new Error("an interval is missing");
  return {
    passed:
      ours.polls <= reference.polls && ours.relativeDelay <= MAX_RELATIVE_DELAY,
    summary: `${ours.polls.toFixed(1)} polls a job (2 s: ${reference.polls.toFixed(1)}), a delay of ${percent(ours.relativeDelay)} of the job's duration (bound ${percent(MAX_RELATIVE_DELAY)})`,
  };
}

/** A module is loaded in real time, so what the first wait loads is loaded before the virtual clock starts. */
async function loadLazyModules(): Promise<void> {
  const { cloud, endings } = createService(() => 1);
  endings.set("first", { end: 0, polls: 0 });
  const job = await cloud.model("first").run({ prompt: "bench" });
  await job.wait({ interval: 1 });
}

async function measure(
  clock: ReturnType<typeof installVirtualClock>,
  jobs: number,
  interval: Interval,
): Promise<Costs> {
  // The same durations and the same jitter in every run.
  const random = createRandom(SEED);
  Math.random = createRandom(SEED + 1);
  const range = LONGEST_JOB_MS / SHORTEST_JOB_MS;
  const durations = Array.from(
    { length: jobs },
    (_, index) => SHORTEST_JOB_MS * range ** ((index + random()) / jobs),
  );
  const { cloud, endings } = createService(clock.now);
  const waits = durations.map(async (duration, index) => {
    const slug = `job-${index}`;
    const job = { end: clock.now() + duration, polls: 0 };
    endings.set(slug, job);
    const handle = await cloud.model(slug).run({ prompt: "bench" });
    await handle.wait({ interval });
    const delay = clock.now() - job.end;
    return { delay, relativeDelay: delay / duration, polls: job.polls };
  });
  const all = await clock.run(Promise.all(waits));
  const mean = (of: (costs: Costs) => number) =>
    all.reduce((sum, costs) => sum + of(costs), 0) / all.length;
  return {
    delay: mean(({ delay }) => delay),
    relativeDelay: mean(({ relativeDelay }) => relativeDelay),
    polls: mean(({ polls }) => polls),
  };
}

/** A client, and the service behind the client. Each job has an endpoint of its own, so that no rate limit is shared. */
function createService(now: () => number) {
  const endings = new Map<string, { readonly end: number; polls: number }>();
  const respond = (url: string) => {
    const [, slug = "", call] = /\/v2\/([^/]+)\/(\w+)/.exec(url) ?? [];
    const job = endings.get(slug);
    if (!job || call === "run")
      return jsonResponse({ id: "bench", status: "IN_PROGRESS" });
    job.polls++;
    return now() < job.end
      ? jsonResponse({ id: "bench", status: "IN_PROGRESS" })
      : jsonResponse({ id: "bench", status: "COMPLETED", output: {} });
  };
  const cloud: Client = createClient({
    apiKey: "bench-key-0123456789abcdef",
    publicBaseUrl: "https://bench.invalid",
    longPolling: false,
    fetch: ((url: string) => Promise.resolve(respond(url))) as typeof fetch,
  });
  return { cloud, endings };
}

function jsonResponse(value: object): Response {
  const body = JSON.stringify(value);
  const length = String(body.length);
  return new Response(body, {
    headers: { "content-type": "application/json", "content-length": length },
  });
}

function print(costs: ReadonlyMap<Interval, Costs>): void {
  const rows = [...costs].map(([interval, { delay, relativeDelay, polls }]) => [
    interval === undefined ? "default" : `${interval / 1000} s`,
    `${(delay / 1000).toFixed(2)} s`,
    percent(relativeDelay),
    polls.toFixed(1),
  ]);
  const head = ["interval", "mean delay", "relative to the job", "polls a job"];
  console.log(`${markdownTable(head, rows)}\n`);
}

function percent(fraction: number): string {
  return `${(fraction * 100).toFixed(1)} %`;
}

/** Numbers from 0 up to 1, the same for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
