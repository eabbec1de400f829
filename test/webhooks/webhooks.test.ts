import { createWebhooks, type WebhookEvent } from "cloud-compute-sdk/webhooks";
import { describe, expect, test, vi } from "vitest";
import { InputError } from "../../src/index.js";
import { scripted } from "../support/scripted-fetch.js";
import {
  createReceiving,
  deliveryOf,
  SECRET,
  SLUG,
  URL_OF_ROUTE,
} from "./support.js";

describe("createWebhooks", () => {
  test.each([
    [{ secret: "short", url: URL_OF_ROUTE }, "secret"],
    [{ secret: [], url: URL_OF_ROUTE }, "secret"],
    [{ secret: SECRET, url: "no address" }, "url"],
    [{ secret: SECRET, url: "ftp://example.com/" }, "url"],
    [{ secret: SECRET, url: "https://me:pw@example.com/" }, "url"],
    [{ secret: SECRET, url: "https://example.com/?token=x" }, "url"],
    [{ secret: SECRET, url: "https://example.com/#part" }, "url"],
  ])("refuses %j", (options, parameter) => {
    const create = () => createWebhooks(options);
    expect(create).toThrow(InputError);
    expect(create).toThrow(expect.objectContaining({ parameter }) as Error);
    expect(create).not.toThrow("short");
  });
});

describe("sign", () => {
  test("keeps the query of the address, and names each submit differently", async () => {
    const url = "https://example.com/hook?tenant=a%20b";
    const webhooks = createWebhooks({ secret: SECRET, url });
    const first = await webhooks.sign(SLUG);
    const second = await webhooks.sign(SLUG);
    expect(first.url).toMatch(/\?tenant=a(\+|%20)b&token=ccs1\.[\w.-]+$/);
    expect(first.reference).not.toBe(second.reference);
    expect(first.url).not.toBe(second.url);
  });

  test("refuses a slug that no path can hold, and options that cannot be right", async () => {
    const { webhooks } = createReceiving();
    await expect(webhooks.sign("..")).rejects.toThrow(InputError);
    await expect(webhooks.sign(SLUG, { reference: "" })).rejects.toThrow(
      "reference",
    );
    await expect(webhooks.sign(SLUG, { expiresIn: 0 })).rejects.toThrow(
      "expiresIn",
    );
  });
});

describe("the handler", () => {
  test("passes on the end of a job that completed, with the handle of the job", async () => {
    const { cloud, emulator, webhooks, deliverTo, deliveries } =
      createReceiving();
    const onEvent = vi.fn();
    deliverTo(webhooks.handler(cloud, onEvent));
    const { url, reference } = await webhooks.sign(SLUG);
    const { id } = await cloud
      .model(SLUG)
      .run({ prompt: "a lighthouse" }, { webhook: url });
    await emulator.clock.advance(60_000);
    expect(deliveries.map(({ status }) => status)).toEqual([200]);
    expect(onEvent).toHaveBeenCalledExactlyOnceWith({
      reference,
      job: expect.objectContaining({ id, slug: SLUG }) as object,
      status: "COMPLETED",
      output: expect.objectContaining({
        result: expect.any(String) as string,
      }) as object,
      delayTime: expect.any(Number) as number,
      executionTime: 1200,
      traceparent: deliveries[0]?.request.headers.get("traceparent"),
    });
  });

  describe("behind a framework that has parsed the body", () => {
    const setUp = async () => {
      const { cloud, webhooks, endJob } = createReceiving();
      const { url } = await webhooks.sign(SLUG);
      const job = await endJob();
      const events: WebhookEvent[] = [];
      const errors: unknown[] = [];
      const handler = webhooks.handler(
        cloud,
        (event) => void events.push(event),
        { onError: (error) => void errors.push(error) },
      );
      return { url, job, events, errors, handler };
    };

    test("takes an object with the parsed body, and the path of the URL alone", async () => {
      const { url, job, events, handler } = await setUp();
      const headers = new Headers({ "content-type": "application/json" });
      const body = { id: job.id, status: "COMPLETED" };
      const { pathname, search } = new URL(url);
      const delivery = {
        method: "POST",
        url: pathname + search,
        headers,
        body,
      };
      const { status } = await handler(delivery);
      expect(status).toBe(200);
      expect(events.map((event) => event.job.id)).toEqual([job.id]);
    });

    test("says what is wrong with headers that are a plain object", async () => {
      const { url, job, events, errors, handler } = await setUp();
      const body = { id: job.id, status: "COMPLETED" };
      const delivery = { method: "POST", url, headers: {} as Headers, body };
      const { status } = await handler(delivery);
      expect(status).toBe(500);
      expect(String(errors[0])).toContain("headers must be a Headers");
      expect(events).toEqual([]);
    });

    test.each<[string, (delivery: Request) => Promise<Request>]>([
      [
        "the parsed object as the body of a new Request",
        async (delivery) => {
          const body = (await delivery.clone().json()) as never;
          return new Request(delivery, { body: String(body) });
        },
      ],
      [
        "a Request that was read",
        async (delivery) => {
          await delivery.json();
          return delivery;
        },
      ],
      [
        "a Request whose body is gone",
        (delivery) => {
          const { method, url } = delivery;
          const headers = new Headers(delivery.headers);
          headers.set("content-length", "40");
          return Promise.resolve(new Request(url, { method, headers }));
        },
      ],
    ])("says what is wrong, to onError too, given %s", async (_, parse) => {
      const { url, job, events, errors, handler } = await setUp();
      const delivery = deliveryOf(url, { id: job.id, status: "COMPLETED" });
      const response = await handler(await parse(delivery));
      expect(response.status).toBe(500);
      expect(String(errors[0])).toContain("before express.json()");
      expect(await response.text()).toContain("before express.json()");
      expect(events).toEqual([]);
    });
  });

  test("recovers the job of a submit whose response was lost", async () => {
    const { cloud, emulator, webhooks, deliverTo } = createReceiving();
    const outputs: unknown[] = [];
    deliverTo(
      webhooks.handler(cloud, async ({ reference, job }) => {
        outputs.push([reference, (await job.wait()).status]);
      }),
    );
    emulator.fail("POST /v2/{slug}/run", { reset: "after" });
    const { url, reference } = await webhooks.sign(SLUG);
    await expect(
      cloud.model(SLUG).run({ prompt: "a pier" }, { webhook: url }),
    ).rejects.toMatchObject({ maybeSent: true });
    await emulator.clock.advance(60_000);
    expect(outputs).toEqual([[reference, "COMPLETED"]]);
  });

  test("passes on each end of a job that is retried", async () => {
    const { cloud, emulator, webhooks, deliverTo } = createReceiving();
    let attempts = 0;
    emulator.model("unsteady", () => {
      if (++attempts === 1) throw new Error("not yet");
      return "done";
    });
    const ends: string[] = [];
    deliverTo(
      webhooks.handler(cloud, ({ status }) => {
        ends.push(status);
      }),
    );
    const { url } = await webhooks.sign("unsteady");
    const job = await cloud.model("unsteady").run({ a: 1 }, { webhook: url });
    await emulator.clock.advance(60_000);
    await job.retry();
    await emulator.clock.advance(60_000);
    expect(ends).toEqual(["FAILED", "COMPLETED"]);
  });

  test("passes on the end of a job that failed, and tells two failures that took equally long apart by their workers", async () => {
    const { cloud, webhooks } = createReceiving();
    const onEvent = vi.fn();
    const handler = webhooks.handler(cloud, onEvent, { verify: "body" });
    const reference = "order 7";
    const { url } = await webhooks.sign(SLUG, { reference });
    const failed = { status: "FAILED", error: "no memory", retries: 1 };
    const end = { id: "j1", ...failed, delayTime: 0, executionTime: 5 };
    for (const workerId of ["w1", "w1", "w2"])
      await handler(deliveryOf(url, { ...end, workerId }));
    expect(onEvent).toHaveBeenCalledTimes(2);
    expect(onEvent).toHaveBeenCalledWith(
      expect.objectContaining({ reference, ...failed }),
    );
  });

  test("does not take a gateway's 404 for the word of the service", async () => {
    const { webhooks } = createReceiving();
    const { cloud } = scripted([{ status: 404, text: "<html>404</html>" }]);
    const onError = () => undefined;
    const handler = webhooks.handler(cloud, () => undefined, { onError });
    const { url } = await webhooks.sign(SLUG);
    const { status } = await handler(deliveryOf(url, { id: "j1" }));
    expect(status).toBe(503);
  });

  test("accepts a token of an earlier secret, and signs with the first one", async () => {
    const before = createReceiving({ secret: SECRET });
    const { url } = await before.webhooks.sign(SLUG);
    const rotated = createReceiving({
      secret: ["another secret, just as long as that", SECRET],
    });
    const job = await rotated.endJob();
    const handler = rotated.webhooks.handler(rotated.cloud, () => undefined);
    expect((await handler(deliveryOf(url, job))).status).toBe(200);
    const fresh = await rotated.webhooks.sign(SLUG);
    const old = before.webhooks.handler(before.cloud, () => undefined);
    expect((await old(deliveryOf(fresh.url, job))).status).toBe(401);
  });
});
