import type { Clock } from "../time/clock.js";
import type { EventEmitter } from "../http/events.js";
import { jsonText } from "../http/json-response.js";
import type { Route } from "../http/operations.js";
import type { RecordedRequest } from "../http/recorded-request.js";

/** An entry whose unknown members are filled in as the request is handled. */
type RequestLogEntry = {
  -readonly [Name in keyof RecordedRequest]: RecordedRequest[Name];
};

/** What a request was answered with. */
export interface RecordedAnswer {
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON; undefined for any other body, and for a text that is not kept. */
  text: string | undefined;
  /** How long the JSON is, kept or not; undefined for any other body. */
  readonly length: number | undefined;
}

/** How many requests the log keeps, and how many bytes of bodies. */
export const MAX_LOG_ENTRIES = 10_000;
const MAX_LOG_BYTES = 32 * 2 ** 20;
/** The longest answer that is kept, and the limit for all kept answers together, in characters. */
const MAX_ANSWER_LENGTH = 256 * 1024;
const MAX_ANSWERS_LENGTH = 16 * 2 ** 20;
const REDACTED = "[redacted]";

/** A kept request. The number stays with the request when older ones are dropped. */
export interface NumberedRequest {
  readonly number: number;
  readonly entry: RecordedRequest;
}

/** The last requests in order of arrival. */
export class RequestLog {
  readonly entries: RequestLogEntry[] = [];
  readonly #clock: Clock;
  readonly #events: EventEmitter;
  /** The number of the oldest kept entry. Requests are numbered in order of arrival. */
  #firstNumber = 1;
  readonly #answers = new WeakMap<RequestLogEntry, RecordedAnswer>();
  /** The answers whose text is kept, oldest first. */
  readonly #keptAnswers = new Set<RecordedAnswer>();
  #answersLength = 0;
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
    this.#firstNumber += 1;
    this.#totalBytes -= this.#sizes.get(oldest) ?? 0;
    this.#sizes.delete(oldest);
    const answer = this.#answers.get(oldest);
    if (answer) this.#dropText(answer);
  }

  /** Records the response: undefined where the connection was reset. */
  complete(entry: RequestLogEntry, response: Response | undefined): void {
    entry.status = response?.status;
    if (response) this.#addAnswer(entry, response);
    const arrival = this.#arrivals.get(entry) ?? 0;
    entry.durationMs = Math.round((performance.now() - arrival) * 10) / 10;
    this.#events.emit({ kind: "request", entry });
  }

  #addAnswer(entry: RequestLogEntry, response: Response): void {
    const text = jsonText(response);
    const headers = Object.fromEntries(response.headers);
    if (text === undefined) {
      const answer = { headers, text: undefined, length: undefined };
      this.#answers.set(entry, answer);
      return;
    }
    const { length } = text;
    const isKept = length <= MAX_ANSWER_LENGTH;
    const answer = { headers, text: isKept ? text : undefined, length };
    this.#answers.set(entry, answer);
    if (!isKept) return;
    this.#keptAnswers.add(answer);
    this.#answersLength += length;
    for (const oldest of this.#keptAnswers) {
      if (this.#answersLength <= MAX_ANSWERS_LENGTH) break;
      this.#dropText(oldest);
    }
  }

  #dropText(answer: RecordedAnswer): void {
    if (!this.#keptAnswers.delete(answer)) return;
    this.#answersLength -= answer.length ?? 0;
    answer.text = undefined;
  }

  /** What a request was answered with; undefined until then, and where the connection was reset. */
  answerOf(entry: RecordedRequest): RecordedAnswer | undefined {
    return this.#answers.get(entry);
  }

  /** The kept requests from a number on, with their numbers, oldest first. */
  numberedFrom(number: number): NumberedRequest[] {
    const start = Math.max(0, number - this.#firstNumber);
    return this.entries.slice(start).map((entry, index) => {
      return { number: this.#firstNumber + start + index, entry };
    });
  }

  /** The number of the oldest kept request, or of the next one where none is kept. */
  get firstNumber(): number {
    return this.#firstNumber;
  }

  clear(): void {
    this.#firstNumber += this.entries.length;
    this.entries.length = 0;
    this.#totalBytes = 0;
    this.#sizes = new WeakMap();
    this.#keptAnswers.clear();
    this.#answersLength = 0;
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
