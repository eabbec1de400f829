import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient, type Client } from "../../src/index.js";

/**
 * A server in a thread of its own, which answers also while the thread of the test computes. It closes its idle connections
 * when the test asks for that, and then wakes the test.
 */
const SERVER = `
const { createServer } = require("node:http");
const { parentPort, workerData } = require("node:worker_threads");
const flag = new Int32Array(workerData);
const sockets = new Set();
let posts = 0;
const server = createServer((request, response) => {
  if (request.method === "POST") posts++;
  request.resume();
  request.on("end", () => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ id: "j" + posts, status: "IN_QUEUE", jobs: {}, workers: {}, posts }));
  });
});
server.keepAliveTimeout = 0;
server.on("connection", (socket) => {
  sockets.add(socket);
  socket.on("close", () => sockets.delete(socket));
});
parentPort.on("message", async () => {
  const closed = [...sockets].map((socket) => new Promise((done) => socket.on("close", done)));
  for (const socket of sockets) socket.destroy();
  await Promise.all(closed);
  Atomics.add(flag, 0, 1);
  Atomics.notify(flag, 0);
});
server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port));
`;

const shared = new SharedArrayBuffer(4);
const flag = new Int32Array(shared);
let server: Worker;
let cloud: Client;

beforeAll(async () => {
  server = new Worker(SERVER, { eval: true, workerData: shared });
  const [port] = (await once(server, "message")) as [number];
  const url = `http://127.0.0.1:${port}`;
  cloud = createClient({
    apiKey: "test-key",
    baseUrl: `${url}/v1`,
    publicBaseUrl: url,
    graphqlUrl: `${url}/graphql`,
  });
});
afterAll(async () => {
  await server.terminate();
});

/** Blocks the event loop until the server has closed every connection. */
function computeUntilAllAreClosed(): void {
  const before = Atomics.load(flag, 0);
  server.postMessage("close");
  Atomics.wait(flag, 0, before);
}

const CONNECTIONS = 10;

test.each<[string, (index: number) => Promise<unknown>]>([
  ["submits", (index: number) => cloud.model("m").run({ prompt: index })],
  ["creates", () => cloud.rest.POST("/pods", { body: { name: "a" } })],
  [
    "posts through cloud.fetch",
    () =>
      cloud.fetch(`${cloud.model("m").openai().baseURL}/x`, { method: "POST" }),
  ],
])(
  "%s after synchronous work avoid the connections that were closed meanwhile",
  async (_, send) => {
    const all = Array.from({ length: CONNECTIONS }, (_, index) => index);
    // Each of these keeps a connection of its own.
    await Promise.all(all.map(() => cloud.model("m").health()));
    computeUntilAllAreClosed();
    const ended = await Promise.allSettled(all.map(send));
    const reasons = ended.flatMap((each) =>
      each.status === "rejected" ? [each.reason as unknown] : [],
    );
    expect(reasons).toEqual([]);
  },
);
