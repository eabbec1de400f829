import type { CloudFetch } from "../http/fetch.js";
import type { Redact } from "../http/redact.js";
import type { Tracing } from "../tracing.js";
import type { SendJobCall } from "./calls.js";
import type { LongPolls } from "./long-poll.js";
import type { RateLimiters } from "./rate-limiter.js";

/** What all models and jobs of one client share. */
export interface JobService {
  /** Sends a call of the job API. If the client has a spend guard, each submit reserves its cost first. */
  readonly send: SendJobCall;
  readonly limiters: RateLimiters;
  /** Remembers the jobs of `run` and `runSync`, as `{slug}/{id}`. */
  readonly submittedIds: {
    /** Returns whether the job is new. */
    add(id: string): boolean;
  };
  readonly longPolls: LongPolls;
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
