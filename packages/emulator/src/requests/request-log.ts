import type { Clock } from "../time/clock.js";
import type { EventEmitter } from "../http/events.js";
import { jsonText } from "../http/json-response.js";
import type { Route } from "../http/operations.js";
import type { RecordedRequest } from "../http/recorded-request.js";

/** An entry whose unknown members are filled in as the request is handled. */
type RequestLogEntry = {
  -readonly [Name in keyof RecordedRequest]: RecordedRequest[Name];
};

/** How many requests the log keeps, and how many bytes of bodies. */
export const MAX_LOG_ENTRIES = 10_000;
const MAX_LOG_BYTES = 32 * 2 ** 20;
/** The longest answer that is kept, and the limit for all kept answers together, in characters. */
const MAX_ANSWER_LENGTH = 256 * 1024;
const MAX_ANSWERS_LENGTH = 16 * 2 ** 20;
const REDACTED = "[redacted]";

/** A kept request, and what belongs to it. */
export interface Recorded {
  /** Stays with the request when older ones are dropped. */
  readonly number: number;
  readonly entry: RequestLogEntry;
  /** By the real clock. */
  readonly arrivedAt: number;
  bodyBytes: number;
  /** Undefined until the request is answered, and where the connection was reset. */
  answer?: RecordedAnswer;
}

/** What a request was answered with. */
interface RecordedAnswer {
  readonly headers: Readonly<Record<string, string>>;
  /** How long the JSON is, kept or not; undefined for any other body. */
  readonly length: number | undefined;
  /** The JSON; undefined for any other body, and for a text that is not kept. */
  body: string | undefined;
}

/** The last requests in order of arrival. */
export class RequestLog {
  readonly entries: RequestLogEntry[] = [];
  /** What belongs to the entries, in the same order. */
  readonly records: Recorded[] = [];
  readonly #clock: Clock;
  readonly #events: EventEmitter;
  /** The number of the next request. */
  #nextNumber = 1;
  #bodyBytes = 0;
  /** The answers whose text is kept, oldest first. */
  readonly #keptAnswers = new Set<RecordedAnswer>();
  #answersLength = 0;

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
  add(request: Request, route?: Route): Recorded {
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
    const number = this.#nextNumber++;
    const arrivedAt = performance.now();
    const recorded = { number, entry, arrivedAt, bodyBytes: 0 };
    this.entries.push(entry);
    this.records.push(recorded);
    if (this.entries.length > MAX_LOG_ENTRIES) this.#dropOldest();
    return recorded;
  }

  /** Records a body. The oldest entries go where all bodies together are too large. */
  addBody(recorded: Recorded, body: unknown, sizeBytes: number): void {
    recorded.entry.body = body;
    // The request may have been dropped while its body arrived.
    if (this.find(recorded.number) !== recorded) return;
    recorded.bodyBytes = sizeBytes;
    this.#bodyBytes += sizeBytes;
    while (this.#bodyBytes > MAX_LOG_BYTES && this.entries.length > 1)
      this.#dropOldest();
  }

  #dropOldest(): void {
    this.entries.shift();
    const oldest = this.records.shift();
    if (!oldest) return;
    this.#bodyBytes -= oldest.bodyBytes;
    if (oldest.answer) this.#dropText(oldest.answer);
  }

  /** Records the response: undefined where the connection was reset. */
  complete(recorded: Recorded, response: Response | undefined): void {
    const { entry, arrivedAt } = recorded;
    entry.status = response?.status;
    if (response) recorded.answer = this.#keepAnswer(response);
    entry.durationMs = Math.round((performance.now() - arrivedAt) * 10) / 10;
    this.#events.emit({ kind: "request", entry });
  }

  #keepAnswer(response: Response): RecordedAnswer {
    const text = jsonText(response);
    const headers = Object.fromEntries(response.headers);
    const answer = { headers, length: text?.length, body: text };
    if (text === undefined) return answer;
    this.#keptAnswers.add(answer);
    this.#answersLength += text.length;
    if (text.length > MAX_ANSWER_LENGTH) this.#dropText(answer);
    for (const oldest of this.#keptAnswers) {
      if (this.#answersLength <= MAX_ANSWERS_LENGTH) break;
      this.#dropText(oldest);
    }
    return answer;
  }

  #dropText(answer: RecordedAnswer): void {
    if (!this.#keptAnswers.delete(answer)) return;
    this.#answersLength -= answer.length ?? 0;
    answer.body = undefined;
  }

  /** The kept request with a number. */
  find(number: number): Recorded | undefined {
    return this.records[number - this.#nextNumber + this.records.length];
  }

  clear(): void {
    this.entries.length = 0;
    this.records.length = 0;
    this.#bodyBytes = 0;
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
