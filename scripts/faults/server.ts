import { createServer, type AddressInfo, type Socket } from "node:net";

/** One complete request, and the connection it came on. */
export interface Line {
  readonly socket: Socket;
  readonly method: string;
  readonly path: string;
  /** Its place on the connection, from 1. */
  readonly nth: number;
  /** Writes a whole answer: from then on the connection counts as idle. */
  readonly reply: (answer: string) => void;
}

/** What a server does to those who come. */
interface Behaviour {
  /** Instead of reading what comes on a connection. */
  readonly onConnect?: ((socket: Socket) => void) | undefined;
  readonly onRequest: (line: Line) => void;
}

/** A raw TCP server that reads HTTP by hand and can do with a connection what no HTTP server would. */
export interface FaultServer {
  readonly port: number;
  /** Connections so far. */
  connections(): number;
  /** Connections on which a request is still unanswered, and which the client keeps open. */
  busy(): number;
  /** Ends everything, also what is under way. */
  close(): Promise<void>;
}

/** Starts a server on loopback, on a port of the system's choice unless one is given. */
export async function startServer(
  behaviour: Behaviour,
  port = 0,
): Promise<FaultServer> {
  const open = new Map<Socket, { busy: boolean }>();
  let connections = 0;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    connections++;
    const state = { busy: false };
    open.set(socket, state);
    socket.on("close", () => open.delete(socket));
    // A reset is the point of the bench.
    socket.on("error", () => undefined);
    if (behaviour.onConnect) {
      behaviour.onConnect(socket);
      return;
    }
    socket.on("end", () => socket.end());
    readRequests(socket, state, behaviour.onRequest);
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
  onRequest: (line: Line) => void,
): void {
  let [text, nth] = ["", 0];
  const reply = (answer: string) => {
    state.busy = false;
    socket.write(answer, "latin1");
  };
  socket.on("data", (bytes) => {
    state.busy = true;
    text += bytes.toString("latin1");
    for (let end = endOfRequest(text); end > 0; end = endOfRequest(text)) {
      const [method = "", path = ""] = text.split(" ", 2);
      text = text.slice(end);
      onRequest({ socket, method, path, nth: ++nth, reply });
    }
  });
}

/** Where the first request ends; 0 while it is not complete. */
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

/** A loopback port on which nobody listens. It lies below those that systems hand out, so that nobody comes to. */
export async function closedPort(): Promise<number> {
  for (;;) {
    const port = candidate++;
    try {
      const probe = await startServer({ onRequest: () => undefined }, port);
      await probe.close();
      return port;
    } catch {
      // Taken by someone else: the next one.
    }
  }
}
