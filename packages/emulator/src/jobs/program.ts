import type { AccountState } from "../state/account-state.js";
import { hashText, idFrom } from "../random.js";
import { isWithoutWorkers, workerLimits } from "./assign-workers.js";
import { isLoadBalanced } from "./find-model.js";
import type { Worker } from "../state/job.js";
import type { CountedWorker } from "./worker-state.js";

export const HEALTH_PATH = "/ping";
/** How long a count of workers waits for the health of a program, in real milliseconds. */
const MAX_HEALTH_MS = 1000;

/** The port of the program that answers the requests to a load balancing endpoint; undefined where there is none. */
export function portOf(
  { workerConditions }: AccountState,
  slug: string,
): number | undefined {
  return workerConditions.get(slug)?.port;
}

/** The address of the program of a load balancing endpoint. */
export function addressOf(state: AccountState, slug: string): string {
  return `http://127.0.0.1:${portOf(state, slug)}`;
}

/** What the program of a load balancing endpoint says: "booting" where its port refuses the connection. */
type ProgramHealth = "none" | "booting" | "starting" | "ready";

/** Asks a program for its health: it answers its health path with 200 if it is ready, and with 204 while it starts. */
export async function healthOf(
  state: AccountState,
  slug: string,
  signal: AbortSignal,
): Promise<ProgramHealth> {
  if (portOf(state, slug) === undefined) return "none";
  try {
    const address = `${addressOf(state, slug)}${HEALTH_PATH}`;
    const response = await fetch(address, { signal });
    await response.body?.cancel();
    return response.status === 200 ? "ready" : "starting";
  } catch {
    return "booting";
  }
}

/**
 * The workers of a slug. The program of a load balancing endpoint is one of them, and is asked whether it is ready. Without a
 * program, no worker of such an endpoint can become ready.
 */
export async function workersOf(
  state: AccountState,
  slug: string,
): Promise<readonly CountedWorker[]> {
  const hasProgram = portOf(state, slug) !== undefined;
  const isUp =
    hasProgram &&
    (await healthOf(state, slug, AbortSignal.timeout(MAX_HEALTH_MS))) ===
      "ready";
  const workers = state.jobQueues.get(slug)?.workers ?? [];
  if (!hasProgram) {
    if (!isLoadBalanced(state, slug)) return workers;
    return workers.map((worker) => ({ ...worker, readyAt: Infinity }));
  }
  if (isWithoutWorkers(state, slug)) return workers;
  const hasColdStart = workerLimits(state, slug).coldStartMs > 0;
  // The first request starts the worker.
  if (hasColdStart && workers.length === 0) return [];
  const now = state.clock.now();
  const [first = workerOfProgram(state, slug, now), ...others] = workers;
  const program: CountedWorker = {
    ...first,
    readyAt: isUp ? first.readyAt : Infinity,
    trouble: hasColdStart ? first.trouble : undefined,
    openRequests: state.openRequests.get(slug) ?? 0,
  };
  return [program, ...others];
}

function workerOfProgram(
  { seed }: AccountState,
  slug: string,
  now: number,
): Worker {
  const id = idFrom(hashText(`${seed} ${slug} program`));
  return { id, readyAt: now, jobIds: [], idleSince: now };
}
