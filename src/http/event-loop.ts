/** Taken from the platform at once: a test may replace it later. Browsers have no such function. */
const { setImmediate: nextTurn } = globalThis as {
  readonly setImmediate?: (act: () => void) => unknown;
};

/**
 * Lets the platform notice which of the connections that it keeps the other side has closed. While a program computes, its
 * event loop stands still, and the platform does not hear of such a close. A request that is written to a closed connection
 * ends without a response, and nobody knows whether it was carried out. The first turn of the event loop reads the end of a
 * connection, and the second one removes the connection. Without `setImmediate`, this does nothing.
 */
export async function noticeClosedConnections(): Promise<void> {
  if (!nextTurn) return;
  for (let turn = 0; turn < 2; turn++)
    await new Promise<void>((resolve) => {
      nextTurn(resolve);
    });
}
