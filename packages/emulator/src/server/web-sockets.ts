import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import type {
  AnswerRequest,
  Connection,
  PassedOn,
} from "../http/connection.js";

import { isForLoadBalancer } from "./load-balancer.js";

type NetModule = typeof import("node:net");

/** What a request loses that is answered like any other. */
const UPGRADE_HEADERS = ["connection", "http2-settings", "upgrade"];
/** The worker does not get the key of the account. */
const OWN_HEADERS = ["authorization", "host"];

/**
 * Passes WebSockets on to the workers of load balancing endpoints, after the checks that any request goes through. Returns a
 * function that ends the open ones.
 */
export function passOnWebSockets(
  server: Server,
  answer: AnswerRequest,
  net: NetModule,
): () => void {
  const sockets = new Set<Duplex>();
  server.on("upgrade", (incoming, socket: Duplex, head) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
    // Clients of HTTP/2, such as that of Java, ask for an upgrade with each request: the answer may be one of HTTP/1.1.
    if (!isForWorker(incoming))
      answerWithoutUpgrade(server, incoming, socket, head);
    else void answerWebSocket(answer, net, incoming, socket, head);
  });
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

/** Whether a request asks for a WebSocket of the worker of a load balancing endpoint. */
function isForWorker(incoming: IncomingMessage): boolean {
  const isWebSocket = incoming.headers.upgrade?.toLowerCase() === "websocket";
  const url = urlOf(incoming);
  return isWebSocket && URL.canParse(url) && isForLoadBalancer(new URL(url));
}

function urlOf({ headers, url = "/" }: IncomingMessage): string {
  return `http://${headers.host ?? "localhost"}${url}`;
}

/** Lets the server read the request again, without the headers that ask for an upgrade. */
function answerWithoutUpgrade(
  server: Server,
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const lines = headerLines(incoming, UPGRADE_HEADERS);
  const request = `${requestLine(incoming, incoming.url)}${lines}\r\n`;
  socket.unshift(Buffer.concat([Buffer.from(request, "latin1"), head]));
  server.emit("connection", socket);
}

async function answerWebSocket(
  answer: AnswerRequest,
  net: NetModule,
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  socket.on("close", abort);
  const request = new Request(urlOf(incoming), {
    headers: pairsOf(incoming),
    signal: controller.signal,
  });
  const connection: Connection = { isUpgrade: true };
  const response = await answer(request, connection);
  socket.off("close", abort);
  const { passedOnTo, cutAfter } = connection;
  if (cutAfter !== undefined) socket.destroy();
  else if (passedOnTo) connect(net, passedOnTo, incoming, socket, head);
  else await refuse(response, socket);
}

/** Joins the socket of a client with one of the worker, which answers the request itself. */
function connect(
  net: NetModule,
  { port, path }: PassedOn,
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const worker = net.connect(port, "127.0.0.1");
  worker.on("error", () => socket.destroy());
  worker.on("close", () => socket.destroy());
  socket.on("close", () => worker.destroy());
  const host = `host: 127.0.0.1:${port}\r\n`;
  const lines = headerLines(incoming, OWN_HEADERS);
  worker.write(`${requestLine(incoming, path)}${host}${lines}\r\n`, "latin1");
  worker.write(head);
  socket.pipe(worker).pipe(socket);
}

async function refuse(response: Response, socket: Duplex): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  const headers = new Headers(response.headers);
  headers.set("connection", "close");
  headers.set("content-length", String(body.length));
  const lines = Array.from(headers, ([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${response.status} \r\n${lines.join("")}\r\n`);
  socket.end(body);
}

function requestLine({ method }: IncomingMessage, path = "/"): string {
  return `${method} ${path} HTTP/1.1\r\n`;
}

function headerLines(
  incoming: IncomingMessage,
  dropped: readonly string[],
): string {
  return pairsOf(incoming)
    .filter(([name]) => !dropped.includes(name.toLowerCase()))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
}

/** The headers as they came. */
function pairsOf({ rawHeaders }: IncomingMessage): [string, string][] {
  const pairs: [string, string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    pairs.push([rawHeaders[index] ?? "", rawHeaders[index + 1] ?? ""]);
  return pairs;
}
