import { Refusal } from "../refusals/refusal.js";
import type { Route } from "../http/operations.js";
import type { Clock } from "../time/clock.js";

interface RateLimit {
  /** Calls within `WINDOW_MS` of the emulator's clock. */
  readonly perWindow: number;
  readonly concurrent: number;
}

const WINDOW_MS = 10_000;
const READ_LIMIT: RateLimit = { perWindow: 2000, concurrent: 400 };

const OPENAI_LIMIT: RateLimit = { perWindow: 2000, concurrent: Infinity };

/** The limits of the public reference. They apply to each slug. */
const RATE_LIMITS: Readonly<Partial<Record<Route, RateLimit>>> = {
  "POST /v2/{slug}/run": { perWindow: 1000, concurrent: 200 },
  "POST /v2/{slug}/runsync": { perWindow: 2000, concurrent: 400 },
  "POST /v2/{slug}/openai/v1/chat/completions": OPENAI_LIMIT,
  "POST /v2/{slug}/openai/v1/completions": OPENAI_LIMIT,
  "POST /v2/{slug}/openai/v1/embeddings": OPENAI_LIMIT,
  "GET /v2/{slug}/openai/v1/models": OPENAI_LIMIT,
  "GET /v2/{slug}/status/{jobId}": READ_LIMIT,
  "GET /v2/{slug}/status-sync/{jobId}": READ_LIMIT,
  "GET /v2/{slug}/stream/{jobId}": READ_LIMIT,
  "POST /v2/{slug}/cancel/{jobId}": { perWindow: 100, concurrent: 20 },
  "POST /v2/{slug}/purge-queue": { perWindow: 2, concurrent: Infinity },
};

interface Usage {
  /** When the calls of the present window arrived. */
  readonly arrivals: number[];
  active: number;
}

/** The rate limits of the job API, by route and slug, and how many requests other surfaces have had. */
export class RateLimits {
  readonly #usage = new Map<string, Usage>();
  readonly #windows = new Map<number, { startedAt: number; count: number }>();

  /** Counts a call, or throws 429 with Retry-After. The returned function ends the call. */
  acquire(route: Route, slug: string, clock: Clock): () => void {
    const limit = RATE_LIMITS[route];
    if (!limit) return () => undefined;
    const usage = this.#usageOf(`${route} ${slug}`);
    const { arrivals } = usage;
    const now = clock.now();
    while ((arrivals[0] ?? now) <= now - WINDOW_MS) arrivals.shift();
    const [oldest = now] = arrivals;
    if (arrivals.length >= limit.perWindow) {
      const remainingMs = (oldest + WINDOW_MS - now) / clock.speed;
      throw tooManyRequests(limit.perWindow, remainingMs);
    }
    if (usage.active >= limit.concurrent)
      throw tooManyRequests(limit.concurrent, 0);
    arrivals.push(now);
    usage.active += 1;
    return () => {
      usage.active -= 1;
    };
  }

  /** Counts a request in a window that begins with a multiple of its length, and returns how many the window has had. */
  countInWindow(windowSeconds: number, now: number): number {
    const startedAt = now - (now % (windowSeconds * 1000));
    const window = this.#windows.get(windowSeconds);
    const count = window?.startedAt === startedAt ? window.count + 1 : 1;
    this.#windows.set(windowSeconds, { startedAt, count });
    return count;
  }

  clear(): void {
    this.#usage.clear();
    this.#windows.clear();
  }

  #usageOf(key: string): Usage {
    const usage = this.#usage.get(key) ?? { arrivals: [], active: 0 };
    this.#usage.set(key, usage);
    return usage;
  }
}

/** Retry-After is at least one second, by the caller's clock. */
function tooManyRequests(limit: number, remainingMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(remainingMs / 1000));
  const headers = { "retry-after": String(seconds) };
  return new Refusal("tooManyRequests", { limit }, { headers });
}
