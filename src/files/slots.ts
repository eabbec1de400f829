import type { Bytes } from "../http/body.js";

/** The requests with a body that may be under way at once, each with a buffer that is used again and again. */
export class BufferSlots {
  readonly #free: Bytes[];
  readonly #waiting: ((buffer: Bytes) => void)[] = [];

  constructor(count: number) {
    this.#free = Array.from({ length: count }, () => new Uint8Array(0));
  }

  /** Waits for a slot, and gives `act` a buffer of this length. */
  async use<T>(length: number, act: (buffer: Bytes) => Promise<T>): Promise<T> {
    const buffer = await this.take(length);
    try {
      return await act(buffer);
    } finally {
      this.give(buffer);
    }
  }

  /** Takes a slot, which `give` must return. */
  async take(length: number): Promise<Bytes> {
    const free =
      this.#free.pop() ??
      (await new Promise<Bytes>((resolve) => this.#waiting.push(resolve)));
    const { buffer } = free;
    return buffer.byteLength >= length
      ? new Uint8Array(buffer, 0, length)
      : new Uint8Array(length);
  }

  give(taken: Bytes): void {
    const whole = new Uint8Array(taken.buffer);
    const next = this.#waiting.shift();
    if (next) next(whole);
    else this.#free.push(whole);
  }
}

/** Does some work with each item, `count` times at once. The first failure aborts `failure`, and is thrown when all has ended. */
export function forEachTogether<T>(
  count: number,
  items: AsyncIterator<T>,
  work: (item: T) => Promise<void>,
  failure: AbortController,
): Promise<void> {
  const workOff = async () => {
    for (let next = await items.next(); !next.done; next = await items.next())
      await work(next.value);
  };
  return together(count, workOff, (error) => failure.abort(error));
}

/** Does the same work `count` times at once. `fail` is told the first failure, which is thrown when all has ended. */
export async function together(
  count: number,
  work: () => Promise<void>,
  fail: (error: unknown) => void,
): Promise<void> {
  const failures: unknown[] = [];
  const attempt = async () => {
    try {
      await work();
    } catch (error) {
      if (failures.push(error) === 1) fail(error);
    }
  };
  await Promise.all(Array.from({ length: count }, attempt));
  if (failures.length > 0) throw failures[0];
}
