import type { CallOptions } from "../options.js";

/** The options of the next call, with what is left of the time of all; `limitMs` bounds that call further. */
export type CallBounds = (limitMs?: number) => CallOptions;

/** Shares the timeout of `options` among calls that follow each other. Without a timeout, each call has the client's. */
export function boundCalls(options: CallOptions): CallBounds {
  const { timeout = Infinity } = options;
  const endsAt = performance.now() + timeout;
  return (limitMs = Infinity) => {
    const leftMs = Math.min(limitMs, endsAt - performance.now());
    if (leftMs === Infinity) return options;
    return { ...options, timeout: Math.max(1, Math.ceil(leftMs)) };
  };
}
