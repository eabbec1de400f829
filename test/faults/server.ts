import { createServer, type AddressInfo, type Socket } from "node:net";

/** One complete request and its connection. */
export interface ServerRequest {
  readonly socket: Socket;
  readonly method: string;
  readonly path: string;
  /** The whole request, as it came. */
  readonly text: string;
  /** The number of the request on its connection, from 1. */
  readonly nth: number;
  /** Writes a whole response: from then on the connection counts as idle. */
  readonly reply: (response: string) => void;
}

/** What a server does with connections and requests. */
interface Handlers {
  /** Is called instead of reading the connection. */
  readonly onConnect?: ((socket: Socket) => void) | undefined;
  readonly onRequest: (request: ServerRequest) => void;
}

/** A raw TCP server that reads HTTP by hand, and can do with a connection what no HTTP server would. */
export interface RawServer {
  readonly port: number;
  /** Connections so far. */
  connections(): number;
  /** Connections on which a request is still unanswered, and which the client keeps open. */
  busy(): number;
  /** Closes the server and every open connection. */
  close(): Promise<void>;
}

/** Starts a server on loopback, on a port of the system's choice unless one is given. */
export async function startServer(
  handlers: Handlers,
  port = 0,
): Promise<RawServer> {
  const open = new Map<Socket, { busy: boolean }>();
  let connections = 0;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    connections++;
    const state = { busy: false };
    open.set(socket, state);
    socket.on("close", () => open.delete(socket));
    // A reset is part of the test, and no error.
    socket.on("error", () => undefined);
    if (handlers.onConnect) {
      handlers.onConnect(socket);
      return;
    }
    socket.on("end", () => socket.end());
    readRequests(socket, state, handlers.onRequest);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    busy: () => [...open.values()].filter(({ busy }) => busy).length,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open.keys()) socket.destroy();
      }),
  };
}

function readRequests(
  socket: Socket,
  state: { busy: boolean },
  onRequest: (request: ServerRequest) => void,
): void {
  let [received, nth] = ["", 0];
  const reply = (response: string) => {
    state.busy = false;
    socket.write(response, "latin1");
  };
  socket.on("data", (bytes) => {
    state.busy = true;
    received += bytes.toString("latin1");
    for (;;) {
      const end = endOfRequest(received);
      if (end === 0) return;
      const text = received.slice(0, end);
      received = received.slice(end);
      const [method = "", path = ""] = text.split(" ", 2);
      onRequest({ socket, method, path, text, nth: ++nth, reply });
    }
  });
}

/** The index at which the first request ends; 0 while the request is not complete. */
function endOfRequest(text: string): number {
  const head = text.indexOf("\r\n\r\n") + 4;
  if (head < 4) return 0;
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, head))?.[1];
  if (length !== undefined)
    return text.length >= head + Number(length) ? head + Number(length) : 0;
  if (!/\r\ntransfer-encoding: *chunked/i.test(text.slice(0, head)))
    return head;
  return text.includes("0\r\n\r\n", head)
    ? text.indexOf("0\r\n\r\n", head) + 5
    : 0;
}

let candidate = 20_000 + (process.pid % 5000);

/** A loopback port on which nobody listens. The port is below the ports that systems assign, so that it stays free. */
export async function closedPort(): Promise<number> {
  for (;;) {
    const port = candidate++;
    try {
      const probe = await startServer({ onRequest: () => undefined }, port);
      await probe.close();
      return port;
    } catch {
      // The port is taken: try the next.
    }
  }
}
