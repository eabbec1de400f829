import type { ChildProcess } from "node:child_process";
import type { SpendStore } from "../../../src/spend/index.js";

/** One call of a store, from a child process to its parent. */
interface StoreCall {
  readonly number: number;
  readonly method: keyof SpendStore;
  readonly args: readonly unknown[];
}

interface StoreAnswer {
  readonly number: number;
  readonly value: unknown;
}

type AnyMethod = (...args: readonly unknown[]) => Promise<unknown>;

/** Lets a child process use a store of this process. */
export function serveStore(child: ChildProcess, store: SpendStore): void {
  child.on("message", (message) => {
    const { number, method, args } = message as StoreCall;
    const call = store[method].bind(store) as AnyMethod;
    void call(...args).then((value) => {
      // A child that was killed waits for no answer.
      if (child.connected) child.send({ number, value });
    });
  });
}

/** The store of the parent process. */
export function connectStore(): SpendStore {
  const waiting = new Map<number, (value: unknown) => void>();
  let calls = 0;
  process.on("message", (message) => {
    const { number, value } = message as StoreAnswer;
    waiting.get(number)?.(value);
    waiting.delete(number);
  });
  const methodOf =
    (method: keyof SpendStore): AnyMethod =>
    (...args) =>
      new Promise((resolve) => {
        const number = ++calls;
        waiting.set(number, resolve);
        process.send?.({ number, method, args } satisfies StoreCall);
      });
  const store = {
    reserve: methodOf("reserve"),
    assign: methodOf("assign"),
    settle: methodOf("settle"),
    find: methodOf("find"),
    listExpired: methodOf("listExpired"),
    sums: methodOf("sums"),
  };
  return store as SpendStore;
}
