import type { Bytes } from "./body.js";

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
