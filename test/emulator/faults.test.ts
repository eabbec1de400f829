import { afterEach, describe, expect, test } from "vitest";
import { createEmulator, type FaultRule } from "../../src/emulator/index.js";

const VOLUME = { name: "a", size: 10, dataCenterId: "EU-RO-1" };
const CREATE = "POST /networkvolumes";

const opened: { close: () => Promise<void> }[] = [];
afterEach(() => Promise.all(opened.splice(0).map(({ close }) => close())));

/** The same account in memory and over a socket: each way to reach it gives what a call was answered with. */
const ways = {
  memory: () => {
    const emulator = createEmulator();
    const { urls } = emulator;
    const reached = caller(emulator, emulator.fetch, urls.baseUrl);
    return Promise.resolve(reached);
  },
  socket: async () => {
    const emulator = createEmulator();
    opened.push(emulator);
    const { urls } = await emulator.listen();
    return caller(emulator, fetch, urls.baseUrl);
  },
};

function caller(
  emulator: ReturnType<typeof createEmulator>,
  send: typeof fetch,
  baseUrl: string,
) {
  const headers = {
    authorization: `Bearer ${emulator.apiKey}`,
    "content-type": "application/json",
  };
  const post = (signal?: AbortSignal) =>
    send(`${baseUrl}/networkvolumes`, {
      ...{ method: "POST", headers, body: JSON.stringify(VOLUME) },
      ...(signal ? { signal } : {}),
    });
  const count = () => emulator.snapshot().networkVolumes.length;
  const fail = (fault?: FaultRule) => emulator.fail(CREATE, fault);
  return { emulator, post, count, fail };
}

describe.each(Object.entries(ways))("a fault in %s", (_, reach) => {
  test("is a 500 in the surface's own words, once", async () => {
    const { post, fail, count } = await reach();
    fail();
    const response = await post();
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      message: "this fault was asked for",
    });
    expect([(await post()).status, count()]).toEqual([200, 1]);
  });

  test("answers with the status, headers and body asked for", async () => {
    const { post, fail, count } = await reach();
    fail({ status: 503, headers: { "retry-after": "7" } });
    fail({ body: "<html>", headers: { "content-type": "text/html" } });
    fail({ body: { odd: true }, status: 202 });
    fail({ status: 204 });
    const answers = [await post(), await post(), await post(), await post()];
    expect(answers.map(({ status }) => status)).toEqual([503, 200, 202, 204]);
    expect(answers[0]?.headers.get("retry-after")).toBe("7");
    expect(await answers[1]?.text()).toBe("<html>");
    expect(await answers[2]?.json()).toEqual({ odd: true });
    expect(count()).toBe(0);
  });

  test("resets the connection before the request is carried out, or after", async () => {
    const { emulator, post, fail, count } = await reach();
    fail({ reset: "before" });
    await expect(post()).rejects.toThrow(TypeError);
    expect(count()).toBe(0);
    fail({ reset: "after" });
    await expect(post()).rejects.toThrow(TypeError);
    expect(count()).toBe(1);
    expect(emulator.requests.map(({ status }) => status)).toEqual([
      undefined,
      undefined,
    ]);
    expect((await post()).status).toBe(200);
  });

  test("cuts the body after so many bytes", async () => {
    const { post, fail, count } = await reach();
    for (const bytes of [0, 5]) {
      fail({ truncate: bytes });
      const response = await post();
      expect(response.status).toBe(200);
      const got: number[] = [];
      const read = async () => {
        for await (const piece of response.body ?? []) got.push(...piece);
      };
      await expect(read()).rejects.toThrow(TypeError);
      expect(new TextDecoder().decode(Uint8Array.from(got))).toBe(
        '{"id"'.slice(0, bytes),
      );
    }
    fail({ truncate: 3, status: 503, body: "overloaded" });
    await expect((await post()).text()).rejects.toThrow(TypeError);
    expect(count()).toBe(2);
  });

  test("passes over the first requests, hits so many, and waits behind another", async () => {
    const { post, fail } = await reach();
    fail({ status: 500, after: 2, times: 2 });
    fail({ status: 503 });
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1)
      statuses.push((await post()).status);
    expect(statuses).toEqual([503, 200, 500, 500, 200, 200]);
  });

  test("hits by chance, the same way with the same seed", async () => {
    const play = async () => {
      const { post, fail } = await reach();
      fail({ status: 500, probability: 0.3, times: Infinity });
      const statuses: number[] = [];
      for (let count = 0; count < 40; count += 1)
        statuses.push((await post()).status);
      return statuses;
    };
    const statuses = await play();
    expect(await play()).toEqual(statuses);
    const hits = statuses.filter((status) => status === 500).length;
    expect(hits).toBeGreaterThan(4);
    expect(hits).toBeLessThan(24);
  });

  test("delays until the caller gives up, and carries out what it does not refuse", async () => {
    const { post, fail, emulator } = await reach();
    fail({ delay: 30_000 });
    const gone = new AbortController();
    const end = new Promise<void>((resolve) =>
      emulator.subscribe(({ kind }) => {
        if (kind === "request") resolve();
      }),
    );
    const sent = post(gone.signal);
    while (emulator.requests.length === 0)
      await new Promise((resolve) => setImmediate(resolve));
    gone.abort(new RangeError("enough"));
    await expect(sent).rejects.toThrow(RangeError);
    await end;
    expect(emulator.requests).toHaveLength(1);
  });
});

test("a delay and the latency pass on a manual clock", async () => {
  const emulator = createEmulator({ clock: "manual", latency: 200 });
  const { post } = caller(emulator, emulator.fetch, emulator.urls.baseUrl);
  emulator.fail(CREATE, { delay: 300 });
  let status = 0;
  const answered = post().then((response) => (status = response.status));
  await emulator.clock.advance(499);
  expect(status).toBe(0);
  await emulator.clock.advance(1);
  expect(await answered).toBe(200);
});

test("a fault on an update hits both its spellings, and one on files the files", async () => {
  const emulator = createEmulator({ clock: "manual" });
  const { baseUrl, publicBaseUrl } = emulator.urls;
  emulator.fail("PATCH /pods/{podId}", { status: 418, times: 2 });
  const headers = { authorization: `Bearer ${emulator.apiKey}` };
  const patch = await emulator.fetch(`${baseUrl}/pods/x`, {
    method: "PATCH",
    headers,
  });
  const post = await emulator.fetch(`${baseUrl}/pods/x/update`, {
    method: "POST",
    headers,
  });
  expect([patch.status, post.status]).toEqual([418, 418]);
  emulator.fail("GET /files/{name}", { status: 403 });
  expect((await emulator.fetch(`${publicBaseUrl}/files/x.png`)).status).toBe(
    403,
  );
});

test("500 jobs at once over loopback each end once, with a result of their own", async () => {
  const emulator = createEmulator({ speed: 50 });
  opened.push(emulator);
  const { urls } = await emulator.listen();
  const model = ({ index }: { index: number }) => index * 2;
  emulator.model("double", model, {
    coldStart: 100,
    executionTime: 1000,
    workers: 100,
  });
  const headers = {
    authorization: `Bearer ${emulator.apiKey}`,
    "content-type": "application/json",
  };
  const at = `${urls.publicBaseUrl}/v2/double`;
  const results = await Promise.all(
    Array.from({ length: 500 }, async (_, index) => {
      const body = JSON.stringify({ input: { index } });
      const run = await fetch(`${at}/run`, { method: "POST", headers, body });
      const { id } = (await run.json()) as { id: string };
      const held = await fetch(`${at}/status-sync/${id}?wait=300000`, {
        headers,
      });
      return (await held.json()) as { status: string; output: number };
    }),
  );
  expect(results.map(({ output }) => output)).toEqual(
    results.map((_, index) => index * 2),
  );
  const health = await fetch(`${at}/health`, { headers });
  expect(await health.json()).toMatchObject({
    jobs: { completed: 500, failed: 0, inProgress: 0, inQueue: 0 },
  });
});
