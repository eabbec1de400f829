import { afterEach, expect, test, vi } from "vitest";
import type { WebhookStore } from "../../src/webhooks/index.js";
import { createMemoryWebhookStore } from "../../src/webhooks/store.js";
import { settleInFakeTime } from "../support/fake-time.js";
import { createReceiving, deliveryOf, SLUG } from "./support.js";

afterEach(() => {
  vi.useRealTimers();
});

const never = () => new Promise<never>(() => undefined);

/** A handler over a store, and what delivers the end of a job to it. */
async function createHandler(store: WebhookStore, storeTimeout?: number) {
  const { cloud, webhooks } = createReceiving({ store });
  const onEvent = vi.fn();
  const onError = vi.fn();
  const options = { onError, verify: "body", storeTimeout } as const;
  const handler = webhooks.handler(cloud, onEvent, options);
  const { url } = await webhooks.sign(SLUG);
  const deliver = async (id = "job-1") => {
    const delivery = deliveryOf(url, { id, status: "COMPLETED" });
    return (await handler(delivery)).status;
  };
  return { deliver, onEvent, onError };
}

test.each([
  ["get", undefined, 10_000],
  ["replace", 300, 300],
])(
  "a delivery is answered 500 when %s of the store never answers, with a storeTimeout of %s",
  async (method, storeTimeout, timeoutMs) => {
    vi.useFakeTimers();
    const store = { ...createMemoryWebhookStore(), [method]: never };
    const { deliver, onEvent, onError } = await createHandler(
      store,
      storeTimeout,
    );
    const startedAt = Date.now();
    expect(await settleInFakeTime(deliver())).toBe(500);
    expect(Date.now() - startedAt).toBeLessThan(timeoutMs + 1000);
    expect(onEvent).not.toHaveBeenCalled();
    expect(onError.mock.calls.map(String).join()).toContain(
      `the store did not answer in time (storeTimeout: ${timeoutMs} ms)`,
    );
    expect(vi.getTimerCount()).toBe(0);
  },
);

test("a store that refuses every write is asked ten times with pauses, and the delivery is answered 500", async () => {
  vi.useFakeTimers();
  const replace = vi.fn(() => Promise.resolve(false));
  const store = { ...createMemoryWebhookStore(), replace };
  const { deliver, onEvent } = await createHandler(store);
  const startedAt = Date.now();
  expect(await settleInFakeTime(deliver())).toBe(500);
  expect(replace).toHaveBeenCalledTimes(10);
  expect(Date.now()).toBeGreaterThan(startedAt);
  expect(Date.now() - startedAt).toBeLessThan(2000);
  expect(onEvent).not.toHaveBeenCalled();
});

test("a store that refuses a write once is asked again", async () => {
  const memory = createMemoryWebhookStore();
  let refusals = 1;
  const { deliver, onEvent } = await createHandler({
    ...memory,
    replace: (...args) =>
      refusals-- > 0 ? Promise.resolve(false) : memory.replace(...args),
  });
  expect(await deliver()).toBe(200);
  expect(onEvent).toHaveBeenCalledTimes(1);
});

test("a handler that throws for another job leaves the reference to the job that comes next", async () => {
  const { deliver, onEvent } = await createHandler(createMemoryWebhookStore());
  onEvent.mockRejectedValueOnce(new Error("this is not my job"));
  expect(await deliver("job-2")).toBe(500);
  expect(await deliver("job-1")).toBe(200);
  expect(await deliver("job-2")).toBe(409);
  expect(onEvent).toHaveBeenCalledTimes(2);
});

test("the memory store replaces a value only if the present one is as expected, and forgets what has expired", async () => {
  vi.useFakeTimers();
  const store = createMemoryWebhookStore();
  const expiresAt = Date.now() + 1000;
  expect(await store.replace("a", undefined, "1", expiresAt)).toBe(true);
  expect(await store.replace("a", undefined, "2", expiresAt)).toBe(false);
  expect(await store.replace("a", "1", "2", expiresAt)).toBe(true);
  expect(await store.get("a")).toBe("2");
  vi.setSystemTime(expiresAt);
  expect(await store.get("a")).toBeUndefined();
});
