import type { SurfaceOptions } from "../generated/surfaces/addresses.js";

/** The version of this package. */
export const VERSION = "0.1.0";

/**
 * The last argument of every call; a wait, a `map` and a download have options of their own. A member that is
 * `undefined` counts as not given.
 */
export interface CallOptions {
  /** Ends the call at once; it rejects with the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Bound of the whole call in milliseconds: tries, pauses and reading the answer.
   * @default the client's `timeout`
   */
  readonly timeout?: number | undefined;
  /**
   * How often a call may be repeated where that is safe; 0 for never.
   * @default the client's `retries`
   */
  readonly retries?: number | undefined;
  /** Added to the client's own headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The spelling of an update: `PATCH /x/{id}`, or `POST /x/{id}/update` where a proxy blocks PATCH. */
export type UpdateMethod = "patch" | "post";

/** The last argument of an update. */
export interface UpdateOptions extends CallOptions {
  /** @default the client's `updateMethod` */
  readonly updateMethod?: UpdateMethod | undefined;
}

/** What a hook is told of a request; never the key, never a body. */
export interface RequestEvent {
  /** The name of the call in the client: `pods.update`. */
  readonly operation: string;
  /** The route as a template: `PATCH /pods/{podId}`. */
  readonly route: string;
  /** 1 for the first try. */
  readonly attempt: number;
}

/** What a hook is told of the end of one try. */
export interface ResponseEvent extends RequestEvent {
  /** The HTTP status; undefined when no answer came. */
  readonly status: number | undefined;
  /** From sending to the end of the answer. */
  readonly durationMs: number;
}

/** What a hook is told before a call is repeated. */
export interface RetryEvent extends ResponseEvent {
  /** The pause before the next try, in milliseconds. */
  readonly delay: number;
}

/** What a watcher of drift is shown of the answer of a call; it must change nothing of it. */
export interface ObservedResponse {
  /** `rest`, `jobs`, `graphql`, or the name of another surface. */
  readonly surface: string;
  /** The name of the call in the client: `pods.update`. */
  readonly operation: string;
  /** The route as a template: `PATCH /pods/{podId}`. */
  readonly route: string;
  readonly status: number;
  /** The parsed JSON, or the text where that is not JSON; undefined where the call does not look at it. */
  readonly value: unknown;
  /** Whether the answer has no body. */
  readonly isEmpty: boolean;
  /** Redacts the key. */
  readonly redact: <T>(value: T) => T;
  /** The client's `warn`. */
  readonly warn: (message: string) => void;
}

/** Sees the answer of every call, on every surface. What it throws is ignored. */
export type DriftWatch = (seen: ObservedResponse) => void;

/** Everything `createClient` takes. A member that is `undefined` counts as not given. */
export interface ClientOptions {
  /**
   * The key of the account, or a function that gives it (asked before every try, so that keys can rotate).
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
  /** The addresses of further surfaces, where the client was generated with any. */
  readonly surfaces?: SurfaceOptions | undefined;
  /**
   * Bound of a whole call in milliseconds: tries, pauses and reading the answer.
   * @default 60000
   */
  readonly timeout?: number | undefined;
  /**
   * Bound of one try in milliseconds, for calls that may be repeated; all others get the whole `timeout`.
   * @default 20000
   */
  readonly attemptTimeout?: number | undefined;
  /**
   * How often a call may be repeated where that is safe; 0 for never.
   * @default 3
   */
  readonly retries?: number | undefined;
  /** Sent with every call. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** @default "patch" */
  readonly updateMethod?: UpdateMethod | undefined;
  /** @default the platform's `fetch`, looked up at each call */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /**
   * Permits plain `http:` to a host other than loopback: the key then crosses the network readable by anyone.
   * @default false
   */
  readonly allowInsecureHttp?: boolean | undefined;
  /** Called before each try. What a hook throws is ignored: it must not decide over a call that costs money. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Called at the end of each try. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
  /** Called before the pause that precedes another try. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
  /**
   * Compares each answer with what is documented: `watchDrift()` of `cloud-compute-sdk/drift`.
   * @default nothing is compared
   */
  readonly drift?: DriftWatch | undefined;
  /**
   * Where the rare warning goes, such as a key exposed in a browser, or drift.
   * @default console.warn
   */
  readonly warn?: ((message: string) => void) | undefined;
}
