import type { Clock } from "../time/clock.js";
import type { EventEmitter } from "./events.js";
import type { Route } from "./operations.js";
import type { RecordedRequest } from "./recorded-request.js";

/** An entry whose unknown members are filled in as the request is handled. */
type RequestLogEntry = {
  -readonly [Name in keyof RecordedRequest]: RecordedRequest[Name];
};

/** How many requests the log keeps, and how many bytes of bodies. */
const MAX_LOG_ENTRIES = 10_000;
const MAX_LOG_BYTES = 32 * 2 ** 20;
const REDACTED = "[redacted]";

/** The last requests in order of arrival. */
export class RequestLog {
  readonly entries: RequestLogEntry[] = [];
  readonly #clock: Clock;
  readonly #events: EventEmitter;
  /** The bytes of the body of each kept entry. */
  #sizes = new WeakMap<RequestLogEntry, number>();
  #totalBytes = 0;
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
    this.#sizes.set(entry, 0);
    if (this.entries.length > MAX_LOG_ENTRIES) this.#dropOldest();
    this.#arrivals.set(entry, performance.now());
    return entry;
  }

  /** Records a body. The oldest entries go where all bodies together are too large. */
  addBody(entry: RequestLogEntry, body: unknown, sizeBytes: number): void {
    entry.body = body;
    // The entry may have been dropped while its body arrived.
    if (!this.#sizes.has(entry)) return;
    this.#sizes.set(entry, sizeBytes);
    this.#totalBytes += sizeBytes;
    while (this.#totalBytes > MAX_LOG_BYTES && this.entries.length > 1)
      this.#dropOldest();
  }

  #dropOldest(): void {
    const oldest = this.entries.shift();
    if (!oldest) return;
    this.#totalBytes -= this.#sizes.get(oldest) ?? 0;
    this.#sizes.delete(oldest);
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
    this.#totalBytes = 0;
    this.#sizes = new WeakMap();
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
