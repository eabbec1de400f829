/**
 * A function of the caller that is awaited: it returns nothing (what else it returns is ignored), or a promise.
 */
export type Callback<Arguments extends readonly unknown[]> =
  ((...args: Arguments) => void) | ((...args: Arguments) => Promise<void>);
