import { getEventListeners } from "node:events";
import { CloudComputeError, type Client } from "../../src/index.js";
import { columns, type Column } from "./columns.js";

/** Bounds of a call in the storm, in milliseconds: the whole, one try, and what a busy machine may add. */
export const [TIMEOUT, ATTEMPT, MARGIN] = [250, 80, 1000];

/** How one call ended. */
interface Ended {
  readonly ended: string;
  readonly broken?: string | undefined;
  /** Listeners left on a signal of its own. */
  readonly listeners: number;
}

/** One call in five is aborted, at any time from before it begins. */
export async function oneCall(
  cloud: Client,
  shared: AbortSignal,
  random: () => number,
): Promise<Ended> {
  const column = pick(columns, random);
  const own = random() < 0.2 ? new AbortController() : undefined;
  const reason = { why: "the caller changed its mind" };
  const delay = random() * 60 - 5;
  if (own && delay <= 0) own.abort(reason);
  const begun = performance.now();
  const seen = { settled: false, lateAbort: false };
  const timer = setTimeout(() => {
    own?.abort(reason);
    // One turn of the event loop is all that an abort may take.
    setImmediate(() => (seen.lateAbort = !seen.settled));
  }, delay);
  if (!own) clearTimeout(timer);
  const result = await column
    .call(cloud, { signal: own?.signal ?? shared })
    .then(
      () => "success" as const,
      (error: unknown) => ({ error }),
    )
    .finally(() => (seen.settled = true));
  clearTimeout(timer);
  const elapsed = performance.now() - begun;
  const listeners = own ? getEventListeners(own.signal, "abort").length : 0;
  const ended = nameOf(result, reason);
  const broken = seen.lateAbort
    ? `${column.name}: an abort took longer than a turn`
    : complaint(column, result, ended, elapsed);
  return { ended, broken, listeners };
}

type Result = "success" | { readonly error: unknown };

function nameOf(result: Result, reason: object): string {
  if (result === "success") return result;
  if (result.error === reason) return "aborted";
  return result.error instanceof Error ? result.error.name : "something else";
}

function complaint(
  { name, route }: Column,
  result: Result,
  ended: string,
  elapsed: number,
): string | undefined {
  if (elapsed > TIMEOUT + MARGIN) return `${name}: took ${elapsed} ms`;
  if (result === "success" || ended === "aborted") return undefined;
  const { error } = result;
  if (error instanceof CloudComputeError && error.route === route)
    return undefined;
  return `${name}: ended with ${String(error)}`;
}

/** One of them, at random. */
export function pick<T>(all: readonly T[], random: () => number): T {
  return all[Math.floor(random() * all.length)] as T;
}
