import { LiveState, type ConnectionStatus } from "./live/live-state.js";
import { openStream } from "./live/stream.js";

// One worker serves all tabs of the page, so that together they hold one connection: a browser opens at most six to a host.

/** What a shared worker has of the type that the compiler knows for pages only. */
interface WorkerScope {
  onconnect: ((event: MessageEvent) => void) | null;
}

const state = new LiveState();
const ports = new Set<MessagePort>();
let status: ConnectionStatus = "connecting";

(globalThis as unknown as WorkerScope).onconnect = ({ ports: [port] }) => {
  if (!port) return;
  ports.add(port);
  // A tab sends a message when it is closed.
  port.onmessage = () => void ports.delete(port);
  port.postMessage({
    status,
    update: state.isKnown ? state.toUpdate() : undefined,
  });
};

openStream((message) => {
  status = message.status;
  if (message.update) state.apply(message.update);
  for (const port of ports) port.postMessage(message);
});
