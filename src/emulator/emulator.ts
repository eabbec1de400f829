import { createApp } from "./app.js";
import { createFaults, type Fault, type Route } from "./faults.js";
import type { JournalEntry, RecordedRequest } from "./journal.js";
import {
  listen,
  urlsAt,
  type Listener,
  type ListenOptions,
  type Urls,
} from "./listen.js";
import { createState } from "./state.js";
import { addSharedTemplates } from "./templates.js";

export interface EmulatorOptions {
  /** The one key it accepts. @default a key of its own */
  readonly apiKey?: string;
  /** How many times faster than real jobs its jobs go: a finite number above 0. @default 1 */
  readonly speed?: number;
  /** The same seed and the same calls give the same ids and pictures. @default 1 */
  readonly seed?: number;
}

/**
 * An account of the service that lives in this process: Pods, volumes, templates, endpoints, jobs, GraphQL.
 * Jobs run at the slugs `flux-dev`, `flux-schnell`, `video-demo`, `speech-demo`, `text-demo`, and at the id of any
 * endpoint, which answers with its input. A prompt with the word "fail" fails; an endpoint whose `workersMax` is 0
 * leaves its jobs in the queue; one with a short `executionTimeoutMs` times them out.
 */
export interface Emulator {
  readonly apiKey: string;
  /** Addresses for `fetch` below; a listener has its own. */
  readonly urls: Urls;
  /** Answers without a socket. Aborts as `fetch` does, with the signal's own reason. */
  readonly fetch: typeof fetch;
  /** Every request in order of arrival, those of the listeners too. */
  readonly requests: readonly RecordedRequest[];
  /** Serves the same account on a socket. */
  readonly listen: (options?: ListenOptions) => Promise<Listener>;
  /** Makes the next requests of a route go wrong; a fault on an update hits both its spellings. */
  readonly fail: (route: Route, fault?: Fault) => void;
  /** Closes every listener it opened. */
  readonly close: () => Promise<void>;
}

/** Creates an account with nothing in it. Accounts share nothing. Throws a RangeError for an impossible speed. */
export function createEmulator({
  apiKey = "emulator-key-0123456789",
  speed = 1,
  seed = 1,
}: EmulatorOptions = {}): Emulator {
  if (!(speed > 0 && speed < Infinity)) {
    throw new RangeError("speed must be a finite number above 0");
  }
  const state = createState(seed, speed);
  addSharedTemplates(state);
  const faults = createFaults();
  const journal: JournalEntry[] = [];
  const app = createApp({ apiKey, state, faults, journal });
  const answer = async (request: Request) => app.fetch(request);
  const listeners = new Set<Listener>();
  return {
    apiKey,
    urls: urlsAt("https://emulator.invalid"),
    fetch: (input, init) => fetchInMemory(answer, input, init),
    requests: journal,
    fail: (route, fault = {}) => faults.add(route, fault),
    listen: async (options = {}) => {
      const listener = await listen(answer, options);
      listeners.add(listener);
      return listener;
    },
    close: async () => {
      await Promise.all([...listeners].map((listener) => listener.close()));
      listeners.clear();
    },
  };
}

/** The caller's signal is watched from here and let go afterwards: one put into a Request is never let go. */
async function fetchInMemory(
  answer: (request: Request) => Promise<Response>,
  input: RequestInfo | URL,
  init: RequestInit = {},
): Promise<Response> {
  const signal =
    init.signal ?? (input instanceof Request ? input.signal : undefined);
  signal?.throwIfAborted();
  const gone = new AbortController();
  const request = new Request(input, { ...init, signal: gone.signal });
  return new Promise((resolve, reject) => {
    const leave = () => {
      const reason: unknown = signal?.reason;
      gone.abort();
      reject(reason);
    };
    signal?.addEventListener("abort", leave);
    const letGo = () => signal?.removeEventListener("abort", leave);
    answer(request).then(resolve, reject).finally(letGo);
  });
}
