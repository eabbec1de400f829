import type { RecordedRequest } from "./request-log.js";

/** What happens in an emulator. */
export type EmulatorEvent =
  /** A request was answered. */
  | { readonly kind: "request"; readonly entry: RecordedRequest }
  /** Something of the account changed, by a call or by the clock. */
  | { readonly kind: "change" };

/** Told at once. An answer waits for what the listeners of its changes return: a state can be saved before it leaves. */
export type Listen = (event: EmulatorEvent) => unknown;

/** Those who are told. */
export interface Events {
  readonly subscribe: (listener: Listen) => () => void;
  readonly emit: (event: EmulatorEvent) => void;
  /** Resolves when every listener is done with what was emitted so far; undefined where none is at work. */
  readonly heard: () => Promise<void> | undefined;
}

export function createEvents(): Events {
  const listeners = new Set<Listen>();
  const atWork = new Set<Promise<unknown>>();
  return {
    subscribe: (listener) => {
      // Two subscriptions of one function are two.
      const own: Listen = (event) => listener(event);
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    emit: (event) => {
      for (const listener of [...listeners]) {
        const result = hear(listener, event);
        if (!(result instanceof Promise)) continue;
        atWork.add(result);
        // What it rejects with stays unhandled, for all to see.
        void result.finally(() => atWork.delete(result));
      }
    },
    heard: () =>
      atWork.size === 0
        ? undefined
        : Promise.allSettled(atWork).then(() => undefined),
  };
}

/** One listener's fault is no other's, and none of the account's. */
function hear(listener: Listen, event: EmulatorEvent): unknown {
  try {
    return listener(event);
  } catch (error) {
    return Promise.reject(error);
  }
}
