import { once } from "node:events";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { describe, expect, test, vi } from "vitest";
import { createEmulator, type Emulator } from "../src/index.js";
import { createAccount } from "./support/account.js";
import { DAY, jobsAt } from "./support/job-calls.js";

const MEBIBYTE = 2 ** 20;

/** Runs with an emulator that listens, and closes the emulator at the end. */
async function whileListening(
  act: (emulator: Emulator, origin: string, port: number) => Promise<void>,
): Promise<void> {
  const emulator = createEmulator();
  const { urls, port } = await emulator.listen();
  try {
    await act(emulator, urls.publicBaseUrl, port);
  } finally {
    await emulator.close();
  }
}

/** A GET with headers that fetch does not let a caller set. */
async function getWith(
  origin: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<IncomingMessage> {
  const sent = httpRequest(origin + path, { headers }).end();
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.resume();
  return response;
}

/** The first line of the answer to a request whose announced body is never sent. */
async function answerWithoutBody(port: number, head: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  socket.write(`${head}\r\n\r\n`);
  const [data] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  const [line = ""] = data.toString().split("\r\n");
  return line;
}

const headOf = (route: string, key: string, bytes: number) =>
  `${route} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\n` +
  `content-type: application/json\r\ncontent-length: ${bytes}`;

test("the API key of an emulator is random, unless an option gives it, and stays after a reset", () => {
  const keys = [createEmulator(), createEmulator()].map(({ apiKey }) => apiKey);
  expect(new Set(keys).size).toBe(2);
  expect(keys[0]).toMatch(/^emu_[0-9a-f]{32}$/);
  const own = createEmulator({ apiKey: "own" });
  own.reset();
  expect(own.apiKey).toBe("own");
});

describe("a web page of another site", () => {
  test.each([
    ["http://localhost:3000", true],
    ["https://127.0.0.1:8443", true],
    ["http://[::1]:1", true],
    ["https://evil.example", false],
    ["http://localhost.evil.example", false],
    ["null", false],
  ])("at the origin %s may read an answer: %s", async (origin, isAllowed) => {
    await whileListening(async (emulator, url) => {
      const headers = { authorization: `Bearer ${emulator.apiKey}`, origin };
      for (const method of ["GET", "OPTIONS"]) {
        const response = await fetch(`${url}/v1/pods`, { method, headers });
        const allowed = response.headers.get("access-control-allow-origin");
        expect(allowed).toBe(isAllowed ? origin : null);
      }
    });
  });

  test.each([
    ["evil.example", 403],
    ["db.internal", 403],
    ["127.0.0.1.evil.example", 403],
    ["localhost", 200],
    ["app.localhost:80", 200],
    ["emulator", 200],
  ])(
    "that reaches the emulator by the host name %s gets %i",
    async (host, status) => {
      await whileListening(async (emulator, url) => {
        const authorization = `Bearer ${emulator.apiKey}`;
        for (const path of ["/v1/pods", "/"]) {
          const response = await getWith(url, path, { host, authorization });
          expect(response.statusCode).toBe(status);
        }
      });
    },
  );

  test("is let in by a host name that an option allows", async () => {
    const emulator = createEmulator();
    const { urls } = await emulator.listen({ allowedHosts: ["gpu.example"] });
    const response = await getWith(urls.publicBaseUrl, "/v1/pods", {
      host: "gpu.example",
      authorization: `Bearer ${emulator.apiKey}`,
    });
    expect(response.statusCode).toBe(200);
    await emulator.close();
  });
});

describe("the body of a request to the emulator", () => {
  test("is not read before the key was checked, nor where its announced size is above a limit", async () => {
    await whileListening(async ({ apiKey }, _, port) => {
      const control = "PUT /_emulator/snapshot";
      for (const [head, status] of [
        [headOf("POST /v2/flux-dev/run", "wrong", 1000), 401],
        [headOf("POST /v1/pods", apiKey, 99_000_000), 413],
        [headOf(control, apiKey, 300_000_000), 413],
      ] as const)
        expect(await answerWithoutBody(port, head)).toContain(` ${status} `);
    });
  });

  test("is refused above the limit of its route, in the shape of the surface", async () => {
    const { call } = createAccount();
    const send = async (path: string, bytes: number) => {
      const input = { prompt: "a".repeat(bytes) };
      const { status, body } = await call("POST", path, { input });
      return [status, Object.keys(body as object)];
    };
    const run = "/v2/flux-dev/run";
    expect(await send(run, 9.5 * MEBIBYTE)).toEqual([200, ["id", "status"]]);
    expect(await send(run, 10 * MEBIBYTE)).toEqual([400, ["error"]]);
    expect(await send("/v1/pods", MEBIBYTE)).toEqual([
      413,
      ["error", "status"],
    ]);
    expect(await send("/graphql", MEBIBYTE)).toEqual([413, ["errors"]]);
  });

  test("is refused with 400 where it is nested so deeply that nobody could write it as JSON again", async () => {
    const { emulator, call } = createAccount();
    emulator.model("mine", () => "done");
    const headers = { "content-type": "application/json" };
    const send = async (path: string, depth: number) => {
      const text = `{"input":{"a":${"[".repeat(depth)}${"]".repeat(depth)}}}`;
      const settings = { headers, text };
      const { status, body } = await call("POST", path, undefined, settings);
      return [status, Object.keys(body as object)];
    };
    expect(await send("/v2/mine/run", 490)).toEqual([200, ["id", "status"]]);
    expect(await send("/v2/mine/run", 20_000)).toEqual([400, ["error"]]);
    expect(await send("/v1/pods", 20_000)).toEqual([400, ["error", "status"]]);
    expect(await send("/graphql", 20_000)).toEqual([400, ["errors"]]);
    expect(await send("/_emulator/seed", 20_000)).toEqual([400, ["error"]]);
    for (const path of ["requests", "jobs", "snapshot"])
      expect((await call("GET", `/_emulator/${path}`)).status).toBe(200);
  });

  test("is refused with 400 where its GraphQL document has more than 10,000 tokens", async () => {
    const { call } = createAccount();
    const send = (count: number) => {
      const field = (_: unknown, index: number) => `a${index}:countryCodes`;
      const fields = Array.from({ length: count }, field);
      return call("POST", "/graphql", { query: `{${fields.join(" ")}}` });
    };
    expect((await send(3000)).status).toBe(200);
    const refused = await send(4000);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain("10000 tokens");
  });

  test("that its sender aborts prints nothing and ends nothing", async () => {
    const printed = vi.spyOn(console, "error").mockReturnValue(undefined);
    await whileListening(async ({ apiKey, requests }, url, port) => {
      const socket = connect(port, "127.0.0.1");
      const head = headOf("POST /v1/pods", apiKey, 1000);
      socket.write(`${head}\r\n\r\n{"imageName":`);
      const authorization = `Bearer ${apiKey}`;
      const list = () =>
        fetch(`${url}/v1/pods`, { headers: { authorization } });
      while (!requests.some(({ method }) => method === "POST")) await list();
      socket.destroy();
      while (requests.find(({ method }) => method === "POST")?.status !== 400)
        await list();
      expect(await (await list()).json()).toEqual([]);
    });
    expect(printed.mock.calls).toEqual([]);
    printed.mockRestore();
  });
});

describe("what the emulator keeps is bounded:", () => {
  test("a job of OpenAI's routes counts with the bytes of its body", async () => {
    const { emulator, callOk } = createAccount({ clock: "real", speed: 200 });
    const content = "a".repeat(MEBIBYTE);
    const body = { model: "text-demo", messages: [{ role: "user", content }] };
    await callOk("POST", "/v2/text-demo/openai/v1/chat/completions", body);
    const [job] = emulator.snapshot().jobs;
    expect(job?.sizeBytes).toBeGreaterThan(MEBIBYTE);
  });

  test("files, a day after they can no longer be fetched", async () => {
    const { emulator, run, advance } = jobsAt("flux-dev");
    await run();
    await advance(9 * DAY);
    await run();
    await advance(2000);
    expect(emulator.snapshot().files).toHaveLength(1);
  });
});
