import { synonyms } from "../../../generated/emulator/synonyms.js";
import { checkFault, type Fault } from "./fault-rule.js";
import { createRandom } from "../media/random.js";
import type { Route } from "./route.js";

/** Faults waiting for their requests, oldest first; both spellings of an update share one queue. */
export interface Faults {
  /** Throws, and adds nothing, where the route or the fault cannot be. */
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
      checkFault(route, fault);
      const { times = 1, after = 0 } = fault;
      const waiting = { fault: { ...fault }, left: times, toPass: after };
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
