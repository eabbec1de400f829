/** Counts calls of one kind: in all, the most at once, and the most that began within any so many milliseconds. */
export interface Gauge {
  /** Runs a call and counts it. */
  readonly measure: <T>(call: () => Promise<T>) => Promise<T>;
  readonly calls: () => number;
  readonly mostAtOnce: () => number;
  readonly mostPerWindow: () => number;
}

export function createGauge(window: number): Gauge {
  const begun: number[] = [];
  let [first, running, mostAtOnce, mostPerWindow] = [0, 0, 0, 0];

  const begin = () => {
    const now = performance.now();
    begun.push(now);
    while ((begun[first] ?? now) <= now - window) first++;
    mostPerWindow = Math.max(mostPerWindow, begun.length - first);
    mostAtOnce = Math.max(mostAtOnce, ++running);
  };

  return {
    measure: async (call) => {
      begin();
      try {
        return await call();
      } finally {
        running--;
      }
    },
    calls: () => begun.length,
    mostAtOnce: () => mostAtOnce,
    mostPerWindow: () => mostPerWindow,
  };
}
