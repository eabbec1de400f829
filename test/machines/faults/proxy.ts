import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Emulator } from "cloud-compute-emulator";
import { responseText } from "../../faults/behaviours.js";
import type { Row } from "../../faults/row.js";

/** The calls of a rental that a fault can strike. */
type Operation = "create" | "list" | "get" | "delete";

/** A fault that strikes the requests of one operation. */
export interface Fault {
  readonly operation: Operation;
  readonly row: Row;
  /** Whether the emulator carries the request out before the fault strikes. */
  readonly isCarriedOut: boolean;
  /** Which requests of the operation the fault strikes. */
  readonly strikes: (nth: number) => boolean;
}

interface Proxy {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Passes requests on to an emulator in memory, and lets the faults strike at the level of the socket. */
export async function startProxy(
  emulator: Emulator,
  faults: readonly Fault[],
): Promise<Proxy> {
  const counts = new Map<Operation, number>();
  const sockets = new Set<Socket>();
  const since = Date.now();
  const server = createServer((request, response) => {
    void (async () => {
      const operation = operationOf(request);
      const count = (counts.get(operation) ?? 0) + 1;
      counts.set(operation, count);
      const fault = faults.find(
        (each) => each.operation === operation && each.strikes(count),
      );
      const body = await readText(request);
      if (!fault) {
        const answer = await forward(emulator, request, body);
        response.writeHead(answer.status, {
          "content-type": "application/json",
        });
        response.end(answer.body);
        return;
      }
      const answer = fault.isCarriedOut
        ? await forward(emulator, request, body)
        : { status: 200, body: '{"id":"p1"}' };
      strike(fault.row, request, answer, { count, since });
    })();
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  });
  server.on("clientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

function strike(
  row: Row,
  { socket, method = "", url: path = "" }: IncomingMessage,
  { status, body }: Answer,
  { count, since }: { readonly count: number; readonly since: number },
): void {
  if (row.onConnect) {
    row.onConnect(socket);
    return;
  }
  // Node's server has not answered on this connection, so the connection ends with the answer.
  const reply = (text: string) => {
    const head = "\r\n";
    socket.end(text.replace(head, `${head}connection: close${head}`), "latin1");
  };
  const good = responseText(status, body);
  if (row.breaks) {
    breakOff(socket, good, row.breaks.during);
    return;
  }
  const otherOrigin = "http://127.0.0.1:1";
  const context = {
    body: body || "{}",
    good,
    otherOrigin,
    count: 1,
    since,
    fallSilent: () => undefined,
  };
  row.behaviour({ socket, method, path, nth: count, reply }, context);
}

/** Sends a half of the headers, or the headers and a half of the body, and resets the connection. */
function breakOff(
  socket: Socket,
  response: string,
  during: "headers" | "body",
): void {
  const bodyAt = response.indexOf("\r\n\r\n") + 4;
  const length =
    during === "headers" ? bodyAt / 2 : (bodyAt + response.length) / 2;
  socket.write(response.slice(0, length), "latin1", () =>
    setImmediate(() => socket.resetAndDestroy()),
  );
}

function operationOf({ method, url = "" }: IncomingMessage): Operation {
  if (method === "POST") return "create";
  if (method === "DELETE") return "delete";
  return /\/pods\/\w/.test(url) ? "get" : "list";
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const bytes of request) text += String(bytes);
  return text;
}

async function forward(
  emulator: Emulator,
  { method = "GET", url = "", headers }: IncomingMessage,
  body: string,
): Promise<Answer> {
  const { authorization = "" } = headers;
  const init: RequestInit = {
    method,
    headers: { authorization, "content-type": "application/json" },
  };
  if (body !== "") init.body = body;
  const response = await emulator.fetch(`https://emulator.invalid${url}`, init);
  return { status: response.status, body: await response.text() };
}
