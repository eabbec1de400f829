import { ConnectionError, TimeoutError } from "../errors.js";
import { discard } from "./body.js";
import { isStream, type Bytes } from "./bytes.js";
import { safeCause } from "./cause.js";
import { createDisclosure } from "./disclosure.js";
import { redactHeaders } from "./redact.js";
import type { CallInfo, TransportRequest } from "./request.js";
import type { LightResponse } from "./light-response.js";
import { EXPIRED, onAbort, withTimeout } from "./timeout.js";

/** What ends the reading of a body. */
interface ReadLimits {
  readonly signal: AbortSignal | undefined;
  /** In milliseconds. */
  readonly timeout: number;
}

/**
 * The body of a platform request, as bytes that can be sent again. The body may be a stream that stalls: the timeout of
 * the call bounds its reading.
 */
export async function readBody(
  request: Request,
  { signal, timeout }: ReadLimits,
  operation: string,
): Promise<Bytes | undefined> {
  // Some platforms have no `Request.body`: there it is undefined, and the body can be read as a whole only.
  const { method, body } = request;
  if (body === null || method === "GET" || method === "HEAD") return undefined;
  const read = () => request.arrayBuffer();
  try {
    const bytes = await withTimeout(timeout, signal, read);
    return isStream(body) || bytes.byteLength > 0
      ? new Uint8Array(bytes)
      : undefined;
  } catch (error) {
    if (error !== EXPIRED) throw error;
    const message = `the body of the request could not be read in time (timeout: ${timeout} ms)`;
    throw new TimeoutError(message, timeout, { operation });
  }
}

/** Statuses that a platform `Response` must have no body for. */
const NULL_BODY_STATUSES = [204, 205, 304];

/**
 * A platform `Response` that shows neither the key nor the address. While its body is a stream, an abort of the request
 * ends the stream.
 */
export function toResponse(
  response: LightResponse,
  request: TransportRequest,
): Response {
  const { status, headers, content, bytes, stream, sent } = response;
  const whole = stream ? linkAbort(stream, response, request) : content;
  const body = whole ?? bytes ?? "";
  const hasBody = body !== "" && !NULL_BODY_STATUSES.includes(status);
  // The platform makes no `Response` of other statuses, such as 0 for a redirect that a browser hides.
  const isStatusValid = status >= 200 && status < 600;
  const result = new Response(hasBody ? body : null, {
    status: isStatusValid ? status : 502,
    headers: redactHeaders(headers, sent.redact),
  });
  if (!isStatusValid)
    Object.defineProperty(result, "status", { value: status });
  return result;
}

/**
 * Passes a stream on. An abort of the request ends it with the signal's own reason and releases the connection. The
 * signal does not keep a stream in memory that nobody reads any more.
 */
function linkAbort(
  stream: ReadableStream<Bytes>,
  response: LightResponse,
  request: TransportRequest,
): ReadableStream<Bytes> {
  const { signal } = request.options;
  const reader = stream.getReader();
  const release = () => discard(reader);
  let unlink: (() => void) | undefined;
  return new ReadableStream<Bytes>(
    {
      start: (controller) => {
        // The signal may have aborted since the headers came.
        if (signal) unlink = endOnAbort(controller, signal, release);
      },
      pull: async (controller) => {
        try {
          const { done, value } = await reader.read();
          if (signal?.aborted) return;
          if (done) {
            unlink?.();
            controller.close();
          } else {
            controller.enqueue(value);
          }
        } catch (error) {
          unlink?.();
          throw brokenStream(error, response, request.call);
        }
      },
      cancel: () => {
        unlink?.();
        release();
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * Runs the cleanup of a stream that is garbage-collected before its end. Undefined on platforms without this feature.
 */
const collected =
  typeof FinalizationRegistry === "function" && typeof WeakRef === "function"
    ? new FinalizationRegistry<() => void>((act) => act())
    : undefined;

/**
 * Ends a stream when `signal` aborts. The returned function removes this link. An unused stream is released when it is
 * garbage-collected.
 */
function endOnAbort(
  controller: ReadableStreamDefaultController,
  signal: AbortSignal,
  release: () => void,
): () => void {
  const held = weakReference(controller);
  const abort = () => {
    unlink();
    held.deref()?.error(signal.reason);
    release();
  };
  const unlisten = signal.aborted ? undefined : onAbort(signal, abort);
  const unlink = () => {
    unlisten?.();
    collected?.unregister(held);
  };
  const unused = () => {
    unlink();
    release();
  };
  collected?.register(controller, unused, held);
  if (signal.aborted) abort();
  return unlink;
}

/** A reference that does not keep its target in memory, where the platform has such references. */
function weakReference<Target extends object>(
  target: Target,
): { readonly deref: () => Target | undefined } {
  return collected ? new WeakRef(target) : { deref: () => target };
}

function brokenStream(
  error: unknown,
  response: LightResponse,
  { operation, route }: CallInfo,
): ConnectionError {
  const { status } = response;
  const cause = safeCause(error, createDisclosure(response.sent));
  return new ConnectionError(
    `${route}: the response with status ${status} broke off`,
    { operation, route, maybeSent: true, cause },
    status,
  );
}
