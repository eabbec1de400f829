/** A function of the caller. A promise that the function returns is awaited; any other return value is ignored. */
export type Callback<Arguments extends readonly unknown[]> =
  ((...args: Arguments) => void) | ((...args: Arguments) => Promise<void>);
