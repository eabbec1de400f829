import type { RecordedRequest } from "./recorded-request.js";

/** What happens in an emulator. */
export type EmulatorEvent =
  /** A request was answered. */
  | { readonly kind: "request"; readonly entry: RecordedRequest }
  /** Something that the account owns changed, by a call or by the clock. */
  | { readonly kind: "change" }
  /** What a request gets that its caller probably did not mean, such as an input that the service may refuse. */
  | { readonly kind: "warning"; readonly message: string };

/** Called synchronously. The response to a request waits for the promises that listeners return for the changes made by it. */
export type EmulatorEventListener = (event: EmulatorEvent) => unknown;

/** The subscribers of an emulator. */
export class EventEmitter {
  readonly #listeners = new Set<EmulatorEventListener>();
  readonly #pending = new Set<Promise<unknown>>();

  /** Returns a function that ends the subscription. */
  readonly subscribe = (listener: EmulatorEventListener): (() => void) => {
    // A function that subscribes twice is called twice.
    const own: EmulatorEventListener = (event) => listener(event);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  };

  emit(event: EmulatorEvent): void {
    for (const listener of [...this.#listeners]) {
      const result = notify(listener, event);
      if (!(result instanceof Promise)) continue;
      this.#pending.add(result);
      // A rejection stays unhandled on purpose: the process reports it.
      void result.finally(() => this.#pending.delete(result));
    }
  }

  /** Resolves when the listeners have processed every event so far; undefined where none of them is still busy. */
  whenProcessed(): Promise<unknown> | undefined {
    if (this.#pending.size === 0) return undefined;
    return Promise.allSettled(this.#pending);
  }
}

/** An error of one listener must not reach the other listeners or the account. */
function notify(
  listener: EmulatorEventListener,
  event: EmulatorEvent,
): unknown {
  try {
    return listener(event);
  } catch (error) {
    return Promise.reject(error);
  }
}
