/**
 * Lets time pass faster in this process, by the factor in the environment, so that waits of a minute take a second. All
 * timers and `performance.now` agree; the wall clock stays as it is.
 */
const FACTOR = Number(process.env["CLOCK_FACTOR"] ?? "1");

const { setTimeout: platformSetTimeout } = globalThis;
const now = performance.now.bind(performance);
performance.now = () => now() * FACTOR;
globalThis.setTimeout = Object.assign(
  (
    act: (...values: unknown[]) => void,
    milliseconds = 0,
    ...values: unknown[]
  ) => platformSetTimeout(act, milliseconds / FACTOR, ...values),
  { __promisify__: platformSetTimeout.__promisify__ },
) as typeof setTimeout;
