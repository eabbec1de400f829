import { nextMacrotask } from "./fake-time.js";

/** The reasons of the rejections that nobody handles while `act` runs. Each of them would end a process of Node. */
export async function unhandledDuring(
  act: () => Promise<unknown>,
): Promise<unknown[]> {
  const listeners = process.listeners("unhandledRejection");
  const seen: unknown[] = [];
  process.removeAllListeners("unhandledRejection");
  process.on("unhandledRejection", (reason) => seen.push(reason));
  try {
    await act();
    // Node reports a rejection after the microtasks.
    await nextMacrotask();
  } finally {
    process.removeAllListeners("unhandledRejection");
    for (const listener of listeners)
      process.on("unhandledRejection", listener);
  }
  return seen;
}

/** A function that counts its calls. Not `vi.fn`, which handles the rejections of what it wraps. */
export function counted(act: () => unknown) {
  const counter = {
    count: 0,
    call: () => {
      counter.count++;
      return act();
    },
  };
  return counter;
}
