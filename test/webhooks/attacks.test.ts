import {
  createJobHandles,
  createWebhooks,
  type HandlerOptions,
  type WebhookEvent,
} from "cloud-compute-sdk/webhooks";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createMemoryWebhookStore } from "../../src/webhooks/store.js";
import { passTime, pause, settleInFakeTime } from "../support/fake-time.js";
import {
  createReceiving,
  deliveryOf,
  SECRET,
  SLUG,
  URL_OF_ROUTE,
} from "./support.js";
import { scripted } from "../support/scripted-fetch.js";

afterEach(() => {
  vi.useRealTimers();
});

/** A public model, whose output has a promised member. */
const PUBLIC = "black-forest-labs-flux-1-schnell";

/** A handler, one job that has ended, and the signed URL of its submit. */
async function createAttacked(options: HandlerOptions = {}) {
  const receiving = createReceiving();
  const { cloud, webhooks } = receiving;
  const onEvent = vi.fn<(event: WebhookEvent) => void | Promise<void>>();
  const onError = vi.fn();
  const handler = webhooks.handler(cloud, onEvent, { onError, ...options });
  const { url } = await webhooks.sign(SLUG);
  const { id } = await receiving.endJob();
  const deliver = async (body: unknown = { id, status: "COMPLETED" }) =>
    (await handler(deliveryOf(url, body))).status;
  return { ...receiving, handler, onEvent, onError, url, id, deliver };
}

describe.each(["refetch", "body"] as const)("verify: %j", (verify) => {
  test("refuses a forged token, and the signed handle of a job in its place", async () => {
    const { handler, onEvent, id } = await createAttacked({ verify });
    const handles = createJobHandles({ secret: SECRET });
    const handle = await handles.sign({ slug: SLUG, id }, "visitor");
    const other = createWebhooks({
      secret: "a secret that only an attacker knows!",
      url: URL_OF_ROUTE,
    });
    const forged = [
      URL_OF_ROUTE,
      `${URL_OF_ROUTE}?token=`,
      `${URL_OF_ROUTE}?token=ccs1..`,
      `${URL_OF_ROUTE}?token=${handle}`,
      `${URL_OF_ROUTE}?token=${"x".repeat(100_000)}`,
      (await other.sign(SLUG)).url,
    ];
    for (const url of forged) {
      const response = await handler(
        deliveryOf(url, { id, status: "COMPLETED" }),
      );
      expect(response.status, url.slice(0, 100)).toBe(401);
    }
    expect(onEvent).not.toHaveBeenCalled();
  });

  test("refuses a token with one character altered, wherever it is", async () => {
    const { handler, onEvent, url, id } = await createAttacked({ verify });
    const start = url.indexOf("token=") + "token=".length;
    for (let at = start; at < url.length; at++) {
      const changed = url[at] === "A" ? "B" : "A";
      const altered = url.slice(0, at) + changed + url.slice(at + 1);
      const body = { id, status: "COMPLETED" };
      const { status } = await handler(deliveryOf(altered, body));
      expect(status, altered).toBe(401);
    }
    expect(onEvent).not.toHaveBeenCalled();
  });

  test("refuses an expired token", async () => {
    const { handler, webhooks, onEvent, id } = await createAttacked({ verify });
    const { url } = await webhooks.sign(SLUG, { expiresIn: 1 });
    vi.useFakeTimers({ now: Date.now() + 10 });
    const body = { id, status: "COMPLETED" };
    expect((await handler(deliveryOf(url, body))).status).toBe(410);
    expect(onEvent).not.toHaveBeenCalled();
  });

  test("answers a replayed delivery with 200 and does not call the handler again", async () => {
    const { deliver, onEvent } = await createAttacked({ verify });
    expect([await deliver(), await deliver(), await deliver()]).toEqual([
      200, 200, 200,
    ]);
    expect(onEvent).toHaveBeenCalledTimes(1);
  });

  test("answers a delivery with 500 if its handler fails, and calls it again for the next one, even for one that came meanwhile", async () => {
    const { deliver, onEvent, onError } = await createAttacked({ verify });
    let fail: (reason: Error) => void = () => undefined;
    onEvent.mockReturnValueOnce(
      new Promise<void>((_, reject) => (fail = reject)),
    );
    const statuses = Promise.all([deliver(), deliver()]);
    await expect.poll(() => onEvent).toHaveBeenCalled();
    const reason = new Error("the database is down");
    fail(reason);
    // Either of the two may be the first.
    expect((await statuses).sort()).toEqual([200, 500]);
    expect(onError).toHaveBeenCalledExactlyOnceWith(reason);
    expect(await deliver()).toBe(200);
    expect(onEvent).toHaveBeenCalledTimes(2);
  });

  test("refuses a delivery of another job under the token of a job that was seen, and reports it", async () => {
    const attacked = await createAttacked({ verify });
    const { deliver, onEvent, onError, endJob } = attacked;
    expect(await deliver()).toBe(200);
    expect(onError).not.toHaveBeenCalled();
    const { id } = await endJob("a buoy");
    expect(await deliver({ id, status: "COMPLETED" })).toBe(409);
    expect(onEvent).toHaveBeenCalledTimes(1);
    expect(onError).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ code: "reference_reused" }),
    );
  });

  test("passes on no earlier end that arrives after the last one", async () => {
    const { deliver, onEvent, id } = await createAttacked({ verify });
    expect(await deliver()).toBe(200);
    const earlier = { id, status: "FAILED", executionTime: 1 };
    expect(await deliver(earlier)).toBe(200);
    expect(onEvent).toHaveBeenCalledTimes(1);
    expect(onEvent.mock.calls[0]?.[0].status).toBe("COMPLETED");
  });

  test("refuses a body of 100 MB, whether its length is announced or not", async () => {
    const { handler, url, onEvent } = await createAttacked({ verify });
    const headers = { "content-type": "application/json" };
    const announced = new Request(url, {
      method: "POST",
      headers: { ...headers, "content-length": "100000000" },
      body: "{}",
    });
    expect((await handler(announced)).status).toBe(413);
    let sentBytes = 0;
    const piece = new Uint8Array(2 ** 20).fill(32);
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sentBytes += piece.byteLength;
        controller.enqueue(piece);
        if (sentBytes >= 100_000_000) controller.close();
      },
    });
    const streamed = new Request(url, {
      method: "POST",
      headers,
      body,
      duplex: "half",
    } as RequestInit);
    expect((await handler(streamed)).status).toBe(413);
    expect(sentBytes).toBeLessThan(40_000_000);
    expect(onEvent).not.toHaveBeenCalled();
  });

  test("refuses a body that comes one byte a second", async () => {
    const { handler, url, onEvent } = await createAttacked({ verify });
    vi.useFakeTimers();
    const cancelled = vi.fn();
    const pull = vi.fn(
      async (controller: ReadableStreamDefaultController<Uint8Array>) => {
        await pause(1000);
        controller.enqueue(new Uint8Array([32]));
      },
    );
    const body = new ReadableStream<Uint8Array>(
      { pull, cancel: cancelled },
      { highWaterMark: 0 },
    );
    const response = handler(
      new Request(url, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
        duplex: "half",
      } as RequestInit),
    );
    const { status } = await settleInFakeTime(response);
    expect(status).toBe(408);
    expect(pull).toHaveBeenCalledTimes(10);
    await passTime(2000);
    expect(cancelled).toHaveBeenCalledOnce();
    expect(vi.getTimerCount()).toBe(0);
    expect(onEvent).not.toHaveBeenCalled();
  });

  test.each([
    ["GET", {}, null, 405],
    ["POST", {}, "{}", 415],
    ["POST", { "content-type": "application/jsonx" }, "{}", 415],
    [
      "POST",
      { "content-type": "application/json", "content-encoding": "gzip" },
      "{}",
      415,
    ],
    ["POST", { "content-type": "application/json" }, "", 400],
    ["POST", { "content-type": "application/json" }, "{", 400],
    ["POST", { "content-type": "application/json" }, "[]", 400],
    ["POST", { "content-type": "application/json" }, "{}", 400],
    ["POST", { "content-type": "application/json" }, '{"id":".."}', 400],
    ["POST", { "content-type": "application/json" }, '{"id":7}', 400],
  ])("refuses %s %j %j with %i", async (method, headers, body, status) => {
    const { handler, url, onEvent } = await createAttacked({ verify });
    const request = new Request(url, { method, headers, body });
    expect((await handler(request)).status).toBe(status);
    expect(onEvent).not.toHaveBeenCalled();
  });
});

describe('verify: "refetch"', () => {
  test("makes the event of the status that was fetched, whatever the body says", async () => {
    const { deliver, onEvent, id } = await createAttacked();
    const output = { image_url: "https://evil.example/" };
    expect(await deliver({ id, status: "FAILED", output })).toBe(200);
    expect(onEvent.mock.calls[0]?.[0]).toMatchObject({
      status: "COMPLETED",
      output: { result: expect.stringContaining("emulator") as string },
    });
  });

  test("refuses a job that the service does not know, or that has not ended", async () => {
    const { deliver, onEvent, cloud } = await createAttacked();
    expect(await deliver({ id: "none", status: "COMPLETED" })).toBe(404);
    const { id } = await cloud.model(SLUG).run({ prompt: "a buoy" });
    expect(await deliver({ id, status: "COMPLETED" })).toBe(503);
    expect(onEvent).not.toHaveBeenCalled();
  });

  test("asks for another delivery if the status shows no output and the delivery shows one", async () => {
    const { webhooks } = createReceiving();
    const onEvent = vi.fn<(event: WebhookEvent) => void>();
    const output = { result: "https://files.test/a.png" };
    const ended = { id: "j1", status: "COMPLETED" };
    const { cloud } = scripted([
      { json: ended },
      { json: { ...ended, output } },
    ]);
    const handler = webhooks.handler(cloud, onEvent);
    const { url } = await webhooks.sign(PUBLIC);
    const deliver = async () =>
      (await handler(deliveryOf(url, { ...ended, output }))).status;
    expect(await deliver()).toBe(503);
    expect(onEvent).not.toHaveBeenCalled();
    expect(await deliver()).toBe(200);
    expect(onEvent.mock.calls[0]?.[0]).toMatchObject({ output });
  });

  test("passes on the end of a job without an output of which the delivery shows none either", async () => {
    const { webhooks } = createReceiving();
    const onEvent = vi.fn<(event: WebhookEvent) => void>();
    const ended = { id: "j1", status: "COMPLETED" };
    const { cloud } = scripted([{ json: ended }]);
    const handler = webhooks.handler(cloud, onEvent);
    const { url } = await webhooks.sign(PUBLIC);
    const { status } = await handler(deliveryOf(url, ended));
    expect(status).toBe(200);
    expect(onEvent.mock.calls[0]?.[0]).toMatchObject({ status: "COMPLETED" });
  });

  test("asks for another delivery if the status cannot be fetched", async () => {
    const { deliver, emulator, onEvent, onError } = await createAttacked();
    emulator.fail("GET /v2/{slug}/status/{jobId}", { status: 403 });
    expect(await deliver()).toBe(503);
    expect(onError).toHaveBeenCalledOnce();
    expect(await deliver()).toBe(200);
    expect(onEvent).toHaveBeenCalledTimes(1);
  });
});

describe('verify: "body"', () => {
  test("sends no request", async () => {
    const { deliver, emulator } = await createAttacked({ verify: "body" });
    const before = emulator.requests.length;
    expect(await deliver()).toBe(200);
    expect(emulator.requests).toHaveLength(before);
  });

  test("refuses a body without a final status", async () => {
    const { deliver, id } = await createAttacked({ verify: "body" });
    expect(await deliver({ id, status: "IN_PROGRESS" })).toBe(400);
    expect(await deliver({ id })).toBe(400);
    expect(await deliver({ id, status: 7 })).toBe(400);
  });
});

describe("a delivery that is lost", () => {
  test("three times is answered by no handler, and counts once when it is sent a fourth time", async () => {
    const { cloud, emulator, webhooks, deliverTo, deliveries } =
      createReceiving();
    const onEvent = vi.fn();
    const onError = vi.fn();
    for (let count = 0; count < 3; count++)
      onEvent.mockRejectedValueOnce(new Error("down"));
    const handler = webhooks.handler(cloud, onEvent, { onError });
    deliverTo(handler);
    const { url } = await webhooks.sign(SLUG);
    const job = await cloud
      .model(SLUG)
      .run({ prompt: "a pier" }, { webhook: url });
    await emulator.clock.advance(120_000);
    expect(deliveries.map(({ status }) => status)).toEqual([500, 500, 500]);
    // Whoever has the handle of the job still gets the result.
    expect((await job.wait()).status).toBe("COMPLETED");
    const [{ request } = { request: undefined }] = deliveries;
    expect((await handler(request?.clone() as Request)).status).toBe(200);
    expect((await handler(request as Request)).status).toBe(200);
    expect(onEvent).toHaveBeenCalledTimes(4);
  });
});

describe("two processes with one store", () => {
  const createPair = async () => {
    const store = createMemoryWebhookStore();
    const receiving = createReceiving({ store });
    const { cloud } = receiving;
    const other = createWebhooks({ secret: SECRET, url: URL_OF_ROUTE, store });
    const onEvent = vi.fn<() => Promise<void>>();
    const options = { onError: vi.fn(), verify: "body" } as const;
    const { url } = await receiving.webhooks.sign(SLUG);
    const body = { id: "job-1", status: "COMPLETED" };
    const handlers = [receiving.webhooks, other].map((webhooks) =>
      webhooks.handler(cloud, onEvent, options),
    );
    const deliver = async (to: number) =>
      (await handlers[to]?.(deliveryOf(url, body)))?.status;
    return { onEvent, deliver, url, store };
  };

  test("handle a delivery once: the second process waits for the first", async () => {
    vi.useFakeTimers();
    const { onEvent, deliver } = await createPair();
    let finish: () => void = () => undefined;
    onEvent.mockReturnValueOnce(
      new Promise<void>((resolve) => (finish = resolve)),
    );
    const first = deliver(0);
    await expect.poll(() => onEvent).toHaveBeenCalled();
    const second = deliver(1);
    // Longer than a lease lasts unless it is renewed.
    await passTime(7000);
    expect(onEvent).toHaveBeenCalledTimes(1);
    finish();
    const statuses = await settleInFakeTime(Promise.all([first, second]));
    expect(statuses).toEqual([200, 200]);
    expect(onEvent).toHaveBeenCalledTimes(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("lose no delivery when the process that handles it dies", async () => {
    vi.useFakeTimers();
    const { onEvent, deliver, store, url } = await createPair();
    const token = new URL(url).searchParams.get("token") ?? "";
    const [, content = ""] = token.split(".");
    const [, submit] = JSON.parse(atob(content)) as string[];
    // What a process leaves that died while its handler ran.
    const key = `cloud-compute-sdk/webhook/${submit}`;
    const record = {
      job: "job-1",
      ends: [],
      leaseUntil: Date.now() + 6000,
    };
    const expiresAt = Date.now() + 60_000;
    await store.replace(key, undefined, JSON.stringify(record), expiresAt);
    expect(await settleInFakeTime(deliver(1))).toBe(200);
    expect(onEvent).toHaveBeenCalledTimes(1);
  });
});
