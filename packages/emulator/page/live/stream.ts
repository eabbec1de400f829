import type { Update } from "../server/view.js";
import type { Message } from "./live-state.js";

/** How long the page waits before it connects anew where the browser has given up, in milliseconds. */
const RECONNECT_DELAY_MS = 1000;

/** Receives the updates of the emulator. After an interruption the stream goes on with the whole state. */
export function openStream(receive: (message: Message) => void): void {
  const source = new EventSource("/_emulator/events");
  source.addEventListener("message", ({ data }) =>
    receive({ status: "live", update: JSON.parse(String(data)) as Update }),
  );
  source.addEventListener("error", () => {
    receive({ status: "not connected" });
    // A browser reconnects by itself after most errors, but not after all of them.
    if (source.readyState !== EventSource.CLOSED) return;
    setTimeout(() => openStream(receive), RECONNECT_DELAY_MS);
  });
}
