import { createClient } from "../../src/index.js";

/** Where the emulator listens, and its key. */
export interface Service {
  readonly publicBaseUrl: string;
  readonly apiKey: string;
}

/** The result of one round of jobs. */
export interface Round {
  readonly jobs: number;
  readonly polls: CallCounter;
  /** The status requests whose response the service holds. */
  readonly held: CallCounter;
  readonly submits: CallCounter;
  /** Empty when each job was submitted once and each result came once, to its own job. */
  readonly problems: readonly string[];
  /** From the first submit to the last result, in milliseconds. */
  readonly elapsed: number;
  /** CPU of this process. */
  readonly cpuMicros: number;
  /** Peaks. */
  readonly rssBytes: number;
  readonly heapBytes: number;
}

const MODEL = "text-demo";
/** The service limits the calls of 10 s. */
const WINDOW_MS = 10_000;
/** A submit waits for its turn for as long as the round lasts. */
const SUBMIT_TIMEOUT_MS = 2 ** 31 - 1;

/** Submits so many jobs at once with a new client, and waits for each. */
export async function runMany(
  { publicBaseUrl, apiKey }: Service,
  jobs: number,
): Promise<Round> {
  const polls = createCounter();
  const held = createCounter();
  const submits = createCounter();
  const counterOf = (url: string) => {
    if (url.endsWith("/run")) return submits;
    return url.includes("/status-sync/") ? held : polls;
  };
  const counted = (url: string, init?: RequestInit) =>
    counterOf(url).count(() => fetch(url, init));
  const cloud = createClient({
    apiKey,
    publicBaseUrl,
    fetch: counted as typeof fetch,
  });
  const model = cloud.model<{ prompt: string }, { text: string }>(MODEL);
  const deliveries = new Map<string, number>();
  const problems: string[] = [];

  const runJob = async (index: number) => {
    const prompt = `job ${index}`;
    const job = await model.run({ prompt }, { timeout: SUBMIT_TIMEOUT_MS });
    const { output } = await job.wait();
    deliveries.set(job.id, (deliveries.get(job.id) ?? 0) + 1);
    if (!output?.text.startsWith(`${prompt} …`))
      problems.push(`${prompt} got the result of another job`);
  };
  const stopWatching = watchMemory();
  const [start, before] = [performance.now(), process.cpuUsage()];
  const runs = Array.from({ length: jobs }, (_, index) =>
    runJob(index).catch((error: unknown) => problems.push(String(error))),
  );
  await Promise.all(runs);
  const elapsed = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  if (submits.calls() !== jobs) problems.push(`${submits.calls()} submits`);
  if (deliveries.size !== jobs)
    problems.push(`${deliveries.size} results delivered`);
  const repeated = [...deliveries.values()].filter((times) => times > 1).length;
  if (repeated > 0) problems.push(`${repeated} results delivered repeatedly`);
  const cpuMicros = user + system;
  const memory = stopWatching();
  return {
    jobs,
    polls,
    held,
    submits,
    problems,
    elapsed,
    cpuMicros,
    ...memory,
  };
}

/** Counts calls: in all, the most at the same time, and the most that began within 10 s. */
interface CallCounter {
  readonly count: <T>(call: () => Promise<T>) => Promise<T>;
  readonly calls: () => number;
  readonly mostConcurrent: () => number;
  readonly mostPerWindow: () => number;
}

function createCounter(): CallCounter {
  const starts: number[] = [];
  let [first, running, mostConcurrent, mostPerWindow] = [0, 0, 0, 0];
  return {
    count: async (call) => {
      const now = performance.now();
      starts.push(now);
      while ((starts[first] ?? now) <= now - WINDOW_MS) first++;
      mostPerWindow = Math.max(mostPerWindow, starts.length - first);
      mostConcurrent = Math.max(mostConcurrent, ++running);
      try {
        return await call();
      } finally {
        running--;
      }
    },
    calls: () => starts.length,
    mostConcurrent: () => mostConcurrent,
    mostPerWindow: () => mostPerWindow,
  };
}

/** Samples the memory until the function that it returns is called. */
function watchMemory(): () => Pick<Round, "rssBytes" | "heapBytes"> {
  let [rssBytes, heapBytes] = [0, 0];
  const sample = () => {
    const { rss, heapUsed } = process.memoryUsage();
    rssBytes = Math.max(rssBytes, rss);
    heapBytes = Math.max(heapBytes, heapUsed);
  };
  sample();
  const timer = setInterval(sample, 200);
  return () => {
    clearInterval(timer);
    sample();
    return { rssBytes, heapBytes };
  };
}
