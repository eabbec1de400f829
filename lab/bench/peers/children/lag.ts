import { installVirtualClock } from "../../../proofs/virtual-clock.js";
import { readArgument } from "../../child.js";
import { jobDurations, type SeenWait } from "../lags.js";
import { createService, importCalls, urlOf, type CallFile } from "./service.js";

/** Sends how late the waits of the client end that the argument names, and how many requests they need. */
const ROUNDS = 9;
/** How long a request and its response take together. */
const ROUND_TRIP_MS = 20;

const name = readArgument() as string;
const clock = installVirtualClock();
let job: Job | undefined;
const service = createService(async (input, init) => {
  if (!job) throw new Error("there is no job");
  const { signal } = init ?? {};
  await pause(ROUND_TRIP_MS / 2, signal);
  const body = await job.respond(new URL(urlOf(input)), signal);
  await pause(ROUND_TRIP_MS / 2, signal);
  return Response.json(body);
});

/** One job, under the names that each service uses. */
class Job {
  readonly durationMs: number;
  requests = 0;
  endsAt = Infinity;

  constructor(durationMs: number) {
    this.durationMs = durationMs;
  }

  async respond(url: URL, signal?: AbortSignal | null): Promise<object> {
    this.requests++;
    const { pathname } = url;
    if (/\/(run|runsync|model|predictions)$/.test(pathname))
      this.endsAt = Math.min(this.endsAt, clock.now() + this.durationMs);
    const isHeld = /\/(runsync|status-sync\/.*)$/.test(pathname);
    if (isHeld) {
      const holdMs = Number(url.searchParams.get("wait") ?? 90_000);
      await pause(Math.min(holdMs, this.endsAt - clock.now()), signal);
    }
    return this.#describe(pathname);
  }

  #describe(pathname: string): object {
    const hasEnded = clock.now() >= this.endsAt;
    const isOfReplicate = pathname.includes("predictions");
    const [done, open] = isOfReplicate
      ? ["succeeded", "processing"]
      : ["COMPLETED", "IN_PROGRESS"];
    const status = hasEnded ? done : open;
    const output = hasEnded ? { output: { result: "x" } } : {};
    return { id: "job-1", request_id: "job-1", status, ...output };
  }
}

async function pause(ms: number, signal?: AbortSignal | null): Promise<void> {
  if (ms <= 0) return;
  await new Promise<void>((resolve, reject) => {
    setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => reject(signal.reason as Error));
  });
}

const file = (await importCalls(name)) as Required<CallFile>;
const seen: SeenWait[] = [];
for (const jobMs of jobDurations)
  for (const [way, wait] of Object.entries(file.createWaits(service)))
    for (let round = 0; round < ROUNDS; round++) {
      job = new Job(jobMs * (1 + (round / ROUNDS) * 0.1));
      await clock.run(wait());
      const lagMs = clock.now() - job.endsAt;
      seen.push({ way, jobMs, lagMs, requests: job.requests });
    }
process.send?.(seen);
