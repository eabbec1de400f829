import { vi } from "vitest";
import {
  createClient,
  type Client,
  type ClientOptions,
} from "../../src/index.js";

export const KEY = "test-key-0123456789abcdef";
export const URLS = {
  baseUrl: "https://rest.test/v1",
  publicBaseUrl: "https://jobs.test",
  graphqlUrl: "https://graph.test/graphql",
} as const;

/** The arguments of one call of `fetch`. */
export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | undefined;
  readonly redirect: string | undefined;
  readonly signal: AbortSignal;
  /** When, by `performance.now()`. */
  readonly at: number;
}

/** An answer: `json` is sent as JSON, `text` as it is. */
export interface Answer {
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What one request meets: a response, an error that `fetch` rejects with, or a function of the request. */
export type Step =
  | Answer
  | Error
  | ((sent: Sent) => Response | Promise<Response>);

/** A `fetch` that answers each request with the next of `steps`, repeats the last step, and records its arguments. */
export function scriptedFetch(...steps: readonly Step[]): {
  fetch: typeof globalThis.fetch;
  requests: Sent[];
} {
  const requests: Sent[] = [];
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const sent: Sent = {
      method: init?.method ?? "GET",
      url: input instanceof Request ? input.url : input.toString(),
      headers: new Headers(init?.headers),
      body: textOf(init?.body),
      redirect: init?.redirect,
      signal: init?.signal ?? new AbortController().signal,
      at: performance.now(),
    };
    requests.push(sent);
    const step = steps[Math.min(requests.length, steps.length) - 1] ?? {};
    return respond(step, sent);
  };
  return { fetch, requests };
}

/** The response that a step gives to a request. */
export async function respond(step: Step, sent: Sent): Promise<Response> {
  if (step instanceof Error) throw step;
  return typeof step === "function" ? step(sent) : answer(step);
}

function textOf(body: RequestInit["body"]): string | undefined {
  if (body instanceof Uint8Array) return new TextDecoder().decode(body);
  return typeof body === "string" ? body : undefined;
}

/** A client whose requests `steps` answer, one after the other. Its waits poll: each request has its own step. */
export function scripted(
  steps: readonly Step[],
  options: ClientOptions = {},
): { cloud: Client; requests: Sent[] } {
  const { fetch, requests } = scriptedFetch(...steps);
  const cloud = createClient({
    apiKey: KEY,
    ...URLS,
    fetch,
    longPolling: false,
    ...options,
  });
  return { cloud, requests };
}

/** The response that an `Answer` describes. */
export function answer({
  status = 200,
  json,
  text,
  headers = {},
}: Answer): Response {
  const type = json === undefined ? {} : { "content-type": "application/json" };
  const body = json === undefined ? text : JSON.stringify(json);
  const bytes = body === undefined ? null : new TextEncoder().encode(body);
  return new Response(bytes, { status, headers: { ...type, ...headers } });
}

/** A response whose body begins with `text` and then stalls; `onCancel` is called when its reader cancels it. */
export function stalling(
  text: string,
  { status = 200, headers = {} }: Answer = {},
  onCancel: () => void = () => undefined,
): Response {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
    },
    cancel: onCancel,
  });
  const type = { "content-type": "application/json" };
  return new Response(body, { status, headers: { ...type, ...headers } });
}

/** No response ever, not even when the signal aborts. */
export const silent = (): Promise<Response> =>
  new Promise(() => {
    // Never settles.
  });

/** A promise that the test resolves. */
export function deferred<T>(): {
  promise: Promise<T>;
  resolve: (value: T) => void;
} {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}

function networkError(message: string, code: string): TypeError {
  const cause = Object.assign(new Error(message), { code });
  return new TypeError("fetch failed", { cause });
}

/** The error of a refused connection: nothing was sent. */
export const refused = (): TypeError =>
  networkError("connect ECONNREFUSED 127.0.0.1:9", "ECONNREFUSED");

/** The error of a connection that was lost after the request was sent. */
export const lost = (): TypeError =>
  networkError("read ECONNRESET", "ECONNRESET");

type Ended<T> =
  | { readonly value: T }
  | { readonly reason: unknown; readonly value?: never };

/** How `promise` ends, while the fake timers go on from one to the next, if the clock is a fake one. */
export async function finish<T>(promise: Promise<T>): Promise<Ended<T>> {
  let ended: Ended<T> | undefined;
  const settled = promise.then(
    (value) => (ended = { value }),
    (reason: unknown) => (ended = { reason }),
  );
  if (!vi.isFakeTimers()) return settled;
  await macrotask();
  for (let turns = 0; turns < 20_000 && !ended; turns++) {
    await vi.advanceTimersToNextTimerAsync();
    await macrotask();
  }
  return ended ?? { reason: new Error("the promise never settled") };
}

/** What `promise` rejects with, while the fake timers go on. */
export async function failure(promise: Promise<unknown>): Promise<unknown> {
  const ended = await finish(promise);
  if ("reason" in ended) return ended.reason;
  throw new Error(`resolved with ${JSON.stringify(ended.value)}`);
}

/** What `promise` resolves with, while the fake timers go on. */
export async function success<T>(promise: Promise<T>): Promise<T> {
  const ended = await finish(promise);
  if ("reason" in ended) throw ended.reason;
  return ended.value;
}

const realImmediate = setImmediate;

/** One turn of the event loop, whatever the fake timers say. */
export const macrotask = (): Promise<void> =>
  new Promise((resolve) => {
    realImmediate(resolve);
  });

/** The response to a poll of job `j1`. */
export const state = (status: string, more: object = {}): Step => ({
  json: { id: "j1", status, ...more },
});
export const QUEUED = state("IN_QUEUE");
export const RUNNING = state("IN_PROGRESS");
export const DONE = state("COMPLETED", { output: { image_url: "u" } });

export const times = (n: number, step: Step): Step[] =>
  Array<Step>(n).fill(step);

/** Milliseconds between each request and the next, rounded. */
export const gaps = (requests: readonly Sent[]): number[] =>
  requests.slice(1).map(({ at }, n) => Math.round(at - (requests[n]?.at ?? 0)));

/** Method and path of each request. */
export const lines = (requests: readonly Sent[]) =>
  requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`);
