import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createClient, ResponseError, type Client } from "../../src/index.js";
import { rejectionOf } from "../support/rejection.js";

/** What the server has received: the method, the length that the header gives, and the body. */
let received: { method?: string; length?: string; body: string }[] = [];

const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8");
  request.on("data", (part: string) => (body += part));
  request.on("end", () => {
    const { method = "", headers } = request;
    const length = headers["content-length"] ?? "none";
    received.push({ method, length, body });
    response.writeHead(421, { "content-type": "text/html" });
    response.end("<title>Misdirected</title>");
  });
});
let cloud: Client;

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  cloud = createClient({
    apiKey: "test-key",
    baseUrl: `${url}/v1`,
    publicBaseUrl: url,
    graphqlUrl: `${url}/graphql`,
  });
});
beforeEach(() => {
  received = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

it.each<[string, string, () => Promise<unknown>]>([
  ["run", "POST", () => cloud.model("demo").run({ prompt: "à la mer" })],
  ["an update", "PATCH", () => cloud.pods.update("p1", { name: "mine" })],
  ["a delete", "DELETE", () => cloud.pods.delete("p1")],
  [
    "a mutation",
    "POST",
    () => cloud.graphql.stopPod({ input: { podId: "p1" } }),
  ],
])(
  "%s is sent once when 421 answers it, which Node's own fetch would send again",
  async (_, method, act) => {
    const error = await rejectionOf(act());
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).toMatchObject({ status: 421, maybeSent: true });
    expect(received).toHaveLength(1);
    const [{ body, length } = { body: "", length: "" }] = received;
    const bytes = Buffer.byteLength(body);
    expect(received).toMatchObject([{ method }]);
    expect(length).toBe(method === "DELETE" ? "none" : String(bytes));
    expect(body).not.toContain("[object");
  },
);

it("run hands text to a function that has taken the place of Node's fetch", async () => {
  const own = globalThis.fetch;
  const bodies: unknown[] = [];
  globalThis.fetch = (_, init) => {
    bodies.push(init?.body);
    return Promise.resolve(Response.json({ id: "j1", status: "IN_QUEUE" }));
  };
  try {
    await cloud.model("demo").run({ prompt: "a pier" });
  } finally {
    globalThis.fetch = own;
  }
  expect(bodies).toEqual(['{"input":{"prompt":"a pier"}}']);
});
