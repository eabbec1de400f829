import type { CloudFetch } from "../http/fetch.js";
import type { Redact } from "../http/redact.js";
import type { Tracing } from "../tracing.js";
import type { SendJobCall } from "./calls.js";
import type { HeldStatuses } from "./held-status.js";
import type { RateLimiters } from "./rate-limiter.js";

/** What all models and jobs of one client share. */
export interface JobService {
  /** Sends a call of the job API. If the client has a spend guard, each submit reserves its cost first. */
  readonly send: SendJobCall;
  readonly limiters: RateLimiters;
  /** The jobs of `run` and `runSync`, as `{slug}/{id}`. */
  readonly submittedJobs: SubmittedIds;
  readonly heldStatuses: HeldStatuses;
  readonly tracing: Tracing | undefined;
  /** The address of the job API; throws an `InputError` when none is configured. */
  readonly requireAddress: (operation: string) => string;
  /** `fetch` of `model.openai`. */
  readonly openaiFetch: CloudFetch;
  /** The client's timeout of a call, in milliseconds. */
  readonly timeout: number;
  /** The client's `warn`, called once for each message. */
  readonly warn: (message: string) => void;
  /** Redacts the key. */
  readonly redact: Redact;
  /** Whether a function supplies the key: the next key may be another one than a refused key. */
  readonly hasKeyFunction: boolean;
}

/** Passes each message on once. */
export function warnOnce(
  warn: (message: string) => void,
): (message: string) => void {
  const warned = new Set<string>();
  return (message) => {
    if (warned.has(message)) return;
    warned.add(message);
    warn(message);
  };
}

/** How many ids are compared, so that a long program does not need more and more memory. */
const MAX_IDS = 10_000;

/**
 * The ids of the last jobs that were submitted to a model. Each submit makes a job of its own, so an id that comes again
 * comes from a cache on the way.
 */
export class SubmittedIds {
  readonly #ids = new Set<string>();

  /** Remembers an id. Returns whether the id is new. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    const [oldest = id] = this.#ids;
    if (this.#ids.size > MAX_IDS) this.#ids.delete(oldest);
    return true;
  }
}
