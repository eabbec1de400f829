import { resolveAddress, type Address } from "./addresses.js";
import { InputError } from "./errors.js";

/** The version of this package. */
export const VERSION = "0.1.0";

/** The last argument of every call. A member that is `undefined` counts as not given. */
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
export interface AnswerEvent extends RequestEvent {
  /** The HTTP status; undefined when no answer came. */
  readonly status: number | undefined;
  /** From sending to the end of the answer. */
  readonly milliseconds: number;
}

/** What a hook is told before a call is repeated. */
export interface RetryEvent extends AnswerEvent {
  /** The pause before the next try, in milliseconds. */
  readonly delay: number;
}

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
  readonly onAnswer?: ((event: AnswerEvent) => void) | undefined;
  /** Called before the pause that precedes another try. */
  readonly onRetry?: ((event: RetryEvent) => void) | undefined;
  /**
   * Where the rare warning goes, such as a key exposed in a browser.
   * @default console.warn
   */
  readonly warn?: ((message: string) => void) | undefined;
}

/** The options of a client with every default filled in. */
export interface Settings {
  readonly apiKey: () => string | Promise<string>;
  readonly addresses: { readonly rest: Address; readonly jobs: Address; readonly graphql: Address };
  readonly timeout: number;
  readonly attemptTimeout: number;
  readonly retries: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly updateMethod: UpdateMethod;
  readonly fetch: typeof globalThis.fetch;
  readonly onRequest: (event: RequestEvent) => void;
  readonly onAnswer: (event: AnswerEvent) => void;
  readonly onRetry: (event: RetryEvent) => void;
  readonly warn: (message: string) => void;
}

/** Fills in environment variables and defaults; throws an `InputError` at what cannot be right. */
export function resolveOptions(options: ClientOptions): Settings {
  const {
    apiKey = environment("CLOUD_COMPUTE_API_KEY"),
    timeout = 60_000,
    attemptTimeout = 20_000,
    retries = 3,
    headers = {},
    updateMethod = "patch",
    fetch = (input, init) => globalThis.fetch(input, init),
    warn = (message) => {
      console.warn(message);
    },
  } = options;
  if (apiKey === undefined || apiKey === "")
    throw new InputError("apiKey", "no API key: give the option `apiKey`, or set CLOUD_COMPUTE_API_KEY");
  if (typeof apiKey === "string") checkKey(apiKey);
  checkMilliseconds("timeout", timeout);
  checkMilliseconds("attemptTimeout", attemptTimeout);
  checkRetries(retries);
  checkUpdateMethod(updateMethod);
  return {
    apiKey: typeof apiKey === "string" ? () => apiKey : apiKey,
    addresses: resolveAddresses(options),
    timeout,
    attemptTimeout,
    retries,
    headers,
    updateMethod,
    fetch,
    onRequest: quiet(options.onRequest),
    onAnswer: quiet(options.onAnswer),
    onRetry: quiet(options.onRetry),
    warn,
  };
}

function resolveAddresses({ allowInsecureHttp = false, ...given }: ClientOptions): Settings["addresses"] {
  const resolve = (option: "baseUrl" | "publicBaseUrl" | "graphqlUrl", variable: string) =>
    resolveAddress({ option, variable, allowInsecureHttp, value: given[option] ?? environment(variable) });
  return {
    rest: resolve("baseUrl", "CLOUD_COMPUTE_BASE_URL"),
    jobs: resolve("publicBaseUrl", "CLOUD_COMPUTE_PUBLIC_BASE_URL"),
    graphql: resolve("graphqlUrl", "CLOUD_COMPUTE_GRAPHQL_URL"),
  };
}

/** Refuses a key that no header could carry, without repeating it. */
export function checkKey(key: unknown): asserts key is string {
  if (typeof key !== "string" || !/^[\x21-\x7e]+$/.test(key))
    throw new InputError("apiKey", "the API key is empty or holds a blank, a line break or a character that is not ASCII");
}

/** Refuses what is not a positive number of milliseconds that a timer can hold. */
export function checkMilliseconds(name: string, value: unknown, operation?: string): asserts value is number {
  if (typeof value === "number" && value > 0 && value <= 2 ** 31 - 1) return;
  throw new InputError(name, `${name} must be a positive number of milliseconds below 2^31`, { operation });
}

/** Refuses what is not a whole number from 0 on. */
export function checkRetries(value: unknown, operation?: string): asserts value is number {
  if (Number.isInteger(value) && Number(value) >= 0) return;
  throw new InputError("retries", "retries must be a whole number, 0 or more", { operation });
}

/** Refuses what is neither spelling of an update. */
export function checkUpdateMethod(value: unknown, operation?: string): asserts value is UpdateMethod {
  if (value === "patch" || value === "post") return;
  throw new InputError("updateMethod", 'updateMethod must be "patch" or "post"', { operation });
}

/** A hook that cannot fail the call it observes. */
function quiet<Event>(hook: ((event: Event) => void) | undefined): (event: Event) => void {
  if (!hook) return () => undefined;
  return (event) => {
    try {
      hook(event);
    } catch {
      // A hook must not decide over a call that may already have cost money.
    }
  };
}

/** An environment variable, where the platform has any and lets us read it. */
function environment(name: string): string | undefined {
  try {
    return globalThis.process?.env[name];
  } catch {
    // Deno without permission throws: the same as not set.
    return undefined;
  }
}
