import type { SurfaceOptions } from "../generated/surfaces/addresses.js";

/** The version of this package. */
export const VERSION = "0.1.0";

/**
 * The last argument of every call; a wait, a `map` and a download have options of their own. A member that is
 * `undefined` counts as absent.
 */
export interface CallOptions {
  /** Aborts the call: it rejects at once with the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Bound of the whole call in milliseconds: attempts, pauses and reading the response.
   * @default the client's `timeout`
   */
  readonly timeout?: number | undefined;
  /**
   * How often the call may be retried where that is safe; 0 for never.
   * @default the client's `retries`
   */
  readonly retries?: number | undefined;
  /** Added to the client's own headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** How an update is sent: as `PATCH /x/{id}`, or as `POST /x/{id}/update` where a proxy blocks PATCH. */
export type UpdateMethod = "patch" | "post";

/** The last argument of an update. */
export interface UpdateOptions extends CallOptions {
  /**
   * How the update is sent.
   * @default the client's `updateMethod`
   */
  readonly updateMethod?: UpdateMethod | undefined;
}

/** What a hook receives before an attempt. No event holds a key, a body or a filled-in address. */
export interface RequestEvent {
  /** The name of the call in the client: `pods.update`. */
  readonly operation: string;
  /** The route as a template: `PATCH /pods/{podId}`. */
  readonly route: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
}

/** What a hook receives at the end of an attempt. */
export interface ResponseEvent extends RequestEvent {
  /** The HTTP status; undefined when no response came. */
  readonly status: number | undefined;
  /** From the start of the attempt to the end of the response, in milliseconds. */
  readonly durationMs: number;
}

/** What a hook receives before a retry. */
export interface RetryEvent extends ResponseEvent {
  /** The pause before the next attempt, in milliseconds. */
  readonly delay: number;
}

/** What a drift watcher receives of each response; it must not change any of it. */
export interface ObservedResponse {
  /** `rest`, `jobs`, `graphql`, or the name of another surface. */
  readonly surface: string;
  /** The name of the call in the client: `pods.update`. */
  readonly operation: string;
  /** The route as a template: `PATCH /pods/{podId}`. */
  readonly route: string;
  readonly status: number;
  /** The parsed JSON, or the text when the body is no JSON; undefined when the call does not read the body. */
  readonly value: unknown;
  /** Whether the response has no body. */
  readonly isEmpty: boolean;
  /** Redacts the key. */
  readonly redact: <T>(value: T) => T;
  /** The client's `warn`. */
  readonly warn: (message: string) => void;
}

/** Receives the response of every call on every surface, but for `cloud.fetch`. What it throws is ignored. */
export type DriftWatch = (response: ObservedResponse) => void;

/** Guards the submits of a client: `createSpendGuard()` of `cloud-compute-sdk/spend` makes one. */
export interface SubmitGuard {
  /** Takes the job calls of a client, and returns the same calls with what the guard does before and after each of them. */
  readonly guardJobs: <Jobs extends object>(jobs: Jobs) => Jobs;
}

/** The options of `createClient`. A member that is `undefined` counts as absent. */
export interface ClientOptions {
  /**
   * The key of the account, or a function that returns it, called before every attempt so that keys can rotate.
   * @default the environment variable `CLOUD_COMPUTE_API_KEY`
   */
  readonly apiKey?: string | (() => string | Promise<string>) | undefined;
  /**
   * Address of the management REST API, `/v1` included.
   * @default the environment variable `CLOUD_COMPUTE_BASE_URL`
   */
  readonly baseUrl?: string | undefined;
  /**
   * Address of the job API, without `/v2`.
   * @default the environment variable `CLOUD_COMPUTE_PUBLIC_BASE_URL`
   */
  readonly publicBaseUrl?: string | undefined;
  /**
   * The whole address of the GraphQL API.
   * @default the environment variable `CLOUD_COMPUTE_GRAPHQL_URL`
   */
  readonly graphqlUrl?: string | undefined;
  /** The addresses of further surfaces, if the client was generated with any. */
  readonly surfaces?: SurfaceOptions | undefined;
  /**
   * Bound of a whole call in milliseconds: attempts, pauses and reading the response.
   * @default 60000
   */
  readonly timeout?: number | undefined;
  /**
   * Bound of one attempt in milliseconds, for GET requests and GraphQL queries. Other calls, and calls with `retries: 0`,
   * have the whole `timeout`.
   * @default 20000
   */
  readonly attemptTimeout?: number | undefined;
  /**
   * How often a call may be retried where that is safe; 0 for never.
   * @default 3
   */
  readonly retries?: number | undefined;
  /** Headers to send with every call. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * How updates are sent.
   * @default "patch"
   */
  readonly updateMethod?: UpdateMethod | undefined;
  /**
   * What sends the requests.
   * @default the platform's `fetch`, looked up at each call
   */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /**
   * Permits `http:` to a host other than loopback. Anyone on the network can then read the key.
   * @default false
   */
  readonly allowInsecureHttp?: boolean | undefined;
  /** Called before each attempt. What a hook throws is ignored: it must not fail a call that may cost money. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Called at the end of each attempt. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Called before the pause that precedes a retry. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
  /**
   * Compares each response with its documentation: `watchDrift()` of `cloud-compute-sdk/drift`.
   * @default no comparison
   */
  readonly drift?: DriftWatch | undefined;
  /**
   * Refuses submits that would pass a limit: `createSpendGuard()` of `cloud-compute-sdk/spend`.
   * @default no limit
   */
  readonly spend?: SubmitGuard | undefined;
  /**
   * Receives the rare warning, such as a key exposed in a browser, or drift.
   * @default console.warn
   */
  readonly warn?: ((message: string) => void) | undefined;
}
