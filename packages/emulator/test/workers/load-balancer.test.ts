import { once } from "node:events";
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type RequestListener,
  type Server,
} from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import type { EmulatorOptions, WorkerConditions } from "../../src/index.js";
import { createAccount, LOAD_BALANCER } from "../support/account.js";

const cleanups: (() => unknown)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** What a worker received. */
interface Received {
  readonly line: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** What a request may set beside its path. */
type RequestSettings = Omit<RequestInit, "headers"> & {
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * A worker that is an HTTP server: its port, and the requests that it received beside those for its health. It compresses
 * what it sends from `/zip`, and sends nothing from `/slow`.
 */
async function startWorker(
  healthOf: () => number = () => 200,
  onSlow: () => void = () => undefined,
) {
  const received: Received[] = [];
  const answer: RequestListener = (request, response) => {
    const { method, url = "", headers } = request;
    if (url === "/ping") {
      response.writeHead(healthOf()).end();
      return;
    }
    void text(request).then((body) => {
      received.push({ line: `${method} ${url}`, headers, body });
      if (url === "/slow") {
        onSlow();
        return;
      }
      const encoding = url === "/zip" ? { "content-encoding": "gzip" } : {};
      response.writeHead(418, { "x-worker": "w1", ...encoding });
      const line = `${method} ${url}`;
      response.end(url === "/zip" ? gzipSync(line) : line);
    });
  };
  return { port: await listen(createServer(answer)), received };
}

/** The port at which a server listens until the test ends. */
async function listen(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  cleanups.push(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

/** A worker that is ready, and sends back what it gets on a WebSocket. */
async function startEchoWorker() {
  const opened: IncomingMessage[] = [];
  const server = createServer((_, response) => response.end());
  new WebSocketServer({ server }).on("connection", (socket, request) => {
    opened.push(request);
    socket.on("message", (data: Buffer) =>
      socket.send(`echo: ${data.toString()}`),
    );
  });
  return { port: await listen(server), opened };
}

/** Holds a request, which is answered with 400 after so many milliseconds and not before. */
async function expectHeld(
  { send, advance }: Awaited<ReturnType<typeof setUp>>,
  ms: number,
) {
  const held = send("/generate");
  await advance(ms - 1);
  expect(await Promise.race([held, Promise.resolve("held")])).toBe("held");
  await advance(1);
  const answer = await held;
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({
    error: "timed out waiting for worker",
  });
  return answer;
}

/** An emulator with a load balancing endpoint, and a function that sends a request to the endpoint. */
async function setUp(workers: object = {}, options: EmulatorOptions = {}) {
  const account = createAccount(options);
  const { emulator, callOk } = account;
  const body = { ...LOAD_BALANCER, workers };
  const { id } = await callOk("POST", "/v2/serverless", body);
  const { requestUrls } = await callOk<{
    readonly requestUrls: { readonly base: string; readonly health: string };
  }>("GET", `/v2/serverless/${id}`);
  const send = (
    path: string,
    { headers = {}, ...init }: RequestSettings = {},
  ) => {
    const authorization = `Bearer ${emulator.apiKey}`;
    return emulator.fetch(requestUrls.base + path, {
      ...init,
      headers: { authorization, ...headers },
    });
  };
  return { ...account, id, requestUrls, send };
}

/** The same with a worker at the endpoint. */
async function setUpWorker(
  conditions: WorkerConditions = {},
  ...settings: Parameters<typeof startWorker>
) {
  const account = await setUp();
  const { port, received } = await startWorker(...settings);
  account.emulator.account.setWorkers(account.id, { port, ...conditions });
  return { ...account, port, received };
}

describe("a load balancing endpoint of the emulator", () => {
  test("passes a request to the port of its worker, and the response back, without the API key", async () => {
    const { emulator, id, send, requestUrls, received } = await setUpWorker();
    const response = await send("/generate?count=2", {
      method: "POST",
      headers: { "x-request": "a", "content-type": "text/plain" },
      body: "a lighthouse",
    });
    expect(response.status).toBe(418);
    expect(response.headers.get("x-worker")).toBe("w1");
    expect(await response.text()).toBe("POST /generate?count=2");
    const [request] = received;
    expect(request?.body).toBe("a lighthouse");
    expect(request?.headers).toMatchObject({ "x-request": "a" });
    expect(request?.headers).not.toHaveProperty("authorization");
    expect((await send("")).status).toBe(418);
    expect(received[1]?.line).toBe("GET /");
    const health = await send(
      requestUrls.health.slice(requestUrls.base.length),
    );
    expect(health.status).toBe(200);
    expect(emulator.requests.at(-1)).toMatchObject({
      path: `/lb/${id}/ping`,
      status: 200,
    });
  });

  test("passes bodies on over a socket, of a known length or not, and what the worker compressed", async () => {
    const { emulator, id, received } = await setUpWorker();
    const { urls } = await emulator.listen();
    cleanups.push(() => emulator.close());
    const address = `${urls.publicBaseUrl}/lb/${id}/zip`;
    const authorization = `Bearer ${emulator.apiKey}`;
    const bodies = ["known", new Blob(["unknown"]).stream()];
    for (const body of bodies) {
      const response = await fetch(address, {
        method: "POST",
        headers: { authorization },
        body,
        duplex: "half",
      } as RequestInit);
      expect(await response.text()).toBe("POST /zip");
    }
    expect(received.map(({ body }) => body)).toEqual(["known", "unknown"]);
  });

  test("holds a request until its worker is ready, and shows the health as the worker answers", async () => {
    let asked = 0;
    const { send } = await setUpWorker({}, () => {
      asked += 1;
      return asked < 3 ? 204 : 200;
    });
    expect((await send("/ping")).status).toBe(204);
    expect((await send("/generate")).status).toBe(418);
    expect(asked).toBe(3);
  });

  test("answers 400 where no worker is ready for two minutes, or for as long as its conditions say", async () => {
    const balancer = await setUpWorker({}, () => 204);
    await expectHeld(balancer, 120_000);
    const { account } = balancer.emulator;
    account.setWorkers(balancer.id, { readyTimeoutMs: 5000 });
    await expectHeld(balancer, 5000);
  });

  const coldStarts = [
    ["coldStartMs of its conditions", 10_000, {}, { coldStartMs: 10_000 }],
    ["serviceTimes", 80_000, { serviceTimes: true }, {}],
  ] as const;
  test.each(coldStarts)(
    "holds its first request for the cold start by %s, shows the worker as initializing, and keeps the worker until it is idle",
    async (_, coldStartMs, options, conditions) => {
      const { emulator, id, callOk, send, advance } = await setUp({}, options);
      const { port, received } = await startWorker();
      emulator.account.setWorkers(id, { port, ...conditions });
      const expectWorkers = async (counts: object) => {
        const none = { idle: 0, initializing: 0, ready: 0, running: 0 };
        const health = await callOk("GET", `/v2/${id}/health`);
        expect(health).toMatchObject({ workers: { ...none, ...counts } });
      };
      await expectWorkers({});
      const held = [send("/generate"), send("/ping")];
      await advance(coldStartMs - 1);
      await expectWorkers({ initializing: 1 });
      expect(received).toEqual([]);
      await advance(1);
      const answers = await Promise.all(held);
      expect(answers.map(({ status }) => status)).toEqual([418, 200]);
      await expectWorkers({ idle: 1, ready: 1 });
      await advance(9999);
      expect((await send("/generate")).status).toBe(418);
      await advance(9999);
      await expectWorkers({ idle: 1, ready: 1 });
      await advance(1);
      await expectWorkers({});
    },
  );

  test("keeps its worker while a request is open, however long that takes", async () => {
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const { id, callOk, send, advance } = await setUpWorker(
      { coldStartMs: 1000 },
      () => 200,
      () => arrive(),
    );
    const held = send("/slow");
    await advance(1000);
    await arrived;
    await advance(60_000);
    expect(await callOk("GET", `/v2/${id}/health`)).toMatchObject({
      workers: { running: 1 },
    });
    await advance(270_000);
    expect((await held).status).toBe(504);
  });

  test("answers 400 after two minutes where the cold start takes longer, and with serviceTimes also without a program", async () => {
    const slow = await setUpWorker({ coldStartMs: 150_000 });
    await expectHeld(slow, 120_000);
    await slow.advance(30_000);
    expect((await slow.send("/generate")).status).toBe(418);
    const bare = await setUp({}, { serviceTimes: true });
    await expectHeld(bare, 120_000);
    expect(await bare.callOk("GET", `/v2/${bare.id}/health`)).toMatchObject({
      workers: { initializing: 1, ready: 0 },
    });
  });

  test("without a program answers 400 after two seconds, says why in a header and a warning, and has no worker that is ready", async () => {
    const balancer = await setUp({ min: 1 });
    const { emulator, id, callOk } = balancer;
    expect(await callOk("GET", `/v2/${id}/health`)).toMatchObject({
      workers: { idle: 0, initializing: 1, ready: 0, running: 0 },
    });
    const warnings: string[] = [];
    emulator.subscribe((event) => {
      if (event.kind === "warning") warnings.push(event.message);
    });
    await expectHeld(balancer, 2000);
    const answer = await expectHeld(balancer, 2000);
    expect(warnings).toEqual([answer.headers.get("x-emulator-warning")]);
    expect(warnings[0]).toContain(
      `no program for the load balancing endpoint ${id}`,
    );
    expect(warnings[0]).toContain(
      `--worker ${id} --worker-port <port> -- <command>`,
    );
  });

  test("counts its program as a worker: idle, running while it answers, and initializing until it is ready", async () => {
    let status = 204;
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const { id, callOk, send, advance } = await setUpWorker(
      {},
      () => status,
      () => arrive(),
    );
    const expectWorker = async (state: string) => {
      const isReady = state !== "initializing" ? 1 : 0;
      const none = { idle: 0, initializing: 0, running: 0 };
      const counts = { ...none, [state]: 1 };
      const health = await callOk("GET", `/v2/${id}/health`);
      expect(health).toMatchObject({
        jobs: { inProgress: 0 },
        workers: { ...counts, ready: isReady },
      });
      const listed = await callOk("GET", `/v2/serverless/${id}/workers`);
      expect(listed).toMatchObject({
        summary: { ...counts, total: 1 },
        workers: [{ status: state.toUpperCase() }],
      });
    };
    await expectWorker("initializing");
    status = 200;
    await expectWorker("idle");
    const held = send("/slow");
    await arrived;
    await expectWorker("running");
    await advance(330_000);
    await held;
    await expectWorker("idle");
  });

  test("needs no create: the port of a slug is enough for its requests and its health", async () => {
    const { emulator, call, callOk } = createAccount();
    const { port } = await startWorker();
    emulator.account.setWorkers("my-api", { port });
    expect(await callOk("GET", "/v2/my-api/health")).toMatchObject({
      workers: { idle: 1, ready: 1, running: 0 },
    });
    expect((await call("POST", "/v2/my-api/run", {})).status).toBe(400);
  });

  test("is delayed by the latency, and reaches its worker before a fault that says so", async () => {
    const { port, received } = await startWorker();
    const options = { clock: "real", latency: 20 } as const;
    const { emulator, id, send } = await setUp({}, options);
    emulator.account.setWorkers(id, { port });
    const route = "ANY /lb/{slug}/{path}";
    emulator.fail(route, { status: 504, carriedOut: true });
    emulator.fail(route, { reset: "after" });
    expect((await send("/late")).status).toBe(504);
    await expect(send("/lost")).rejects.toThrow("fetch failed");
    expect(received.map(({ line }) => line)).toEqual([
      "GET /late",
      "GET /lost",
    ]);
    const requests = emulator.requests.filter((each) => each.route === route);
    expect(requests.map(({ status }) => status)).toEqual([504, undefined]);
    expect(requests[0]?.durationMs).toBeGreaterThanOrEqual(19);
  });

  test("refuses the other calls of the job API, and a path of one's own at a model with a queue", async () => {
    const { emulator, id, call } = await setUp();
    emulator.model("mine", () => "done");
    for (const path of [`${id}/runsync`, `${id}/generate`, "mine/generate"]) {
      const { status, body } = await call("POST", `/v2/${path}`, {});
      expect([status, body]).toEqual([
        400,
        { error: "not allowed for QB API" },
      ]);
    }
    expect((await call("GET", `/v2/${id}/status/a`)).status).toBe(400);
    expect((await call("POST", "/v2/none/generate", {})).status).toBe(404);
  });

  test("is reached under a host name that begins with its id, as in the service", async () => {
    const { emulator, id } = await setUpWorker();
    const answer = await emulator.fetch(`https://${id}.api.example.com/a?b=1`, {
      headers: { authorization: `Bearer ${emulator.apiKey}` },
    });
    expect(await answer.text()).toBe("GET /a?b=1");
  });

  test("passes a WebSocket on to its worker without the API key, and refuses one like any other request", async () => {
    const { emulator, id, callOk } = await setUp();
    const { port, opened } = await startEchoWorker();
    emulator.account.setWorkers(id, { port });
    const { urls } = await emulator.listen();
    cleanups.push(() => emulator.close());
    const address = `${urls.publicBaseUrl}/lb/${id}/chat?room=1`;
    const open = (key: string) =>
      new WebSocket(address.replace("http", "ws"), {
        headers: { authorization: `Bearer ${key}` },
      });
    const socket = open(emulator.apiKey);
    await once(socket, "open");
    socket.send("a lighthouse");
    const [echo] = (await once(socket, "message")) as [Buffer];
    expect(echo.toString()).toBe("echo: a lighthouse");
    expect(opened[0]?.url).toBe("/chat?room=1");
    expect(opened[0]?.headers).not.toHaveProperty("authorization");
    // The service does not count an open WebSocket as work.
    expect(await callOk("GET", `/v2/${id}/health`)).toMatchObject({
      workers: { idle: 1, running: 0 },
    });
    const [error] = (await once(open("wrong"), "error")) as [Error];
    expect(error.message).toContain("401");
    const closed = once(socket, "close");
    await emulator.close();
    await closed;
  });

  test("answers a client that asks for HTTP/2 with each request, as one of HTTP/1.1", async () => {
    const { emulator } = await setUp();
    const { port } = await emulator.listen();
    cleanups.push(() => emulator.close());
    const request = httpRequest({
      port,
      method: "POST",
      path: "/v1/pods",
      headers: {
        authorization: `Bearer ${emulator.apiKey}`,
        connection: "Upgrade, HTTP2-Settings",
        upgrade: "h2c",
        "http2-settings": "AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA",
        "content-type": "application/json",
      },
    });
    request.end(JSON.stringify({ imageName: "ubuntu:24.04" }));
    const [response] = (await once(request, "response")) as [IncomingMessage];
    expect(response.statusCode).toBe(201);
    expect(await text(response)).toContain("ubuntu:24.04");
  });

  test("requires the API key, and refuses a body above 30 MB", async () => {
    const { send, received } = await setUpWorker();
    const headers = { authorization: "Bearer wrong" };
    expect((await send("/generate", { headers })).status).toBe(401);
    const body = new Uint8Array(30_000_001);
    const size = { "content-length": String(body.length) };
    const large = { method: "POST", body, headers: size };
    expect((await send("/generate", large)).status).toBe(413);
    expect(received).toEqual([]);
  });

  test("keeps the port of its worker when other conditions of its workers are set", async () => {
    const { emulator, id, call, send, port } = await setUpWorker();
    emulator.account.setWorkers(id, { throttled: false });
    expect((await send("/")).status).toBe(418);
    const set = (workers: object) =>
      call("PATCH", "/_emulator/account", { workers });
    expect((await set({ [id]: { port: 0 } })).status).toBe(400);
    expect((await set({ [id]: { port } })).status).toBe(200);
  });
});
