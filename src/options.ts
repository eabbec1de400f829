import type { SurfaceOptions } from "../generated/surfaces/addresses.js";
import type { DeploymentName } from "../generated/surfaces/deployments.js";
import type { Tracing } from "./tracing.js";

/** The version of this package. */
export const VERSION = "0.1.0";

/** Headers as `fetch` takes them. A member of a plain object that is `undefined` counts as absent. */
export type RequestHeaders =
  | Readonly<Record<string, string | undefined>>
  | Headers
  | readonly (readonly [name: string, value: string])[];

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
  /**
   * Added to the client's own headers. The client writes `authorization` itself; the platform writes the headers of the
   * connection, such as `content-length` and `host`: these are refused.
   */
  readonly headers?: RequestHeaders | undefined;
  /**
   * Called with status and headers of the response that ends the call, whether a success or a failure; not called when
   * no response came. See `withResponse`.
   */
  readonly onFinalResponse?: Hook<FinalResponse> | undefined;
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

/** The last argument of a call that iterates over a stream of events. */
export interface EventStreamOptions extends CallOptions {
  /**
   * Bound of the wait for the stream to begin, in milliseconds, at each connection. The stream itself has no bound.
   * @default the client's `timeout`
   */
  readonly timeout?: number | undefined;
  /** The `id` of the event after which the stream begins. */
  readonly lastEventId?: string | undefined;
  /**
   * How often in a row a connection may end without an event before the iteration fails.
   * @default 5
   */
  readonly maxReconnects?: number | undefined;
}

/** What a hook receives before an attempt. No event holds a key, a body or a filled-in address. */
export interface RequestEvent {
  /** The same for all attempts of a call, and for no other call of the process. */
  readonly callId: string;
  /** The name of the call in the client: `pods.update`. */
  readonly operation: string;
  /** The route as a template: `PATCH /pods/{podId}`. */
  readonly route: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** The slug of the model, or the id of the endpoint, in a call of the job API. */
  readonly slug?: string;
  /** The id of the job in a call of the job API; a submit has it once it is answered. */
  readonly jobId?: string;
}

/** What a hook receives at the end of an attempt. */
export interface ResponseEvent extends RequestEvent {
  /** The HTTP status; undefined when no response came. */
  readonly status: number | undefined;
  /** The service's own id of the request, if the response has one. */
  readonly requestId?: string;
  /** From the start of the attempt to the end of the response, in milliseconds. */
  readonly durationMs: number;
}

/** What a hook receives before a retry. */
export interface RetryEvent extends ResponseEvent {
  /** The pause before the next attempt, in milliseconds. */
  readonly delayMs: number;
}

/** The response that ends a call, without its body. */
export interface FinalResponse {
  /** The id of the call, as the hooks have it. */
  readonly callId: string;
  readonly status: number;
  /** The headers, the key redacted. */
  readonly headers: Headers;
  /** The service's own id of the request, if the response has one. */
  readonly requestId?: string;
  /** How many attempts the call took. */
  readonly attempts: number;
}

/** How much a client logs: nothing, its warnings, the end of each call too, or each request, retry and poll as well. */
export type LogLevel = "off" | "warn" | "info" | "debug";

/** Receives what a client logs; `console` is one. A log never holds a key, a body or a variable. */
export interface Logger {
  readonly debug: (message: string, event: RequestEvent) => void;
  readonly info: (message: string, event: ResponseEvent) => void;
  readonly warn: (message: string) => void;
}

/** Receives an event. It may be asynchronous; nothing waits for it. */
export type Hook<Event> =
  | ((event: Event) => void)
  | ((event: Event) => Promise<void>);

/** What a drift watcher receives of each response; it must not change any of it. */
export interface ObservedResponse {
  /** `rest`, `jobs`, `graphql`, or the name of another surface. */
  readonly surface: string;
  /** The name of the call in the client: `pods.update`. */
  readonly operation: string;
  /** The route as a template: `PATCH /pods/{podId}`. */
  readonly route: string;
  /** The slug of the model, or the id of the endpoint, that a call of the job API names. */
  readonly slug?: string | undefined;
  readonly status: number;
  /** The parsed JSON, or the text when the body is no JSON; undefined when the body is left to the caller as a stream. */
  readonly value: unknown;
  /** Whether the response has no body. */
  readonly isEmpty: boolean;
  /** Redacts the key. */
  readonly redact: (text: string) => string;
  /** The client's `warn`. */
  readonly warn: (message: string) => void;
}

/** Receives the response of every call on every surface. What it throws is ignored. */
export type DriftWatch = (response: ObservedResponse) => void;

/** Guards the submits of a client: `createSpendGuard()` of `cloud-compute-sdk/spend` makes one. */
export interface SubmitGuard {
  /**
   * Takes the function that sends the calls of models and jobs, and returns the same function with what the guard does
   * before and after each call. `timeout` is the client's own, in milliseconds: it bounds what the guard does for a call
   * without a timeout.
   */
  readonly guardCalls: <Call extends object, Answer extends object>(
    send: (call: Call) => Promise<Answer>,
    timeout?: number,
  ) => (call: Call) => Promise<Answer>;
}

/** The options of `createClient`. A member that is `undefined` counts as absent. */
export interface ClientOptions {
  /**
   * The key of the account, or a function that returns it, called before every attempt so that keys can rotate.
   * @default the environment variable `CLOUD_COMPUTE_API_KEY`
   */
  readonly apiKey?: string | (() => string | Promise<string>) | undefined;
  /**
   * The deployment of the service: fills in the addresses that neither an option nor an environment variable sets.
   * @default the environment variable `CLOUD_COMPUTE_DEPLOYMENT`
   */
  readonly deployment?: DeploymentName | undefined;
  /**
   * Address of the management REST API, `/v1` included.
   * @default the environment variable `CLOUD_COMPUTE_BASE_URL`, else that of the deployment
   */
  readonly baseUrl?: string | undefined;
  /**
   * Address of the job API, without `/v2`.
   * @default the environment variable `CLOUD_COMPUTE_PUBLIC_BASE_URL`, else that of the deployment
   */
  readonly publicBaseUrl?: string | undefined;
  /**
   * The whole address of the GraphQL API.
   * @default the environment variable `CLOUD_COMPUTE_GRAPHQL_URL`, else that of the deployment
   */
  readonly graphqlUrl?: string | undefined;
  /**
   * Where a GraphQL request carries the key: in the query parameter `api_key`, or in the header `authorization`. The service
   * takes both. Instrumentation of the platform often records whole addresses, and would record the key in the query.
   * @default "query"
   */
  readonly graphqlKey?: "query" | "header" | undefined;
  /**
   * The address of the proxy for the HTTP ports of Pods, with `{podId}` and `{port}` in it: what `pod.url(port)` and
   * `ready: { http: port }` of `cloud-compute-sdk/machines` use.
   * @default the environment variable `CLOUD_COMPUTE_PROXY_URL`, else the proxy of the service if the management API is at
   * the service's own host
   */
  readonly proxyUrl?: string | undefined;
  /** The addresses of further surfaces, if the client was generated with any. */
  readonly surfaces?: SurfaceOptions | undefined;
  /**
   * Bound of a whole call in milliseconds: attempts, pauses and reading the response.
   * @default 60000
   */
  readonly timeout?: number | undefined;
  /**
   * Bound of one attempt in milliseconds, for GET requests and GraphQL queries. Other calls, calls with `retries: 0`, and
   * calls of `cloud.fetch` with a `timeout` have the whole `timeout`.
   * @default 20000
   */
  readonly attemptTimeout?: number | undefined;
  /**
   * How often a call may be retried where that is safe; 0 for never.
   * @default 3
   */
  readonly retries?: number | undefined;
  /** Headers to send with every call. */
  readonly headers?: RequestHeaders | undefined;
  /**
   * How updates are sent.
   * @default "patch"
   */
  readonly updateMethod?: UpdateMethod | undefined;
  /**
   * What happens to a query parameter that the called function does not know. The service ignores such a parameter, so that
   * a list is not filtered: by default the call is refused before it is sent. `"send"` is for parameters that are newer
   * than this package.
   * @default "refuse"
   */
  readonly unknownQuery?: "refuse" | "send" | undefined;
  /**
   * Whether a wait may use long polling: it asks the service to hold the response to a status request until the job has
   * ended, so that the wait ends with its job. No document of the service names the route
   * (`/v2/{slug}/status-sync/{jobId}`), which the official JavaScript client uses. An endpoint that does not hold the response
   * is polled, and the client logs that once with the level `"info"`. A wait with an `interval` polls.
   * @default true
   */
  readonly longPolling?: boolean | undefined;
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
  /**
   * Called before each attempt. What a hook throws, or rejects with, is ignored: it must not fail a call that may cost
   * money.
   */
  readonly onRequest?: Hook<RequestEvent> | undefined;
  /** Called at the end of each attempt, also after an abort: then, and without a response, the event has no `status`. */
  readonly onResponse?: Hook<ResponseEvent> | undefined;
  /** Called before the pause that precedes a retry. */
  readonly onRetry?: Hook<RetryEvent> | undefined;
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
   * Receives what the client logs.
   * @default the console, which prints the texts only
   */
  readonly logger?: Logger | undefined;
  /**
   * How much the client logs.
   * @default "warn"
   */
  readonly logLevel?: LogLevel | undefined;
  /**
   * Traces calls and jobs: `createTracing()` of `cloud-compute-sdk/otel`.
   * @default no tracing
   */
  readonly tracing?: Tracing | undefined;
  /**
   * Receives the rare warning, such as a key exposed in a browser, or drift.
   * @default `warn` of the logger
   */
  readonly warn?: ((message: string) => void) | undefined;
}
