import { afterEach, describe, expect, test } from "vitest";
import { createEmulator, type FaultRule } from "../src/index.js";
import { createAccount, VOLUME } from "./support/account.js";

const CREATE = "POST /networkvolumes";

const opened: { close: () => Promise<void> }[] = [];
afterEach(() => Promise.all(opened.splice(0).map(({ close }) => close())));

/** The two ways to reach an emulator. */
const transports = {
  memory: () => {
    const emulator = createEmulator();
    const { urls } = emulator;
    return Promise.resolve(
      createCaller(emulator, emulator.fetch, urls.baseUrl),
    );
  },
  socket: async () => {
    const emulator = createEmulator();
    opened.push(emulator);
    const { urls } = await emulator.listen();
    return createCaller(emulator, fetch, urls.baseUrl);
  },
};

function createCaller(
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
      method: "POST",
      headers,
      body: JSON.stringify(VOLUME),
      signal: signal ?? null,
    });
  const count = () => emulator.snapshot().networkVolumes.length;
  const fail = (rule?: FaultRule) => emulator.fail(CREATE, rule);
  return { emulator, post, count, fail };
}

describe.each(Object.entries(transports))(
  "a fault rule over %s",
  (_, connect) => {
    test("responds with a 500 in the surface's own error shape, once", async () => {
      const { post, fail, count } = await connect();
      fail();
      const response = await post();
      expect(response.status).toBe(500);
      expect(await response.json()).toEqual({
        error: "a fault rule of the emulator asked for this error",
        status: 500,
      });
      expect([(await post()).status, count()]).toEqual([200, 1]);
    });

    test("responds with the status, headers and body of the rule", async () => {
      const { post, fail, count } = await connect();
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
      const { emulator, post, fail, count } = await connect();
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
      const { post, fail, count } = await connect();
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

    test("lets the first requests pass, applies to a number of requests, and takes turns with another rule", async () => {
      const { post, fail, emulator } = await connect();
      fail({ status: 500, after: 2, times: 2 });
      fail({ status: 503 });
      emulator.fail("GET /pods");
      const statuses: number[] = [];
      for (let count = 0; count < 6; count += 1)
        statuses.push((await post()).status);
      expect(statuses).toEqual([503, 200, 500, 500, 200, 200]);
      const left = { id: 3, route: "GET /pods", remaining: 1 };
      expect(emulator.faults()).toMatchObject([left]);
    });

    test("applies with a probability, to the same requests for the same seed", async () => {
      const play = async () => {
        const { post, fail } = await connect();
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

    test("delays a request until the caller aborts, and does not cancel the request itself", async () => {
      const { post, fail, emulator } = await connect();
      fail({ delay: 30_000 });
      const controller = new AbortController();
      const handled = new Promise<void>((resolve) =>
        emulator.subscribe(({ kind }) => {
          if (kind === "request") resolve();
        }),
      );
      const sent = post(controller.signal);
      while (emulator.requests.length === 0)
        await new Promise((resolve) => setImmediate(resolve));
      controller.abort(new RangeError("enough"));
      await expect(sent).rejects.toThrow(RangeError);
      await handled;
      expect(emulator.requests).toHaveLength(1);
    });
  },
);

test("a delay and the latency wait for a manual clock", async () => {
  const { emulator, call, advance } = createAccount({ latency: 200 });
  emulator.fail(CREATE, { delay: 300 });
  const held = call("POST", "/v1/networkvolumes", VOLUME);
  await advance(499);
  expect(await Promise.race([held, Promise.resolve("held")])).toBe("held");
  await advance(1);
  expect((await held).status).toBe(200);
});

test("a fault rule for an update applies to both spellings, and a rule for files to files", async () => {
  const { emulator, call } = createAccount();
  emulator.fail("PATCH /pods/{podId}", { status: 418, times: 2 });
  emulator.fail("GET /files/{name}", { status: 403 });
  const answers = [
    await call("PATCH", "/v1/pods/x", {}),
    await call("POST", "/v1/pods/x/update", {}),
    await call("GET", "/files/x.png"),
  ];
  expect(answers.map(({ status }) => status)).toEqual([418, 418, 403]);
});

test("emulator.fail copies the rule", async () => {
  const { emulator, call } = createAccount();
  const rule = { status: 503 };
  emulator.fail("GET /pods", rule);
  rule.status = 99;
  expect((await call("GET", "/v1/pods")).status).toBe(503);
});
