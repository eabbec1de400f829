import { createTracing } from "cloud-compute-sdk/otel";
import type { WebhookEvent } from "cloud-compute-sdk/webhooks";
import { describe, expect, test, vi } from "vitest";
import { createMemoryTracing } from "./support.js";
import { createEmulatedClient } from "../support/emulated-client.js";

const fail = () => {
  throw new Error("the exporter broke");
};

/** Spans and instruments of which the method `broken` throws. */
function createBroken(broken: string) {
  const working = createMemoryTracing();
  const breakMethod = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get: (own, name) => {
        if (name === broken) return fail;
        const member: unknown = Reflect.get(own, name);
        return typeof member === "function"
          ? (member.bind(own) as unknown)
          : member;
      },
    });
  const { tracer } = working;
  const startSpan = vi.fn<typeof tracer.startSpan>((...args) => {
    if (broken === "startSpan") fail();
    return breakMethod(tracer.startSpan(...args));
  });
  const instrument = breakMethod({
    add: () => undefined,
    record: () => undefined,
  });
  const meter = {
    createHistogram: () => instrument,
    createCounter: () => instrument,
    createUpDownCounter: () => instrument,
  };
  const tracing = createTracing({
    tracerProvider: { getTracer: () => ({ ...tracer, startSpan }) },
    meterProvider: { getMeter: () => meter },
    ids: true,
  } as never);
  return { tracing, startSpan };
}

describe.each([
  "startSpan",
  "isRecording",
  "setAttribute",
  "setAttributes",
  "addEvent",
  "setStatus",
  "end",
  "add",
  "record",
])("OpenTelemetry whose %s throws", (broken) => {
  const { tracing, startSpan } = createBroken(broken);
  const { emulator, cloud } = createEmulatedClient({ tracing }, { speed: 200 });

  test("changes no call", async () => {
    const headers = { "retry-after": "0" };
    emulator.fail("POST /pods", { status: 429, times: 1, headers });
    const pod = await cloud.pods.create({ imageName: "ubuntu:24.04" });
    expect(await cloud.pods.get(pod.id)).toMatchObject({ id: pod.id });
    await expect(cloud.pods.get("none")).rejects.toMatchObject({ status: 404 });
    emulator.fail("GET /pods", { reset: "before" });
    await expect(cloud.pods.list({}, { retries: 0 })).rejects.toMatchObject({
      name: "ConnectionError",
    });
    expect(startSpan).toHaveBeenCalled();
  });

  test("changes no submit and no wait", async () => {
    const model = cloud.model("flux-schnell");
    const job = await model.run({ prompt: "a pier" });
    await expect(job.wait({ interval: 50 })).resolves.toHaveProperty("output");
    emulator.model("broken", (_, { fail: end }) => end("no"));
    const failing = await cloud.model("broken").run({});
    await expect(failing.wait({ interval: 50 })).rejects.toMatchObject({
      name: "JobError",
    });
    expect(emulator.jobs()).toHaveLength(2);
  });

  test("changes no handler of webhook events", async () => {
    const event: WebhookEvent = {
      reference: "order-1",
      status: "COMPLETED",
      output: {},
      traceparent: undefined,
      job: cloud.job({ slug: "flux-schnell", id: "id-1" }),
    };
    const onEvent = vi.fn();
    await tracing.traceEvents(onEvent)(event);
    expect(onEvent).toHaveBeenCalledExactlyOnceWith(event);
    const no = new TypeError("no");
    const refuse = tracing.traceEvents(() => Promise.reject(no));
    await expect(refuse(event)).rejects.toBe(no);
  });
});
