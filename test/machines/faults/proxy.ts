import type { Socket } from "node:net";
import type { Emulator } from "cloud-compute-emulator";
import { responseText } from "../../faults/behaviours.js";
import type { Row } from "../../faults/row.js";
import { startServer, type ServerRequest } from "../../faults/server.js";

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

/** Passes requests on to an emulator in memory, and lets the faults strike at the level of the socket. */
export async function startProxy(
  emulator: Emulator,
  faults: readonly Fault[],
): Promise<{ readonly origin: string; readonly close: () => Promise<void> }> {
  const counts = new Map<Operation, number>();
  const since = Date.now();
  const onRequest = async (request: ServerRequest) => {
    const operation = operationOf(request);
    const count = (counts.get(operation) ?? 0) + 1;
    counts.set(operation, count);
    const fault = faults.find(
      (each) => each.operation === operation && each.strikes(count),
    );
    const { status, body } =
      fault?.isCarriedOut === false
        ? { status: 200, body: '{"id":"p1"}' }
        : await forward(emulator, request);
    const good = responseText(status, body);
    if (fault) strike(fault.row, request, good, body, since);
    else request.reply(good);
  };
  const server = await startServer({
    onRequest: (request) => void onRequest(request),
  });
  const origin = `http://127.0.0.1:${server.port}`;
  return { origin, close: () => server.close() };
}

function strike(
  { onConnect, breaks, behaviour }: Row,
  request: ServerRequest,
  good: string,
  body: string,
  since: number,
): void {
  if (onConnect) onConnect(request.socket);
  else if (breaks) breakOff(request.socket, good, breaks.during);
  else
    behaviour(request, {
      body: body || "{}",
      good,
      otherOrigin: "http://127.0.0.1:1",
      count: 1,
      since,
      fallSilent: () => undefined,
    });
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

function operationOf({ method, path }: ServerRequest): Operation {
  if (method === "POST") return "create";
  if (method === "DELETE") return "delete";
  return /\/pods\/\w/.test(path) ? "get" : "list";
}

async function forward(
  emulator: Emulator,
  { method, path, text }: ServerRequest,
): Promise<{ readonly status: number; readonly body: string }> {
  const [head = "", body = ""] = text.split("\r\n\r\n", 2);
  const authorization = /^authorization: *(.*)$/im.exec(head)?.[1] ?? "";
  const init: RequestInit = {
    method,
    headers: { authorization, "content-type": "application/json" },
  };
  if (body !== "") init.body = body;
  const response = await emulator.fetch(
    `https://emulator.invalid${path}`,
    init,
  );
  return { status: response.status, body: await response.text() };
}
