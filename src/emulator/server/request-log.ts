import type { Clock } from "../time/clock.js";
import type { EventEmitter } from "./events.js";
import type { Route } from "./operations.js";
import type { RecordedRequest } from "./recorded-request.js";

/** An entry whose unknown members are filled in as the request is handled. */
type RequestLogEntry = {
  -readonly [Name in keyof RecordedRequest]: RecordedRequest[Name];
};

/** How many requests the log keeps. */
const MAX_LOG_ENTRIES = 10_000;
const REDACTED = "[redacted]";

/** The last requests in order of arrival. */
export class RequestLog {
  readonly entries: RequestLogEntry[] = [];
  readonly #clock: Clock;
  readonly #events: EventEmitter;
  /** By the real clock. */
  readonly #arrivals = new WeakMap<RequestLogEntry, number>();

  constructor({
    clock,
    events,
  }: {
    readonly clock: Clock;
    readonly events: EventEmitter;
  }) {
    this.#clock = clock;
    this.#events = events;
  }

  /** Records a request on arrival. */
  add(request: Request, route?: Route): RequestLogEntry {
    const url = new URL(request.url);
    const entry: RequestLogEntry = {
      method: request.method,
      path: url.pathname,
      query: redactedQuery(url.searchParams),
      route,
      headers: redactedHeaders(request.headers),
      body: undefined,
      at: this.#clock.now(),
      status: undefined,
      durationMs: undefined,
    };
    this.entries.push(entry);
    if (this.entries.length > MAX_LOG_ENTRIES) this.entries.shift();
    this.#arrivals.set(entry, performance.now());
    return entry;
  }

  /** Records the status of the response: undefined where the connection was reset. */
  complete(entry: RequestLogEntry, status: number | undefined): void {
    entry.status = status;
    const arrival = this.#arrivals.get(entry) ?? 0;
    entry.durationMs = Math.round((performance.now() - arrival) * 10) / 10;
    this.#events.emit({ kind: "request", entry });
  }

  clear(): void {
    this.entries.length = 0;
  }
}

function redactedHeaders(headers: Headers): Record<string, string> {
  const members = Object.fromEntries(headers);
  if ("authorization" in members) members["authorization"] = REDACTED;
  return members;
}

function redactedQuery(search: URLSearchParams): RecordedRequest["query"] {
  const query: Record<string, string | readonly string[]> = {};
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name);
    const [first = ""] = values;
    query[name] = values.length > 1 ? values : first;
  }
  if ("api_key" in query) query["api_key"] = REDACTED;
  return query;
}
