import { createClient, type Client } from "../src/index.js";
import { loadJobParts } from "../src/jobs/load.js";
import type { PollInterval } from "../src/jobs/poll.js";
import { installClock } from "./bench/virtual-clock.js";

/**
 * How late a wait learns that its job has ended, and how many looks that takes: the default interval against fixed ones,
 * over jobs of 0.2 s to 10 min, log-uniform, each waited for by the real client in virtual time. Answers take no time.
 */
const JOBS = 1000;
const SHORTEST = 200;
const LONGEST = 600_000;
/** Highest mean delay relative to the job's length that is accepted of the default. */
const BOUND = 0.12;
const SEED = 4;
const ADDRESS = /\/v2\/([^/]+)\/(\w+)/;

const rules: Readonly<Record<string, PollInterval | undefined>> = {
  default: undefined,
  "fixed 0.5 s": 500,
  "fixed 1 s": 1000,
  "fixed 2 s": 2000,
  "fixed 5 s": 5000,
};

interface Row {
  /** Mean milliseconds from the end of a job to the wait's. */
  readonly delay: number;
  /** The same, as a fraction of the job's length. */
  readonly relative: number;
  readonly looks: number;
}

const rows = new Map<string, Row>();
// What is loaded with the first wait is loaded before time stands still: a file comes in real time.
await loadJobParts("bench", undefined);
const clock = installClock();
for (const [name, interval] of Object.entries(rules))
  rows.set(name, await measure(interval));
clock.restore();
report();

async function measure(interval: PollInterval | undefined): Promise<Row> {
  // The same jobs, and the same jitter, at every run of the bench.
  const random = createRandom(SEED);
  Math.random = createRandom(SEED + 1);
  const lengths = Array.from(
    { length: JOBS },
    (_, place) =>
      SHORTEST * (LONGEST / SHORTEST) ** ((place + random()) / JOBS),
  );
  const service = createService();
  const waits = lengths.map((length, place) =>
    waitFor(service, `job-${place}`, length, interval),
  );
  const seen = await clock.run(Promise.all(waits));
  const mean = (of: (row: Row) => number) =>
    seen.reduce((sum, row) => sum + of(row), 0) / seen.length;
  return {
    delay: mean(({ delay }) => delay),
    relative: mean(({ relative }) => relative),
    looks: mean(({ looks }) => looks),
  };
}

/** A client, and the service behind it: an endpoint for each job, so that no budget is shared and only the interval counts. */
interface Service {
  readonly cloud: Client;
  /** What is known of each endpoint's one job. */
  readonly jobs: Map<string, { readonly end: number; looks: number }>;
}

function createService(): Service {
  const jobs: Service["jobs"] = new Map();
  const cloud = createClient({
    apiKey: "bench-key-0123456789abcdef",
    publicBaseUrl: "https://bench.invalid",
    fetch: ((url: string) => {
      const [, slug = "", call] = ADDRESS.exec(url) ?? [];
      const job = jobs.get(slug);
      if (!job || call === "run") return Promise.resolve(open());
      job.looks++;
      return Promise.resolve(clock.now() < job.end ? open() : over());
    }) as typeof fetch,
  });
  return { cloud, jobs };
}

async function waitFor(
  { cloud, jobs }: Service,
  slug: string,
  length: number,
  interval: PollInterval | undefined,
): Promise<Row> {
  const made = { end: clock.now() + length, looks: 0 };
  jobs.set(slug, made);
  const job = await cloud.model(slug).run({ prompt: "bench" });
  await job.wait({ interval });
  const delay = clock.now() - made.end;
  return { delay, relative: delay / length, looks: made.looks };
}

function open(): Response {
  return answer({ id: "bench", status: "IN_PROGRESS" });
}

function over(): Response {
  return answer({ id: "bench", status: "COMPLETED", output: {} });
}

function answer(value: object): Response {
  const body = JSON.stringify(value);
  const length = String(body.length);
  return new Response(body, {
    headers: { "content-type": "application/json", "content-length": length },
  });
}

function report(): void {
  console.log("| interval | mean delay | relative to the job | looks a job |");
  console.log("| --- | ---: | ---: | ---: |");
  for (const [name, { delay, relative, looks }] of rows)
    console.log(
      `| ${name} | ${(delay / 1000).toFixed(2)} s | ${(relative * 100).toFixed(1)} % | ${looks.toFixed(1)} |`,
    );
  const [ours, sample] = [rows.get("default"), rows.get("fixed 2 s")];
  const isHeld =
    ours !== undefined &&
    sample !== undefined &&
    ours.looks <= sample.looks &&
    ours.relative <= BOUND;
  console.log(
    `\nNo more looks than fixed 2 s, at most ${BOUND * 100} % late: ${isHeld ? "held" : "exceeded"}`,
  );
  process.exitCode = isHeld ? 0 : 1;
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
