import { createClient } from "../../src/index.js";
import { createGauge, type Gauge } from "./gauge.js";

/** Where the emulator listens, and its key. */
export interface Service {
  readonly publicBaseUrl: string;
  readonly apiKey: string;
}

/** What came of so many jobs at once. */
export interface Round {
  readonly jobs: number;
  readonly looks: Gauge;
  readonly submits: Gauge;
  /** What went wrong, in words; empty when each job was submitted once and each result came once, to its own job. */
  readonly faults: readonly string[];
  /** From the first submit to the last result, in milliseconds. */
  readonly took: number;
  /** CPU of this process, in microseconds. */
  readonly cpu: number;
  /** Highest seen, in bytes. */
  readonly rss: number;
  readonly heap: number;
}

const SLUG = "text-demo";
/** The service counts over 10 s. */
const WINDOW = 10_000;
/** A submit may wait for its turn as long as the round goes: 900 in 10 s. */
const PATIENCE = 600_000;

/** Submits so many jobs at once with a client of its own; waits for each unless only the submits are to be measured. */
export async function runMany(
  { publicBaseUrl, apiKey }: Service,
  jobs: number,
  part: "whole" | "submits alone" = "whole",
): Promise<Round> {
  const [looks, submits] = [createGauge(WINDOW), createGauge(WINDOW)];
  const measured = (url: string, init?: RequestInit) =>
    (url.endsWith("/run") ? submits : looks).measure(() => fetch(url, init));
  const cloud = createClient({
    ...{ apiKey, publicBaseUrl },
    fetch: measured as typeof fetch,
  });
  const model = cloud.model<{ prompt: string }, { text: string }>(SLUG);
  const delivered = new Map<string, number>();
  const faults: string[] = [];

  const work = async (place: number) => {
    const prompt = `job ${place}`;
    const job = await model.run({ prompt }, { timeout: PATIENCE });
    if (part === "submits alone") return;
    const { output } = await job.wait();
    delivered.set(job.id, (delivered.get(job.id) ?? 0) + 1);
    if (!output.text.startsWith(`${prompt} …`))
      faults.push(`${prompt} got the result of another`);
  };
  const watch = watchMemory();
  const [begun, before] = [performance.now(), process.cpuUsage()];
  const works = Array.from({ length: jobs }, (_, place) => work(place));
  for (const { reason } of (await Promise.allSettled(works)).filter(isRejected))
    faults.push(String(reason));
  const { user, system } = process.cpuUsage(before);
  if (part === "whole") faults.push(...countFaults(jobs, submits, delivered));
  return {
    ...{ jobs, looks, submits, faults, ...watch() },
    took: performance.now() - begun,
    cpu: user + system,
  };
}

function isRejected(
  result: PromiseSettledResult<unknown>,
): result is PromiseRejectedResult {
  return result.status === "rejected";
}

function countFaults(
  jobs: number,
  submits: Gauge,
  delivered: ReadonlyMap<string, number>,
): string[] {
  const twice = [...delivered.values()].filter((times) => times !== 1).length;
  return [
    ...(submits.calls() === jobs ? [] : [`${submits.calls()} submits`]),
    ...(delivered.size === jobs ? [] : [`${delivered.size} delivered`]),
    ...(twice === 0 ? [] : [`${twice} delivered more than once`]),
  ];
}

/** Looks at the memory now and then, until the function that it returns is called. */
function watchMemory(): () => { rss: number; heap: number } {
  let [rss, heap] = [0, 0];
  const look = () => {
    const { rss: resident, heapUsed } = process.memoryUsage();
    [rss, heap] = [Math.max(rss, resident), Math.max(heap, heapUsed)];
  };
  look();
  const timer = setInterval(look, 200);
  return () => {
    clearInterval(timer);
    look();
    return { rss, heap };
  };
}
