import type { Message } from "./live-state.js";
import { openStream } from "./stream.js";

/** Receives the updates of the emulator, through the worker that all tabs share. */
export function connect(receive: (message: Message) => void): void {
  // Some browsers of phones have no shared workers. There each tab has a connection of its own.
  if (typeof SharedWorker === "undefined") {
    openStream(receive);
    return;
  }
  const { port } = new SharedWorker("/_emulator/worker.js", { type: "module" });
  port.onmessage = ({ data }) => receive(data as Message);
  addEventListener("pagehide", () => port.postMessage("closed"));
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
}
