import { check, checkOptions, checkWhole, readHeaders } from "../checks.js";
import { ConnectionError, TimeoutError } from "../errors.js";
import { EventParser, type ServerEvent } from "../http/event-parser.js";
import type { CallInfo } from "../http/exchange.js";
import { responseError } from "../http/response-error.js";
import { sleep } from "../http/timeout.js";
import type { CallOptions, EventStreamOptions } from "../options.js";
import { checkOptionNames, type OptionNames } from "../option-names.js";

/** One connection to a stream of events. */
interface Connection {
  /** The body; undefined when the response has none. */
  readonly data?: unknown;
  readonly response: Response;
  readonly call: CallInfo;
}

/** Opens a connection. */
type Connect = (options: CallOptions) => Promise<Connection>;

const EVENT_STREAM_OPTIONS: OptionNames<EventStreamOptions> = {
  signal: true,
  timeout: true,
  retries: true,
  headers: true,
  onFinalResponse: true,
  lastEventId: true,
  maxReconnects: true,
};

/** How many ids of events are kept, to recognize what a resumed stream repeats: twice the longest log that may be asked for. */
const MAX_KEPT_IDS = 10_000;
const DEFAULT_MAX_RECONNECTS = 5;
/** The pause before a reconnect, unless the stream asks for another one. It doubles with each failure in a row. */
const RECONNECT_DELAY_MS = 1000;
const MAX_RECONNECT_DELAY_MS = 30_000;

/**
 * Iterates over the data of a stream of events. When a connection ends, the stream is resumed after the last event, by
 * the header `Last-Event-ID`; an event that comes again is dropped by its id. The iteration ends when a stream ends
 * regularly without a new event.
 *
 * @throws ConnectionError when a connection is cut after an event without an id, so that the gap cannot be closed, or when
 * connections are cut more than `maxReconnects` times in a row without an event
 * @throws ResponseError when the service refuses to resume, or begins further back than the client remembers, or an event
 * is longer than 1 MiB or not the promised JSON
 */
export async function* readEvents<Data>(
  operation: string,
  options: EventStreamOptions,
  isJson: boolean,
  connect: Connect,
): AsyncGenerator<Data, void, undefined> {
  checkOptions(options, { operation });
  checkOptionNames(options, EVENT_STREAM_OPTIONS, { operation });
  const {
    signal,
    lastEventId,
    maxReconnects = DEFAULT_MAX_RECONNECTS,
    ...callOptions
  } = options;
  const given = readHeaders(options.headers, { operation });
  checkWhole("maxReconnects", maxReconnects, 0);
  checkEventId(lastEventId);
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
      const { lastId } = position;
      for await (const event of parseEvents(connection, position)) {
        // A service that does not resume repeats all events. What the client has forgotten would come without end.
        if (hasNewEvents && lastId !== "" && event.id === lastId)
          throw await beginsAnew(connection);
        if (!position.advance(event)) continue;
        hasNewEvents = true;
        failures = 0;
        const data = isJson ? await parseData(event, connection) : event.data;
        yield data as Data;
      }
    } catch (error) {
      signal?.throwIfAborted();
      isCut = isConnected && isFailureOfConnection(error);
      failures++;
      if (!isCut || !position.canResume || failures > maxReconnects)
        throw error;
    }
    if (!isCut && !(hasNewEvents && position.canResume)) return;
    await sleep(position.reconnectDelay(failures), signal);
  }
}

/** Whether the connection failed, so that a new connection may succeed. */
function isFailureOfConnection(error: unknown): boolean {
  return error instanceof ConnectionError || error instanceof TimeoutError;
}

/** Throws an `InputError` for the id of an event that cannot be sent as a header. */
function checkEventId(id: unknown): void {
  check(
    id === undefined || (typeof id === "string" && !/[\0\r\n]/.test(id)),
    "lastEventId",
    "must be the id of an event",
  );
}

/** How far a stream has been read. */
class Position {
  /** The ids of the last events, oldest first. */
  readonly #ids = new Set<string>();
  /** The id of the last event; empty before the first. */
  lastId: string;
  /** Whether the last event had an id, so that the stream can be resumed after it. */
  #isCertain = true;
  #delayMs = RECONNECT_DELAY_MS;

  constructor(lastEventId = "") {
    this.lastId = lastEventId;
    if (lastEventId !== "") this.#ids.add(lastEventId);
  }

  /** Whether a new connection can begin exactly where the last one has ended. */
  get canResume(): boolean {
    return this.#isCertain;
  }

  /** The headers that let a connection begin after the last event. */
  headers(): Record<string, string> {
    return this.lastId === "" ? {} : { "last-event-id": this.lastId };
  }

  /** Records an event. Returns false for an event that has come before. */
  advance({ id }: ServerEvent): boolean {
    this.#isCertain = id !== undefined && id !== "";
    if (id === undefined) return true;
    this.lastId = id;
    if (this.#ids.has(id)) return false;
    if (id !== "") this.#ids.add(id);
    const [oldest] = this.#ids;
    if (this.#ids.size > MAX_KEPT_IDS && oldest !== undefined)
      this.#ids.delete(oldest);
    return true;
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
  try {
    return JSON.parse(data);
  } catch {
    const { response, call } = connection;
    throw await responseError(response, call, "an event that is not JSON");
  }
}

function beginsAnew({ response, call }: Connection): Promise<Error> {
  const problem = "events that precede the last one received";
  return responseError(response, call, problem);
}

function tooLong({ response, call }: Connection): Promise<Error> {
  return responseError(response, call, "an event larger than 1 MiB");
}
