import { Worker } from "node:worker_threads";
import type { WorkerSettings } from "./environment.js";
import type { WorkerLog } from "./log.js";

/**
 * The program of the thread that sends the pings. It is a text, because no bundler finds a file that only a thread loads, and
 * because compilers add helpers to a function that the thread would lack.
 */
const PROGRAM = `
import { parentPort, workerData } from "node:worker_threads";
const { url, key, intervalMs } = workerData;
let jobIds = [];
parentPort.on("message", (ids) => { jobIds = ids; });
const ping = async () => {
  const query = (url.includes("?") ? "&" : "?") + "job_id=" + jobIds.map(encodeURIComponent).join(",");
  try {
    const response = await fetch(jobIds.length > 0 ? url + query : url, {
      headers: { authorization: key },
      signal: AbortSignal.timeout(2 * intervalMs),
    });
    await response.body?.cancel();
  } catch {
    // The next ping follows.
  }
};
setInterval(ping, intervalMs);
ping();
`;

/** The pings of a worker. */
export interface Heartbeat {
  /** Says which jobs run: the pings name them from now on. */
  update(jobIds: readonly string[]): void;
  stop(): Promise<void>;
}

/** Begins to ping from a thread of its own, so that a handler which blocks this thread does not stop the pings. */
export function startHeartbeat(
  { urls, key, pingIntervalMs }: WorkerSettings,
  log: WorkerLog,
): Heartbeat {
  if (urls.ping === undefined)
    return { update: () => undefined, stop: () => Promise.resolve() };
  const program = `data:text/javascript,${encodeURIComponent(PROGRAM)}`;
  const workerData = { url: urls.ping, key, intervalMs: pingIntervalMs };
  const thread = new Worker(new URL(program), { workerData });
  thread.on("error", (error) => {
    log("ERROR", `the pings have ended: ${String(error)}`);
  });
  return {
    update: (jobIds) => thread.postMessage(jobIds),
    stop: async () => {
      await thread.terminate();
    },
  };
}
