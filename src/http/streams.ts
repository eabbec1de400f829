import { ConnectionError } from "../errors.js";
import type { ResponseMetadata } from "./request-context.js";
import { discard, type Bytes } from "./body.js";
import { redactCause } from "./redact.js";
import { onAbort } from "./timeout.js";

/**
 * The body of a response as a stream that an abort of the call ends, with the signal's own reason. The connection is then
 * released. The signal does not keep a stream in memory that nobody reads any more.
 */
export function abortableStream(
  body: ReadableStream<Bytes>,
  status: number,
  metadata: ResponseMetadata,
): ReadableStream<Bytes> {
  const { signal } = metadata.context.options;
  const reader = body.getReader();
  let unlink: (() => void) | undefined;
  return streamOfPieces({
    start: (controller) => {
      // The signal may have aborted since the headers came.
      if (signal)
        unlink = endOnAbort(controller, signal, () => discard(reader));
    },
    next: async () => {
      try {
        return (await reader.read()).value;
      } catch (cause) {
        throw brokenStream(status, metadata, cause);
      } finally {
        signal?.throwIfAborted();
      }
    },
    release: () => {
      unlink?.();
      discard(reader);
    },
  });
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
  const weak = weakReference(controller);
  const abort = () => {
    unlink();
    weak.deref()?.error(signal.reason);
    release();
  };
  const unlisten = signal.aborted ? undefined : onAbort(signal, abort);
  const unlink = () => {
    unlisten?.();
    collected?.unregister(weak);
  };
  const unused = () => {
    unlink();
    release();
  };
  collected?.register(controller, unused, weak);
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
  status: number,
  { context, redact }: ResponseMetadata,
  cause: unknown,
): ConnectionError {
  const { operation, route } = context.call;
  return new ConnectionError(
    `${route}: the response with status ${status} broke off`,
    { operation, route, maybeSent: true, cause: redactCause(cause, redact) },
    status,
  );
}

/** Where the pieces of a stream come from. */
interface PieceSource {
  /** Called when the stream is made. */
  readonly start?: (controller: ReadableStreamDefaultController<Bytes>) => void;
  /** Resolves with the next piece, or with undefined at the end. A rejection ends the stream with the same reason. */
  readonly next: () => Promise<Uint8Array | undefined>;
  /** Releases the connection: at the end, after a failure, and when the consumer leaves. */
  readonly release: () => void;
}

/** A stream of pieces, each of which is asked for only when the consumer reads. */
export function streamOfPieces({
  start,
  next,
  release,
}: PieceSource): ReadableStream<Bytes> {
  return new ReadableStream<Bytes>(
    {
      start: (controller) => start?.(controller),
      pull: async (controller) => {
        try {
          const piece = await next();
          if (piece) {
            controller.enqueue(piece as Bytes);
            return;
          }
        } catch (error) {
          release();
          throw error;
        }
        release();
        controller.close();
      },
      cancel: release,
    },
    { highWaterMark: 0 },
  );
}
