import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBatch, type BatchItem } from "../../../src/batch/index.js";
import { fileLedger } from "../../../src/batch/sqlite/index.js";
import { createClient } from "../../../src/index.js";
import type { ProofResult } from "../proof.js";
import { installVirtualClock } from "../virtual-clock.js";

/** How long a job of the service lasts, in milliseconds. */
const JOB_MS = 5000;
const CONCURRENCY = 1000;
const WINDOW_MS = 10_000;

/** The most requests of a window: the client must begin at most 900 submits and 1500 status requests in 10 seconds. */
const LIMITS = { submits: 900, polls: 1500 };
/** The fewest submits that a window must have. The first and the last window do not count. */
const MIN_SUBMITS = 850;
const MAX_RSS_MEBIBYTES = 300;
const MAX_PROGRESS_MS = 50;

/** A folder in memory, because a disk would take real time. */
const MEMORY_FOLDER = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

const items = Number(process.argv[2]);
const realNow = performance.now.bind(performance);
/**
 * Adds many items and works on them in virtual time, in one process with SQLite: what the process needs of memory, how
 * fast it counts, and whether it submits as fast as the service permits.
 */
async function prove(): Promise<ProofResult> {
  const folder = mkdtempSync(join(MEMORY_FOLDER, "batch-million-"));
  const service = new CountedService();
  const ledger = fileLedger(join(folder, "batches"));
  // Each clock has its own client, because the rate limiters of a client use one clock.
  const open = (name: string) => {
    const cloud = createClient({
      apiKey: "key",
      publicBaseUrl: "https://service.invalid",
      longPolling: false,
      fetch: (address, init) => service.fetch(address as string, init),
    });
    return openBatch(cloud, { name, model: "counted", ledger });
  };
  // What is loaded at first use is loaded in real time.
  const first = await open("first");
  await first.add([{ input: { n: 0 } }]);
  await first.work();
  await first.close();

  const batch = await open("million");
  const begun = realNow();
  await batch.add(createItems());
  const added = realNow();
  const clock = installVirtualClock();
  service.restart(clock.now);
  const { reason } = await clock.run(batch.work({ concurrency: CONCURRENCY }));
  const virtualMs = clock.now();
  clock.restore();
  const worked = realNow();
  const progress = await batch.progress();
  const progressMs = realNow() - worked;
  await batch.close();
  await ledger.close();
  rmSync(folder, { recursive: true });

  const { submits, polls, submitted, submittedTwice } = service;
  const fewest = submits.fewestOfInnerWindows();
  // In KiB, and of the whole time: loading, adding and working.
  const rss = process.resourceUsage().maxRSS / 2 ** 10;
  const rate = (from: number, to: number) =>
    Math.round((items / (to - from)) * 1000);
  const passed =
    reason === "done" &&
    progress.completed === items &&
    submitted === items &&
    submittedTwice === 0 &&
    submits.most <= LIMITS.submits &&
    polls.most <= LIMITS.polls &&
    fewest >= Math.min(MIN_SUBMITS, items) &&
    rss <= MAX_RSS_MEBIBYTES &&
    progressMs <= MAX_PROGRESS_MS;
  const summary = [
    `${progress.completed} of ${items} completed in ${(virtualMs / 60_000).toFixed(0)} virtual minutes`,
    `${submittedTwice} submitted twice`,
    `${fewest} to ${submits.most} submits and at most ${polls.most} status requests in 10 s`,
    `RSS at most ${rss.toFixed(0)} MiB`,
    `progress in ${progressMs.toFixed(1)} ms`,
    `${rate(begun, added)} items added and ${rate(added, worked)} worked a second of real time`,
  ].join(", ");
  return { passed, summary };
}

function* createItems(): Generator<BatchItem<{ readonly n: number }>> {
  for (let n = 0; n < items; n++) yield { input: { n } };
}

/** Counts the requests of each window of ten seconds. */
class WindowCounter {
  /** When the requests of the last ten seconds began. */
  #starts: number[] = [];
  readonly #windows: number[] = [];
  /** The most requests that began within ten seconds. */
  most = 0;

  count(now: number): void {
    this.#starts.push(now);
    // As the rate limiter counts: a difference of times would round.
    while ((this.#starts[0] ?? now) + WINDOW_MS <= now) this.#starts.shift();
    this.most = Math.max(this.most, this.#starts.length);
    const window = Math.floor(now / WINDOW_MS);
    this.#windows[window] = (this.#windows[window] ?? 0) + 1;
  }

  /** The fewest requests of a window, but for the first and the last ones. */
  fewestOfInnerWindows(): number {
    const inner = this.#windows.slice(1, -1);
    return inner.reduce((least, count) => Math.min(least, count), Infinity);
  }
}

/** A service whose jobs all last as long, and which counts what it is asked. */
class CountedService {
  #now: () => number = () => 0;
  #endAt = new Map<string, number>();
  #seen = new Uint8Array(items);
  /** How long a job lasts. */
  #jobMs = 0;
  submits = new WindowCounter();
  polls = new WindowCounter();
  submitted = 0;
  submittedTwice = 0;

  /** Forgets all earlier jobs and counts, and uses the clock `now`. */
  restart(now: () => number): void {
    this.#now = now;
    this.#jobMs = JOB_MS;
    this.#endAt = new Map();
    this.#seen = new Uint8Array(items);
    this.submits = new WindowCounter();
    this.polls = new WindowCounter();
    this.submitted = 0;
  }

  fetch(address: string, init: RequestInit | undefined): Promise<Response> {
    const answer =
      init?.method === "POST"
        ? this.#submit(init.body as string)
        : this.#status(address.slice(address.lastIndexOf("/") + 1));
    return Promise.resolve(Response.json(answer));
  }

  #submit(body: string): object {
    const now = this.#now();
    this.submits.count(now);
    const { n } = (JSON.parse(body) as { readonly input: { n: number } }).input;
    if (this.#seen[n] === 1) this.submittedTwice++;
    this.#seen[n] = 1;
    const id = `job-${this.submitted++}`;
    this.#endAt.set(id, now + this.#jobMs);
    return { id, status: "IN_QUEUE" };
  }

  #status(id: string): object {
    const now = this.#now();
    this.polls.count(now);
    const endAt = this.#endAt.get(id) ?? Infinity;
    if (now < endAt) return { id, status: "IN_PROGRESS" };
    this.#endAt.delete(id);
    return { id, status: "COMPLETED", output: { cost: 0.001 } };
  }
}

console.log(JSON.stringify(await prove()));
