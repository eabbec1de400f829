import { runChild } from "../child.js";
import { median } from "../statistics.js";
import { waitingClients } from "./clients.js";

/** How long the jobs take, in milliseconds. */
export const jobDurations = [200, 2000, 30_000, 600_000] as const;

/** How late the waits of a client end, and how many requests they need. */
export interface Lag {
  readonly client: string;
  /** How the client submits and waits: `subscribe`. */
  readonly way: string;
  readonly jobMs: number;
  /** From the end of the job to the end of the wait, in milliseconds. */
  readonly least: number;
  readonly median: number;
  readonly most: number;
  /** The median of the requests, with that of the submit. */
  readonly requests: number;
}

/** One wait, as a child reports it. */
export interface SeenWait {
  readonly way: string;
  readonly jobMs: number;
  readonly lagMs: number;
  readonly requests: number;
}

/**
 * Measures how late the waits of each client end, in virtual time: a response takes 20 ms, and a job ends up to a tenth
 * later than its duration says.
 */
export async function measureLags(): Promise<Lag[]> {
  const lags: Lag[] = [];
  for (const client of waitingClients) {
    const waits = await runChild<SeenWait[]>("peers/children/lag.ts", client);
    for (const way of new Set(waits.map((wait) => wait.way)))
      for (const jobMs of jobDurations) {
        const seen = waits.filter((w) => w.way === way && w.jobMs === jobMs);
        if (seen.length === 0) continue;
        const late = seen.map(({ lagMs }) => lagMs);
        lags.push({
          client,
          way,
          jobMs,
          least: Math.min(...late),
          median: median(late),
          most: Math.max(...late),
          requests: median(seen.map(({ requests }) => requests)),
        });
      }
  }
  return lags;
}
