import { fork } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { LAB } from "../../shared/paths.js";

/** What is sent to the emulator at this port. */
export interface Load {
  readonly port: number;
  readonly key: string;
  readonly pod: string;
  readonly job: string;
  readonly connections: number;
  readonly seconds: number;
}

interface LoadResult {
  readonly count: number;
  readonly failed: number;
  /** Milliseconds. */
  readonly median: number;
  readonly slowest: number;
}

/** Starts the load in a process of its own; resolves when the emulator is warm. */
export async function forkLoad(
  load: Load,
): Promise<{ readonly result: () => Promise<LoadResult> }> {
  const program = join(LAB, "bench", "emulator", "load-process.ts");
  const child = fork(program, [JSON.stringify(load)], {
    execArgv: ["--import", "tsx"],
  });
  await once(child, "message");
  return {
    result: async () => {
      const [result] = (await once(child, "message")) as [LoadResult];
      return result;
    },
  };
}

/** Sends one request after the other over each connection. Written on sockets, because a client costs more than the server. */
export async function sustain(
  load: Load,
  seconds: number,
): Promise<LoadResult> {
  const requests = requestsOf(load);
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  let failed = 0;
  const work = async (worker: number) => {
    const connection = await open(load.port);
    for (let turn = worker; performance.now() < end; turn++) {
      const request = requests[turn % requests.length];
      if (!request) break;
      const start = performance.now();
      if ((await connection.send(request.bytes)) !== request.status) failed++;
      times.push(performance.now() - start);
    }
    connection.close();
  };
  const workers = Array.from({ length: load.connections }, (_, worker) =>
    work(worker),
  );
  await Promise.all(workers);
  times.sort((a, b) => a - b);
  return {
    count: times.length,
    failed,
    median: times[times.length >> 1] ?? NaN,
    slowest: times.at(-1) ?? NaN,
  };
}

/** Of ten requests five read a Pod, four poll a job and one creates a Pod. */
function requestsOf({ port, key, pod, job }: Load) {
  const write = (method: string, path: string, body = "") => {
    const head = [
      `${method} ${path} HTTP/1.1`,
      `host: 127.0.0.1:${port}`,
      `authorization: Bearer ${key}`,
    ];
    if (body !== "")
      head.push(
        "content-type: application/json",
        `content-length: ${body.length}`,
      );
    return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
  };
  const read = { bytes: write("GET", `/v1/pods/${pod}`), status: 200 };
  const status = `/v2/flux-dev/status/${job}`;
  const poll = { bytes: write("GET", status), status: 200 };
  const body = JSON.stringify({ name: "bench", imageName: "ubuntu:24.04" });
  const create = { bytes: write("POST", "/v1/pods", body), status: 201 };
  return [read, poll, read, poll, read, poll, read, poll, read, create];
}

interface Connection {
  /** Sends a request; resolves with the status when the whole response has arrived. */
  readonly send: (bytes: Buffer) => Promise<number>;
  readonly close: () => void;
}

export async function open(port: number): Promise<Connection> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await once(socket, "connect");
  return connectionOver(socket);
}

function connectionOver(socket: Socket): Connection {
  let text = "";
  let pending: PromiseWithResolvers | undefined;
  socket.setEncoding("latin1").on("data", (chunk: string) => {
    text += chunk;
    if (!isComplete(text)) return;
    const status = Number(text.slice(9, 12));
    text = "";
    pending?.resolve(status);
  });
  socket.on("close", () =>
    pending?.reject(new Error("the connection was closed")),
  );
  return {
    send: (bytes) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject };
        socket.write(bytes);
      }),
    close: () => socket.destroy(),
  };
}

interface PromiseWithResolvers {
  readonly resolve: (status: number) => void;
  readonly reject: (error: Error) => void;
}

function isComplete(text: string): boolean {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, end))?.[1];
  if (length !== undefined) return text.length >= end + 4 + Number(length);
  return text.endsWith("0\r\n\r\n");
}
