import { connect, type Socket } from "node:net";

/** What is asked of the emulator at this port. */
export interface Plan {
  readonly port: number;
  readonly key: string;
  readonly pod: string;
  readonly job: string;
}

export interface Outcome {
  readonly count: number;
  readonly failed: number;
  readonly median: number;
  readonly slowest: number;
}

/** One request after the other over each connection, for some seconds. Written on sockets: a client costs more than the server. */
export async function sustain(
  plan: Plan,
  connections: number,
  seconds: number,
): Promise<Outcome> {
  const requests = mixOf(plan);
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  let failed = 0;
  const workers = Array.from({ length: connections }, async (_, worker) => {
    const exchange = await open(plan.port);
    for (let turn = worker; performance.now() < end; turn++) {
      const { bytes, status } = requests[turn % requests.length] ?? never();
      const begun = performance.now();
      if ((await exchange.send(bytes)) !== status) failed++;
      times.push(performance.now() - begun);
    }
    exchange.close();
  });
  await Promise.all(workers);
  times.sort((a, b) => a - b);
  return {
    ...{ count: times.length, failed },
    median: times[times.length >> 1] ?? NaN,
    slowest: times.at(-1) ?? NaN,
  };
}

/** Of ten requests five read a Pod, four read a job and one creates a Pod. */
function mixOf({ port, key, pod, job }: Plan) {
  const write = (method: string, path: string, body = "") => {
    const head = [
      `${method} ${path} HTTP/1.1`,
      `host: 127.0.0.1:${port}`,
      `authorization: Bearer ${key}`,
      ...(body === "" ? [] : ["content-type: application/json"]),
      ...(body === "" ? [] : [`content-length: ${body.length}`]),
    ];
    return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
  };
  const read = { bytes: write("GET", `/v1/pods/${pod}`), status: 200 };
  const look = {
    bytes: write("GET", `/v2/flux-dev/status/${job}`),
    status: 200,
  };
  const body = JSON.stringify({ name: "bench", imageName: "ubuntu:24.04" });
  const make = { bytes: write("POST", "/v1/pods", body), status: 201 };
  return [read, look, read, look, read, look, read, look, read, make];
}

interface Exchange {
  /** Sends a request; resolves with the status once the whole answer is here. */
  readonly send: (bytes: Buffer) => Promise<number>;
  readonly close: () => void;
}

async function open(port: number): Promise<Exchange> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await new Promise((resolve, reject) => {
    socket.once("connect", resolve).once("error", reject);
  });
  return exchangeOver(socket);
}

function exchangeOver(socket: Socket): Exchange {
  let text = "";
  let answered: (status: number) => void = never;
  let lost: (error: Error) => void = never;
  socket.setEncoding("latin1").on("data", (piece: string) => {
    text += piece;
    if (!isWhole(text)) return;
    const status = Number(text.slice(9, 12));
    text = "";
    answered(status);
  });
  socket.on("close", () => lost(new Error("the connection was closed")));
  return {
    send: (bytes) =>
      new Promise((resolve, reject) => {
        answered = resolve;
        lost = reject;
        socket.write(bytes);
      }),
    close: () => socket.destroy(),
  };
}

function isWhole(text: string): boolean {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1];
  if (length !== undefined) return text.length >= end + 4 + Number(length);
  return text.endsWith("0\r\n\r\n");
}

function never(): never {
  throw new Error("the load generator is at fault");
}
