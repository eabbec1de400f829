/** Values on their way from many senders to one receiver, in order. */
export interface Channel<T> {
  readonly push: (value: T) => void;
  /** Makes the receiver's present or next call reject, before whatever is still on its way. */
  readonly fail: (error: unknown) => void;
  readonly next: () => Promise<T>;
}

export function createChannel<T>(): Channel<T> {
  const values: T[] = [];
  let failure: { readonly error: unknown } | undefined;
  let wake = () => {};
  return {
    push: (value) => {
      values.push(value);
      wake();
    },
    fail: (error) => {
      failure ??= { error };
      wake();
    },
    next: async () => {
      for (;;) {
        if (failure) throw failure.error;
        if (values.length > 0) return values.shift() as T;
        await new Promise<void>((resolve) => (wake = resolve));
      }
    },
  };
}
