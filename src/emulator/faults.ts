import type { JobsRoute, RestRoute } from "../../generated/routes.js";
import { synonyms } from "../../generated/synonyms.js";
import { createRandom } from "./random.js";

/** In no spec, but called by the official client of the service. */
export type StatusSyncRoute = "GET /v2/{slug}/status-sync/{jobId}";

/** A route of one of the three surfaces, or of the files that jobs make. */
export type Route =
  | RestRoute
  | JobsRoute
  | StatusSyncRoute
  | "POST /graphql"
  | "GET /files/{name}";

/**
 * How the next requests of a route go wrong. With `status`, `headers` or `body` the request is answered so and not
 * carried out; so it is with nothing at all: a 500. With `delay`, `truncate` or a `reset` "after" alone it is.
 */
export interface Fault {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is, anything else as JSON. Without one an error of the surface's own shape is sent. */
  readonly body?: unknown;
  /** Milliseconds to wait before the request is looked at: real ones, or those of a manual clock. */
  readonly delay?: number;
  /** Cuts the connection without an answer, before the request is carried out or after. */
  readonly reset?: "before" | "after";
  /** Cuts the connection after so many bytes of the body. */
  readonly truncate?: number;
  /** How many requests it hits. @default 1 */
  readonly times?: number;
  /** How many requests pass before the first is hit. @default 0 */
  readonly after?: number;
  /** The chance of each request to be hit, from 0 to 1, drawn from the emulator's seed. @default 1 */
  readonly probability?: number;
}

/** Faults waiting for their requests, oldest first; both spellings of an update share one queue. */
export interface Faults {
  readonly add: (route: Route, fault: Fault) => void;
  /** The fault that this request meets, if any: it is used up by one. */
  readonly take: (route: Route) => Fault | undefined;
  readonly clear: () => void;
}

interface Waiting {
  readonly fault: Fault;
  left: number;
  toPass: number;
}

export function createFaults(seed: number): Faults {
  const queues = new Map<string, Waiting[]>();
  let random = createRandom(seed);
  return {
    add: (route, fault) => {
      const { times = 1, after = 0 } = fault;
      const waiting = { fault, left: times, toPass: after };
      const queue = queues.get(spelling(route)) ?? [];
      queues.set(spelling(route), [...queue, waiting]);
    },
    take: (route) => {
      const queue = queues.get(spelling(route));
      if (!queue) return undefined;
      while (queue[0] && queue[0].left <= 0) queue.shift();
      return meet(queue, random);
    },
    clear: () => {
      queues.clear();
      random = createRandom(seed);
    },
  };
}

/** One that lets this request pass leaves it to the next in the queue. */
function meet(
  queue: readonly Waiting[],
  random: () => number,
): Fault | undefined {
  for (const waiting of queue) {
    if (waiting.left <= 0) continue;
    if (waiting.toPass > 0) {
      waiting.toPass -= 1;
      continue;
    }
    const { probability = 1 } = waiting.fault;
    if (probability < 1 && random() >= probability) continue;
    waiting.left -= 1;
    return waiting.fault;
  }
  return undefined;
}

const patchByPost = new Map<string, string>(
  Object.entries(synonyms).map(([patch, post]) => [post, patch]),
);

function spelling(route: Route): string {
  return patchByPost.get(route) ?? route;
}
