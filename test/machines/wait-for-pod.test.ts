import { createServer as createHttpServer } from "node:http";
import {
  createServer,
  type AddressInfo,
  type Server,
  type Socket,
} from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { TimeoutError } from "../../src/index.js";
import { PodError, rentPod, waitForPod } from "../../src/machines/index.js";
import { rejectionOf } from "../support/rejection.js";
import { createAccount, IMAGE, withAddress } from "./support/account.js";
import { settleInSteps } from "./support/settle.js";

const servers: Server[] = [];
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all(
    servers
      .splice(0)
      .map((server) => new Promise((resolve) => server.close(resolve))),
  );
});

async function listen(server: Server): Promise<number> {
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push(server);
  return (server.address() as AddressInfo).port;
}

/** A TCP server that treats its nth connection as `act` says. */
function startTcp(act: (socket: Socket, nth: number) => void): Promise<number> {
  let count = 0;
  return listen(createServer((socket) => act(socket, ++count)));
}

/** A Pod whose public address is what `addressOf` returns for the nth read. */
async function createPod(
  ports: readonly string[],
  addressOf: (nth: number) => readonly [string | null, Record<string, number>],
) {
  let reads = 0;
  const account = createAccount(async (request, send) => {
    const response = await send(request);
    if (request.method !== "GET" || !request.url.includes("/pods/"))
      return response;
    return withAddress(response, ...addressOf(++reads));
  });
  account.emulator.account.setPods({
    provisionMs: 0,
    imagePullMs: 0,
    portsOpenMs: 0,
  });
  const { id } = await account.cloud.pods.create({
    ...IMAGE,
    ports: [...ports],
  });
  return { ...account, id, reads: () => reads };
}

/** A Pod whose SSH server is at this port of loopback. */
const createSshPod = (port: number) =>
  createPod(["22/tcp"], () => ["127.0.0.1", { 22: port }]);

const FAST = { interval: 50, timeout: 60_000 };
const SSH = "SSH-2.0-OpenSSH_9.7\r\n";
/** A port of loopback on which nothing listens. */
const CLOSED_PORT = 1;

describe("waitForPod over real sockets", () => {
  it("ends at its timeout while a port stays silent, and says so", async () => {
    const port = await startTcp(() => undefined);
    const { cloud, id } = await createSshPod(port);
    // The probe has five seconds, if the wait has. Node sets timers of a second for its own connections.
    const bound = vi.spyOn(globalThis, "setTimeout");
    const error = await rejectionOf(waitForPod(cloud, id, { timeout: 300 }));
    const delays = bound.mock.calls.map(([, delayMs = 0]) => delayMs);
    bound.mockRestore();
    expect(error).toMatchObject({ name: "TimeoutError", timeout: 300 });
    expect(String(error)).toContain("port 22 is not ready: no answer");
    expect(Math.max(...delays)).toBeLessThan(5000);
  });

  it("waits for an SSH banner that comes after a while, in pieces", async () => {
    let connections = 0;
    const port = await startTcp((socket, nth) => {
      connections = nth;
      if (nth < 3) return void socket.end();
      socket.write(SSH.slice(0, 2));
      setTimeout(() => socket.write(SSH.slice(2)), 20);
    });
    const { cloud, id } = await createSshPod(port);
    const { ssh } = await waitForPod(cloud, id, FAST);
    expect(connections).toBe(3);
    expect(ssh?.command).toBe(`ssh root@127.0.0.1 -p ${port}`);
  });

  it("does not take an open port for an SSH server that stays silent, or says something else", async () => {
    const port = await startTcp((socket, nth) => {
      if (nth > 1) socket.write("HTTP/1.1 400 Bad Request\r\n\r\n");
    });
    const { cloud, id } = await createSshPod(port);
    const error = await rejectionOf(
      waitForPod(cloud, id, { ...FAST, timeout: 6000 }),
    );
    expect(error).toBeInstanceOf(TimeoutError);
    expect(String(error)).toMatch(
      /port 22 is not ready: (no answer|the server sent another banner)/,
    );
  });

  it("does not trust an address that answered but has changed meanwhile, and tries the new one", async () => {
    const stranger = await startTcp((socket) => socket.write(SSH));
    let connections = 0;
    const right = await startTcp((socket, nth) => {
      connections = nth;
      socket.write(SSH);
    });
    const { cloud, id } = await createPod(["22/tcp"], (nth) => [
      "127.0.0.1",
      { 22: nth === 1 ? stranger : right },
    ]);
    const { ssh } = await waitForPod(cloud, id, FAST);
    expect(ssh?.port).toBe(right);
    expect(connections).toBe(1);
  });

  it("waits through 502 for the wanted status of an HTTP port, and sends no key", async () => {
    const statuses = [502, 502, 404, 200];
    const seen: string[] = [];
    const port = await listen(
      createHttpServer((request, response) => {
        seen.push(
          `${request.method ?? ""} ${request.url ?? ""} ${request.headers.authorization ?? "no key"}`,
        );
        response.statusCode = statuses.shift() ?? 200;
        response.end("x");
      }),
    );
    const proxyUrl = `http://127.0.0.1:${port}/{podId}/{port}`;
    const { cloud, id } = await createPod(["8000/http"], () => [null, {}]);
    const pod = await waitForPod(cloud, id, {
      ...FAST,
      proxyUrl,
      ready: { http: 8000, path: "/health", status: 200 },
    });
    expect(seen).toEqual(Array(4).fill(`GET /${id}/8000/health no key`));
    expect(pod.url(8000)).toBe(`http://127.0.0.1:${port}/${id}/8000`);
  });

  it("asks an HTTP port that is opened as tcp at the public address", async () => {
    const port = await listen(
      createHttpServer((_, response) => response.end("x")),
    );
    const { cloud, id } = await createPod(["8000/tcp"], () => [
      "127.0.0.1",
      { 8000: port },
    ]);
    const pod = await waitForPod(cloud, id, { ...FAST, ready: { http: 8000 } });
    expect(pod.url(8000)).toBe(`http://127.0.0.1:${port}`);
  });

  it("waits until all of several conditions hold", async () => {
    const ssh = await startTcp((socket) => socket.write(SSH));
    let connections = 0;
    const database = await startTcp(() => connections++);
    const { cloud, id } = await createPod(["22/tcp", "5432/tcp"], (nth) => [
      "127.0.0.1",
      { 22: ssh, 5432: nth < 4 ? CLOSED_PORT : database },
    ]);
    const ready = [{ tcp: 22 }, { tcp: 5432 }];
    await waitForPod(cloud, id, { ...FAST, ready });
    expect(connections).toBeGreaterThan(0);
  });

  it("ends at once with the signal's own reason, whatever it waits for", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const port = await startTcp(() => controller.abort(reason));
    const { cloud, id } = await createSshPod(port);
    const { signal } = controller;
    await expect(waitForPod(cloud, id, { signal })).rejects.toBe(reason);
  });
});

describe("waitForPod", () => {
  it.each([
    ["EXITED", "pod_exited"],
    ["TERMINATED", "pod_terminated"],
  ])("rejects for a Pod that is %s with %s", async (desiredStatus, code) => {
    const { cloud } = createAccount(async (request, send) => {
      const response = await send(request);
      if (request.method !== "GET") return response;
      const pod = (await response.json()) as object;
      const lastStatusChange = "out of memory";
      return Response.json({ ...pod, desiredStatus, lastStatusChange });
    });
    const { id } = await cloud.pods.create(IMAGE);
    const error = await rejectionOf(waitForPod(cloud, id));
    expect(error).toBeInstanceOf(PodError);
    expect(error).toMatchObject({ code, podId: id });
  });

  it("rejects for a Pod that does not exist ten seconds after it began", async () => {
    const { cloud } = createAccount();
    vi.useFakeTimers();
    const begun = performance.now();
    const error = await rejectionOf(settleInSteps(waitForPod(cloud, "none")));
    const elapsedMs = performance.now() - begun;
    vi.useRealTimers();
    expect(error).toMatchObject({ name: "PodError", code: "pod_not_found" });
    expect(String(error)).toContain("the service does not know Pod none");
    expect(elapsedMs).toBeGreaterThanOrEqual(10_000);
    expect(elapsedMs).toBeLessThan(15_000);
  });

  it("waits for a Pod that the service does not show at once after its create", async () => {
    const port = await startTcp((socket) => socket.write(SSH));
    let reads = 0;
    const { cloud } = createAccount(async (request, send) => {
      if (request.method === "GET" && ++reads <= 3)
        return Response.json({ error: "not found" }, { status: 404 });
      return withAddress(await send(request), "127.0.0.1", { 22: port });
    });
    const { id } = await cloud.pods.create({ ...IMAGE, ports: ["22/tcp"] });
    const { ssh } = await waitForPod(cloud, id, FAST);
    expect(ssh?.port).toBe(port);
  });

  it("rejects for a Pod that it has seen when the service has not known the Pod for a minute, and not before", async () => {
    let reads = 0;
    let late = 0;
    const now = performance.now.bind(performance);
    vi.spyOn(performance, "now").mockImplementation(() => now() + late);
    const { cloud, requests } = createAccount(async (request, send) => {
      if (request.method !== "GET") return send(request);
      if (++reads > 4) late = 61_000;
      if (reads > 2)
        return Response.json({ error: "not found" }, { status: 404 });
      return withAddress(await send(request), "127.0.0.1", { 22: CLOSED_PORT });
    });
    const { id } = await cloud.pods.create({ ...IMAGE, ports: ["22/tcp"] });
    const wait = waitForPod(cloud, id, { ...FAST, timeout: 200_000 });
    expect(await rejectionOf(wait)).toMatchObject({ code: "pod_not_found" });
    const gets = requests.filter(({ method }) => method === "GET");
    expect(gets).toHaveLength(5);
    vi.restoreAllMocks();
  });

  it("refuses a port that the Pod does not open", async () => {
    const { cloud } = createAccount();
    const { id } = await cloud.pods.create({ ...IMAGE, ports: ["8888/http"] });
    const error = await rejectionOf(waitForPod(cloud, id));
    expect(error).toMatchObject({ name: "InputError", parameter: "ready" });
  });

  it("ends when no poll has had an answer for outageTimeout, with the error of the last", async () => {
    let fails = false;
    const { cloud, requests } = createAccount((request, send) =>
      fails ? Response.json({ error: "x" }, { status: 500 }) : send(request),
    );
    const { id } = await cloud.pods.create(IMAGE);
    fails = true;
    const error = await rejectionOf(
      waitForPod(cloud, id, { interval: 50, outageTimeout: 200 }),
    );
    expect(error).toMatchObject({ name: "ResponseError", status: 500 });
    expect(requests.length).toBeGreaterThan(2);
  });

  it("ends a poll that stays silent for outageTimeout", async () => {
    let isSilent = false;
    const { cloud } = createAccount((request, send) =>
      isSilent ? new Promise<Response>(() => undefined) : send(request),
    );
    const { id } = await cloud.pods.create(IMAGE);
    isSilent = true;
    const error = await rejectionOf(
      waitForPod(cloud, id, { outageTimeout: 200 }),
    );
    expect(error).toMatchObject({
      name: "ConnectionError",
      cause: { name: "TimeoutError", timeout: 1000 },
    });
    expect(String(error)).toContain("the last poll got no response");
  });

  it("refuses at once what no further poll can change", async () => {
    const { cloud } = createAccount(() =>
      Response.json({ error: "x" }, { status: 403 }),
    );
    const error = await rejectionOf(waitForPod(cloud, "p1"));
    expect(error).toMatchObject({ name: "ResponseError", status: 403 });
  });
});

describe("rentPod on the emulator's real ports", () => {
  it("resolves when the image is pulled, the ports are open and SSH writes its banner", async () => {
    const { emulator, cloud } = createAccount();
    await emulator.listen();
    emulator.account.setPods({
      imagePullMs: 500,
      portsOpenMs: 1500,
      bannerMs: 50,
    });
    const details: string[] = [];
    try {
      const input = { ...IMAGE, ports: ["22/tcp"] };
      const pod = await rentPod(cloud, input, {
        maxHours: 1,
        ready: { tcp: 22 },
        interval: 50,
        onProgress: ({ detail }) => details.push(detail),
      });
      expect(pod.ssh?.host).toBe("127.0.0.1");
      // By 0.1.0, only the machine of the Pod has the data center.
      expect(pod.dataCenterId).toMatch(/^[A-Z]{2}-/);
      await pod.release();
    } finally {
      await emulator.close();
    }
    expect(details.join("\n")).toMatch(/the container is not up yet/);
    expect(details.join("\n")).toMatch(/port 22 is not ready/);
  });
});
