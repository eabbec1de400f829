import {
  CALL_OPTIONS,
  checkOptions,
  checkWhole,
  readHeaders,
  type OptionNames,
} from "../checks.js";
import { ConnectionError, TimeoutError } from "../errors.js";
import { EventParser, type ServerEvent } from "../http/event-parser.js";
import type { CallInfo, ServiceResponse } from "../http/request-context.js";
import { responseError } from "../http/call-errors.js";
import { sleep } from "../http/timeout.js";
import { parseJson } from "../json.js";
import type { CallOptions, EventStreamOptions } from "../options.js";

/** One connection to a stream of events. */
interface Connection extends ServiceResponse {
  /** The body; undefined when the response has none. */
  readonly data?: unknown;
  readonly call: CallInfo;
}

/** Opens a connection. */
type Connect = (options: CallOptions) => Promise<Connection>;

const EVENT_STREAM_OPTIONS: OptionNames<EventStreamOptions> = {
  ...CALL_OPTIONS,
  lastEventId: true,
  maxReconnects: true,
};

/** How many events are remembered, to recognize what a resumed stream repeats: twice the longest log that may be asked for. */
const MAX_KEPT_EVENTS = 10_000;
/** How much of the data of an event is remembered, in characters. */
const MAX_KEPT_DATA = 200;
const DEFAULT_MAX_RECONNECTS = 5;
/** The pause before a reconnect, unless the stream asks for another one. It doubles with each failure in a row. */
const RECONNECT_DELAY_MS = 1000;
const MAX_RECONNECT_DELAY_MS = 30_000;

/**
 * Iterates over the data of a stream of events. When a connection ends, the stream is resumed by the header
 * `Last-Event-ID`, and an event that comes again is dropped. The iteration ends when a stream ends regularly without a new
 * event.
 *
 * @throws ConnectionError when a connection is cut after an event without an id, so that the gap cannot be closed, or when
 * connections are cut more than `maxReconnects` times in a row without an event
 * @throws ResponseError when the service refuses to resume, or an event is longer than 1 MiB or no JSON
 */
export async function* readEvents<Data>(
  operation: string,
  options: EventStreamOptions,
  connect: Connect,
): AsyncGenerator<Data, void, undefined> {
  checkOptions(options, EVENT_STREAM_OPTIONS, { operation });
  const {
    signal,
    lastEventId,
    maxReconnects = DEFAULT_MAX_RECONNECTS,
    ...callOptions
  } = options;
  const given = readHeaders(options.headers, { operation });
  checkWhole("maxReconnects", maxReconnects, 0);
  const position = new Position(lastEventId);
  let isConnected = false;
  let failures = 0;
  for (;;) {
    let hasNewEvents = false;
    let isCut = false;
    try {
      const headers = { ...given, ...position.headers() };
      const connection = await connect({ ...callOptions, signal, headers });
      isConnected = true;
      position.connect();
      for await (const event of parseEvents(connection, position)) {
        if (!position.advance(event)) continue;
        hasNewEvents = true;
        failures = 0;
        yield (await parseData(event, connection)) as Data;
      }
    } catch (error) {
      signal?.throwIfAborted();
      const hasNoResponse =
        error instanceof ConnectionError || error instanceof TimeoutError;
      isCut = isConnected && hasNoResponse;
      failures++;
      if (!isCut || !position.canResume || failures > maxReconnects)
        throw error;
    }
    if (!isCut && !(hasNewEvents && position.canResume)) return;
    await sleep(position.reconnectDelay(failures), signal);
  }
}

/** How far a stream has been read. */
class Position {
  /** How often each event has come, the events that came last at the end. */
  readonly #counts = new Map<string, number>();
  /** How often the present connection may still repeat each event. */
  #repeatable = new Map<string, number>();
  readonly #givenId: string;
  #firstId: string | undefined;
  #lastId: string;
  /** Whether the last event had an id, so that a new connection can begin exactly after it. */
  canResume = true;
  #delayMs = RECONNECT_DELAY_MS;

  constructor(givenId = "") {
    this.#givenId = givenId;
    this.#lastId = givenId;
  }

  /** The headers that let a connection begin after the events that have come. */
  headers(): Record<string, string> {
    const cursor = this.#cursor();
    return cursor === "" ? {} : { "last-event-id": cursor };
  }

  /**
   * The id to resume after. Events that share a bare time as their id may have come in part: the stream is resumed before
   * their second, and repeats the others.
   */
  #cursor(): string {
    const lastId = this.#lastId;
    const time = timeOf(lastId);
    if (time === undefined || lastId === this.#givenId) return lastId;
    const second = Date.parse(`${time.slice(0, 19)}Z`);
    const before = new Date(second - 1000).toISOString().replace(".000", "");
    const givenTime = timeOf(this.#givenId) ?? "";
    return givenTime > (timeOf(before) ?? "") ? this.#givenId : before;
  }

  /** Notes that a connection has begun, which may repeat what has come. */
  connect(): void {
    this.#repeatable = new Map(this.#counts);
  }

  /** Records an event. Returns false for an event that has come before. */
  advance(event: ServerEvent): boolean {
    const { id } = event;
    this.canResume = id !== undefined && id !== "";
    if (id === undefined) return true;
    if (id === "") {
      this.#lastId = id;
      return true;
    }
    if (this.#isBeforeBegin(id) || this.#isRepeated(event)) return false;
    this.#firstId ??= id;
    this.#lastId = id;
    this.#remember(keyOf(event));
    return true;
  }

  /** Whether an event precedes the begin of the iteration: a stream that is resumed early shows such events. */
  #isBeforeBegin(id: string): boolean {
    if (id === this.#givenId) return true;
    const begin = timeOf(this.#givenId || (this.#firstId ?? ""));
    const time = timeOf(id);
    return begin !== undefined && time !== undefined && time < begin;
  }

  #isRepeated(event: ServerEvent): boolean {
    const key = keyOf(event);
    const times = this.#repeatable.get(key) ?? 0;
    if (times === 0) return false;
    this.#repeatable.set(key, times - 1);
    return true;
  }

  #remember(key: string): void {
    const count = this.#counts.get(key) ?? 0;
    this.#counts.delete(key);
    this.#counts.set(key, count + 1);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > MAX_KEPT_EVENTS && oldest !== undefined)
      this.#counts.delete(oldest);
  }

  /** Notes the pause that the stream asks for before a reconnect, if it asks for one. */
  setDelay(delayMs: number | undefined): void {
    this.#delayMs = delayMs ?? this.#delayMs;
  }

  /** The pause before a reconnect, after so many failures in a row. */
  reconnectDelay(failures: number): number {
    const delayMs = this.#delayMs * 2 ** Math.max(0, failures - 1);
    return Math.min(delayMs, MAX_RECONNECT_DELAY_MS);
  }
}

/** What tells an event from others. Events with the same id differ in their data, or are counted. */
function keyOf({ id, data }: ServerEvent): string {
  return `${id} ${data.length} ${data.slice(0, MAX_KEPT_DATA)}`;
}

/** A bare time in UTC, as the ids of logs of version 2 are. */
const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/;

/** A bare time with all its digits, so that the order of the texts is that of the times; undefined for any other id. */
function timeOf(id: string): string | undefined {
  const [, second, fraction = ""] = TIME.exec(id) ?? [];
  if (second === undefined || Number.isNaN(Date.parse(`${second}Z`)))
    return undefined;
  return `${second}.${fraction.padEnd(9, "0")}`;
}

/** The events of a connection. An event that the end of the stream cuts is dropped. */
async function* parseEvents(
  connection: Connection,
  position: Position,
): AsyncGenerator<ServerEvent, void, undefined> {
  const body = connection.data as ReadableStream<Uint8Array> | undefined;
  if (!body) return;
  const reader = body.getReader();
  const parser = new EventParser();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const events = parser.read(value);
      position.setDelay(parser.reconnectDelayMs);
      for (const event of events) {
        if (event.isTooLong) throw await tooLong(connection);
        yield event;
      }
      if (parser.isTooLong) throw await tooLong(connection);
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

async function parseData(
  { data }: ServerEvent,
  connection: Connection,
): Promise<unknown> {
  const parsed = parseJson(data);
  if (parsed !== undefined) return parsed;
  const { call } = connection;
  throw await responseError(connection, call, "an event that is not JSON");
}

function tooLong(connection: Connection): Promise<Error> {
  const { call } = connection;
  return responseError(connection, call, "an event larger than 1 MiB");
}
