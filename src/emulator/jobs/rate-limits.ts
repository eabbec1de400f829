import type { Route } from "../server/route.js";
import { Refusal } from "../server/refused-error.js";
import type { State } from "../resources/state.js";

/** Counts the calls of the job API. */
export interface Limits {
  /** Lets a call in, or throws 429 with Retry-After; what it returns tells that the call is over. */
  readonly enter: (route: Route, slug: string, state: State) => () => void;
  readonly clear: () => void;
}

interface Limit {
  /** Calls in 10 seconds of the clock. */
  readonly often: number;
  readonly atOnce: number;
}

const windowMs = 10_000;
const look = { often: 2000, atOnce: 400 };

/** The figures of the public reference, for each slug. */
const limits: Readonly<Partial<Record<Route, Limit>>> = {
  "POST /v2/{slug}/run": { often: 1000, atOnce: 200 },
  "POST /v2/{slug}/runsync": { often: 2000, atOnce: 400 },
  "GET /v2/{slug}/status/{jobId}": look,
  "GET /v2/{slug}/status-sync/{jobId}": look,
  "GET /v2/{slug}/stream/{jobId}": look,
  "POST /v2/{slug}/cancel/{jobId}": { often: 100, atOnce: 20 },
  "POST /v2/{slug}/purge-queue": { often: 2, atOnce: Infinity },
};

interface Gate {
  /** When the calls of the last 10 seconds came in. */
  readonly recent: number[];
  inside: number;
}

export function createLimits(): Limits {
  const gates = new Map<string, Gate>();
  return {
    clear: () => gates.clear(),
    enter: (route, slug, { clock }) => {
      const limit = limits[route];
      if (!limit) return () => undefined;
      const key = `${route} ${slug}`;
      const gate = gates.get(key) ?? { recent: [], inside: 0 };
      gates.set(key, gate);
      const now = clock.now();
      while ((gate.recent[0] ?? now) <= now - windowMs) gate.recent.shift();
      const [oldest = now] = gate.recent;
      if (gate.recent.length >= limit.often)
        throw refused(limit.often, (oldest + windowMs - now) / clock.speed);
      if (gate.inside >= limit.atOnce) throw refused(limit.atOnce, 1);
      gate.recent.push(now);
      gate.inside += 1;
      return () => (gate.inside -= 1);
    },
  };
}

/** Retry-After counts the seconds of the caller. */
function refused(limit: number, leftMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(leftMs / 1000));
  return new Refusal(
    429,
    `this endpoint takes no more than ${limit} of these`,
    {
      "retry-after": String(seconds),
    },
  );
}
