import type { RequestHeaders } from "../options.js";

/** The second argument of `cloud.fetch`. Other members that the platform's `fetch` knows are ignored;
 * a misspelt one is refused. */
export interface FetchInit {
  readonly method?: string | undefined;
  readonly headers?: RequestHeaders | RequestInit["headers"] | undefined;
  /** Whatever the platform's `fetch` takes. A stream is sent once, without retries. */
  readonly body?: RequestInit["body"] | undefined;
  /** Aborts the call, and the body of its response; both reject with the signal's own reason. */
  readonly signal?: AbortSignal | null | undefined;
  /**
   * Bound of the call in milliseconds, up to the headers of a success.
   * @default the client's `timeout`
   */
  readonly timeout?: number | undefined;
  /**
   * How often the call may be retried where that is safe; 0 for never.
   * @default the client's `retries`
   */
  readonly retries?: number | undefined;
}
