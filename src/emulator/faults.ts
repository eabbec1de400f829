import type { JobsRoute, RestRoute } from "../../generated/routes.js";
import { synonyms } from "../../generated/synonyms.js";

/** A route of one of the three surfaces. */
export type Route = RestRoute | JobsRoute | "POST /graphql";

/** How the next requests of a route go wrong. A mere delay only delays; nothing at all is a 500. */
export interface Fault {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is, anything else as JSON. Without one an error of the surface's own shape is sent. */
  readonly body?: unknown;
  /** Milliseconds to wait before the answer. */
  readonly delay?: number;
  /** How many requests it hits. @default 1 */
  readonly times?: number;
}

/** Faults waiting for their requests, oldest first; both spellings of an update share one queue. */
export interface Faults {
  readonly add: (route: Route, fault: Fault) => void;
  /** The fault that this request meets, if any: it is used up by one. */
  readonly take: (route: Route) => Fault | undefined;
}

export function createFaults(): Faults {
  const queues = new Map<string, { readonly fault: Fault; left: number }[]>();
  return {
    add: (route, fault) => {
      const queue = queues.get(spelling(route)) ?? [];
      queues.set(spelling(route), [
        ...queue,
        { fault, left: fault.times ?? 1 },
      ]);
    },
    take: (route) => {
      const queue = queues.get(spelling(route)) ?? [];
      while (queue[0] && queue[0].left <= 0) queue.shift();
      const next = queue[0];
      if (next) next.left -= 1;
      return next?.fault;
    },
  };
}

const patchByPost = new Map<string, string>(
  Object.entries(synonyms).map(([patch, post]) => [post, patch]),
);

function spelling(route: Route): string {
  return patchByPost.get(route) ?? route;
}
