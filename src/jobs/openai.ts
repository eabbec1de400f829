import {
  checkMilliseconds,
  checkObject,
  checkOptions,
  checkWhole,
  type OptionNames,
} from "../checks.js";
import {
  ConnectionError,
  TimeoutError,
  type ResponseError,
} from "../errors.js";
import { discard } from "../http/body.js";
import { isJson } from "../http/expectation.js";
import { EventParser, type ServerEvent } from "../http/event-parser.js";
import { streamOfPieces } from "../http/streams.js";
import { EXPIRED, withTimeout } from "../http/timeout.js";
import { segment } from "../http/url.js";
import { parseJson } from "../json.js";
import type { JobService } from "./service.js";
import { createInvalidResponseError } from "./state.js";
import { noteShortTimeout } from "./submit.js";

/** How long `fetch` of `model.openai` waits, and how often it retries. */
export interface OpenAIOptions {
  /**
   * The longest time until the first piece of an event stream, in milliseconds, and until the end of any other response. A
   * worker that has to start first is included.
   * @default 280000
   */
  readonly timeout?: number | undefined;
  /**
   * The longest time in which a response that has begun may send nothing, in milliseconds.
   * @default 60000
   */
  readonly stall?: number | undefined;
  /**
   * How often a call may be retried where that is safe, such as after 429; 0 for never. Each retry first waits as long as
   * Retry-After says.
   * @default the client's `retries`
   */
  readonly retries?: number | undefined;
}

/**
 * What clients of OpenAI's API take: `new OpenAI(cloud.model(slug).openai())`, and
 * `createOpenAICompatible({ name, ...cloud.model(slug).openai() })` of the AI SDK.
 */
export interface OpenAIConnection {
  /** The address of the model's OpenAI-compatible routes. */
  readonly baseURL: string;
  /** A placeholder: `fetch` sends the key of the client, which is never handed out. */
  readonly apiKey: string;
  /**
   * Sends through the transport of the client. A call that the service may have carried out is not sent again. The body
   * of a response is passed on piece by piece. A success is a `ResponseError` if it is empty, a page, or a text in
   * place of JSON, or if a stream was asked for (`"stream": true` in the body) and the success is no event stream. Reading
   * an event stream fails with a `ConnectionError` if the stream ends without `data: [DONE]` or an error event, and with a
   * `TimeoutError` if it stalls.
   */
  readonly fetch: typeof globalThis.fetch;
  /** The transport of the client retries what may be retried. A retry by the caller could be billed twice. */
  readonly maxRetries: 0;
}

/** Node's fetch gives up after 300 s without a response. */
const DEFAULT_TIMEOUT_MS = 280_000;
const DEFAULT_STALL_MS = 60_000;

const CALL = { operation: "model.openai", maybeSent: true };

const OPENAI_OPTIONS: OptionNames<OpenAIOptions> = {
  timeout: true,
  stall: true,
  retries: true,
};

/** Connects a client of OpenAI's API to a model, as `model.openai` documents. */
export function connectOpenAI(
  service: JobService,
  slug: string,
  options: OpenAIOptions,
): OpenAIConnection {
  const call = { operation: CALL.operation };
  checkOptions(options, OPENAI_OPTIONS, call);
  const {
    timeout = DEFAULT_TIMEOUT_MS,
    stall = DEFAULT_STALL_MS,
    retries,
  } = options;
  checkMilliseconds("timeout", timeout, call);
  checkMilliseconds("stall", stall, call);
  noteShortTimeout(service, timeout, call);
  checkWhole("retries", retries, 0, call);
  const address = service.requireAddress(call.operation);
  return {
    baseURL: `${address}/v2/${segment("slug", slug)}/openai/v1`,
    apiKey: "held-by-the-client",
    fetch: async (input, init = {}) => {
      checkObject("init", init, call);
      const startedAt = performance.now();
      const response = await service.openaiFetch(input, {
        retries,
        ...init,
        timeout,
      });
      if (!response.ok) return response;
      const leftMs = timeout - (performance.now() - startedAt);
      const firstMs = Math.max(1, leftMs);
      const isStreamed = isEventStream(response);
      const problem = isStreamed ? "" : findTypeProblem(input, response, init);
      if (problem !== "")
        throw await createTypeError(service, response, problem, firstMs);
      if (!response.body) return response;
      const body = passOn(response.body, {
        isEventStream: isStreamed,
        status: response.status,
        firstMs,
        timeoutMs: timeout,
        stallMs: stall,
      });
      return withBody(response, body);
    },
    maxRetries: 0,
  };
}

/** The routes whose results are JSON. Others may answer with a text or a file, such as a transcript. */
const JSON_ROUTES = /\/(completions|embeddings|models)(\?|$)/;

/**
 * Says that a success is not what was asked for, and that a client of OpenAI would take for an empty stream, or for a result:
 * the page or the text of a gateway, nothing, or anything but events where a stream was asked for.
 */
function findTypeProblem(
  input: string | URL | Request,
  { status, headers }: Response,
  { body }: RequestInit,
): string {
  const type = (headers.get("content-type") ?? "").replace(/;.*/s, "").trim();
  const sent = typeof body === "string" ? parseJson(body) : undefined;
  const { stream } = Object(sent) as { readonly stream?: unknown };
  if (stream === true)
    return `${type || "no content type"} instead of text/event-stream`;
  const isEmpty = status === 204 || headers.get("content-length") === "0";
  if (isEmpty) return "an empty body instead of application/json";
  const address = input instanceof Request ? input.url : String(input);
  const isOther = JSON_ROUTES.test(address) && !isJson(type);
  return isOther || /\bhtml\b/i.test(type)
    ? `${type || "no content type"} instead of application/json`
    : "";
}

/** The longest body that is read for an error. */
const MAX_SHOWN_BYTES = 2 ** 16;

/** The error for such a success. It shows the reason that the body gives, if the body comes within the timeout. */
async function createTypeError(
  { redact }: JobService,
  response: Response,
  problem: string,
  timeoutMs: number,
): Promise<ResponseError> {
  const text = await withTimeout(timeoutMs, undefined, () =>
    response.text(),
  ).catch(() => "");
  const kept = text.slice(0, MAX_SHOWN_BYTES);
  const body = parseJson(kept) ?? kept;
  const call = { ...CALL, route: "POST /v2/{slug}/openai/v1/{path}" };
  const end =
    "; a gateway may have answered, and the call may have been carried out and billed";
  const { status, headers } = response;
  const invalid = { status, headers, body, problem, end };
  return createInvalidResponseError(invalid, redact, call);
}

function withBody(response: Response, body: ReadableStream): Response {
  const { status, statusText, headers } = response;
  return new Response(body, { status, statusText, headers });
}

function isEventStream({ headers }: Response): boolean {
  return /^text\/event-stream\b/i.test(headers.get("content-type") ?? "");
}

/** How a body is passed on. */
interface BodyRules {
  readonly isEventStream: boolean;
  readonly status: number;
  /** What is left of `timeoutMs` for the first piece of an event stream, or for the whole of another body. */
  readonly firstMs: number;
  readonly timeoutMs: number;
  readonly stallMs: number;
}

/** Passes a body on piece by piece, and fails where the body stalls or is not complete. */
function passOn(
  body: ReadableStream<Uint8Array>,
  { isEventStream, status, firstMs, timeoutMs, stallMs }: BodyRules,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const parser = isEventStream ? new EventParser() : undefined;
  const endAt = parser ? Infinity : performance.now() + firstMs;
  let pieces = 0;
  let isComplete = parser === undefined;
  const read = async () => {
    const silenceMs = pieces === 0 ? firstMs : stallMs;
    // A piece that has come already is still passed on.
    const remainingMs = Math.max(1, endAt - performance.now());
    const limitMs = Math.min(silenceMs, remainingMs);
    try {
      return await withTimeout(limitMs, undefined, () => reader.read());
    } catch (error) {
      // Whatever follows the last event is ignored.
      if (parser && isComplete) return { value: undefined };
      if (error !== EXPIRED) throw error;
      if (pieces === 0)
        throw createTimeoutError("sent nothing", "timeout", timeoutMs);
      throw limitMs < silenceMs
        ? createTimeoutError("did not end", "timeout", timeoutMs)
        : createTimeoutError("sent nothing", "stall", stallMs);
    }
  };
  return streamOfPieces({
    next: async () => {
      const { value } = await read();
      if (value) {
        pieces++;
        isComplete ||= parser?.read(value).some(isLast) ?? true;
        return value;
      }
      // `[DONE]` may lack the end of its line; an error event may not.
      isComplete ||= parser?.finish()?.data === "[DONE]";
      if (isComplete) return undefined;
      const problem =
        "the event stream ended without `data: [DONE]` or an error event";
      throw new ConnectionError(problem, CALL, status);
    },
    release: () => discard(reader),
  });
}

function createTimeoutError(
  problem: string,
  option: keyof OpenAIOptions,
  limitMs: number,
): TimeoutError {
  const message = `the response ${problem} in time (${option}: ${limitMs} ms)`;
  return new TimeoutError(message, limitMs, CALL);
}

/** Whether an event is `[DONE]` or an error: it is called `error`, or its data is an object with an error. */
function isLast({ name, data }: ServerEvent): boolean {
  if (data === "[DONE]" || name === "error") return true;
  if (!data.includes('"error"')) return false;
  const { error } = Object(parseJson(data)) as { error?: unknown };
  return error !== undefined && error !== null;
}
