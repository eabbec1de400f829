import {
  context,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import type { WebhookEvent } from "cloud-compute-sdk/webhooks";
import { describe, expect, test } from "vitest";
import { createEmulator } from "cloud-compute-emulator";
import { type ClientOptions } from "../../src/index.js";
import { createEmulatedClient } from "../support/emulated-client.js";
import { createMemoryTracing } from "./support.js";

function createTraced(
  clientOptions: ClientOptions = {},
  options: Parameters<typeof createMemoryTracing>[0] = {},
) {
  const memory = createMemoryTracing(options);
  const { tracing } = memory;
  const traced = { tracing, ...clientOptions };
  return { ...createEmulatedClient(traced, { speed: 20 }), ...memory };
}

describe("the span of a call", () => {
  test("has the names of the conventions and the template of the route", async () => {
    const { cloud, spans } = createTraced();
    const { id } = await cloud.pods.create({ imageName: "ubuntu:24.04" });
    await cloud.pods.get(id);
    const [, get] = spans();
    expect(get?.name).toBe("GET /pods/{podId}");
    expect(get?.kind).toBe(SpanKind.CLIENT);
    expect(get?.attributes).toEqual({
      "http.request.method": "GET",
      "url.template": "/pods/{podId}",
      "server.address": "emulator.invalid",
      "server.port": 443,
      "cloud_compute.operation": "pods.get",
      "http.response.status_code": 200,
    });
    expect(
      JSON.stringify(spans().map(({ attributes }) => attributes)),
    ).not.toContain(id);
  });

  test("holds all attempts of the call, each retry as an event", async () => {
    const { emulator, cloud, spans } = createTraced();
    const headers = { "retry-after": "0" };
    emulator.fail("GET /pods", { status: 503, times: 2, headers });
    await cloud.pods.list();
    expect(spans()).toHaveLength(1);
    const [span] = spans();
    expect(span?.attributes["http.request.resend_count"]).toBe(2);
    const attributes = {
      "cloud_compute.retry.delay": 0,
      "http.response.status_code": 503,
    };
    const retry = { name: "retry", attributes };
    expect(span?.events).toMatchObject([retry, retry]);
    expect(span?.status.code).toBe(SpanStatusCode.UNSET);
  });

  test("ends with the status of a refused call, or with the class of the error", async () => {
    const { emulator, cloud, spans } = createTraced({ retries: 0 });
    await expect(cloud.pods.get("none")).rejects.toThrow();
    emulator.fail("GET /pods", { reset: "before" });
    await expect(cloud.pods.list()).rejects.toThrow();
    await expect(
      cloud.pods.list({}, { signal: AbortSignal.abort(new Error("enough")) }),
    ).rejects.toThrow("enough");
    const ends = spans().map(({ status, attributes }) => [
      status,
      attributes["error.type"],
    ]);
    expect(ends).toEqual([
      [{ code: SpanStatusCode.ERROR }, "404"],
      [{ code: SpanStatusCode.ERROR }, "ConnectionError"],
      [{ code: SpanStatusCode.ERROR }, "Error"],
    ]);
  });

  test("belongs to the active span", async () => {
    const { cloud, spans, tracer } = createTraced();
    const parent = tracer.startSpan("parent");
    await context.with(trace.setSpan(ROOT_CONTEXT, parent), () =>
      cloud.pods.list(),
    );
    expect(spans()[0]?.parentSpanContext?.spanId).toBe(
      parent.spanContext().spanId,
    );
  });

  test("names the whole address on request, without the key", async () => {
    const { emulator, cloud, spans } = createTraced({}, { ids: true });
    await cloud.pods.get("some-id").catch(() => undefined);
    await cloud.graphql.myself();
    expect(spans()[0]?.attributes["url.full"]).toMatch(/\/v1\/pods\/some-id$/);
    expect(
      JSON.stringify(spans().map(({ attributes }) => attributes)),
    ).not.toContain(emulator.apiKey);
  });

  test("goes to the service with a submit, and with no other call", async () => {
    const emulator = createEmulator();
    const headers: Headers[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      headers.push(new Headers(init?.headers));
      return emulator.fetch(input, init);
    };
    const { cloud, spans } = createTraced({ apiKey: emulator.apiKey, fetch });
    const { id } = await cloud.model("flux-schnell").run({ prompt: "a pier" });
    await cloud.model("flux-schnell").job(id).status();
    const { traceId, spanId } = spans()[0]?.spanContext() ?? {};
    expect(headers.map((sent) => sent.get("traceparent"))).toEqual([
      `00-${traceId}-${spanId}-01`,
      null,
    ]);
  });
});

describe("the span of a job", () => {
  test("reaches from the submit to the end, with the polls as events", async () => {
    const { cloud, spans } = createTraced();
    const job = await cloud.model("flux-schnell").run({ prompt: "a pier" });
    await job.wait({ interval: 50 });
    const [submit, span] = spans();
    expect(spans().map(({ name }) => name)).toEqual([
      "POST /v2/{slug}/run",
      "job",
    ]);
    const polls = span?.events.map(
      ({ attributes }) => attributes?.["cloud_compute.job.status"],
    );
    expect(polls?.at(-1)).toBe("COMPLETED");
    expect(span?.attributes).toEqual({
      "cloud_compute.job.status": "COMPLETED",
    });
    const submittedAt = job.toJSON().submittedAt ?? 0;
    expect(span?.startTime).toEqual([
      Math.floor(submittedAt / 1000),
      Math.round((submittedAt % 1000) * 1e6),
    ]);
    expect(submit?.attributes["cloud_compute.operation"]).toBe("model.run");
  });

  test("ends as the job ends: FAILED, not known, not in time, left", async () => {
    const { cloud, spans } = createTraced();
    const model = cloud.model("flux-schnell");
    const failing = await model.run({ prompt: "fail" });
    await failing.wait({ interval: 50 }).catch(() => undefined);
    // A job of that age is gone at the first 404.
    await cloud
      .job({ slug: "flux-schnell", id: "none", submittedAt: 0 })
      .wait()
      .catch(() => undefined);
    const slow = await cloud.model("video-demo").run({ prompt: "a pier" });
    await slow.wait({ timeout: 1 }).catch(() => undefined);
    for await (const { status } of slow.watch()) {
      expect(status).not.toBe("COMPLETED");
      break;
    }
    const jobs = spans().filter(({ name }) => name === "job");
    expect(jobs.map(({ attributes }) => attributes)).toEqual([
      { "cloud_compute.job.status": "FAILED", "error.type": "FAILED" },
      { "error.type": "JobError" },
      { "error.type": "TimeoutError" },
      {},
    ]);
  });

  test("is one for a runSync, whether the service answers with the result or with a job that goes on", async () => {
    const { cloud, spans } = createTraced({}, { ids: true });
    const model = cloud.model("flux-schnell");
    await model.runSync({ prompt: "a pier" });
    await model.runSync({ prompt: "fail" }).catch(() => undefined);
    const jobs = spans().filter(({ name }) => name === "job");
    const ids = {
      "cloud_compute.model": "flux-schnell",
      "cloud_compute.job.id": expect.any(String) as string,
    };
    expect(jobs.map(({ attributes }) => attributes)).toEqual([
      { ...ids, "cloud_compute.job.status": "COMPLETED" },
      {
        ...ids,
        "cloud_compute.job.status": "FAILED",
        "error.type": "FAILED",
      },
    ]);
  });

  test("is one for a stream of a job that fails", async () => {
    const { cloud, spans } = createTraced();
    const job = await cloud.model("text-demo").run({ prompt: "fail" });
    const read = async () => {
      for await (const piece of job.stream())
        expect(piece).toBeTypeOf("string");
    };
    await expect(read()).rejects.toThrow("FAILED");
    expect(spans().filter(({ name }) => name === "job")).toHaveLength(1);
  });
});

describe("the handler of an event", () => {
  test("runs within a span of the delivery's trace, and its error ends the span", async () => {
    const { tracing, spans, cloud } = createTraced({}, { ids: true });
    const traceparent = `00-${"a".repeat(32)}-${"b".repeat(16)}-01`;
    const job = cloud.job({ slug: "flux-schnell", id: "id-1" });
    const event: WebhookEvent = {
      reference: "order-1",
      status: "COMPLETED",
      output: {},
      traceparent,
      job,
    };
    const handle = tracing.traceEvents(() => {
      expect(trace.getActiveSpan()?.spanContext().traceId).toBe("a".repeat(32));
    });
    await handle(event);
    const fail = tracing.traceEvents(() => {
      throw new TypeError("no");
    });
    await expect(fail(event)).rejects.toThrow("no");
    expect(spans().map(({ name, kind }) => [name, kind])).toEqual([
      ["process webhook", SpanKind.CONSUMER],
      ["process webhook", SpanKind.CONSUMER],
    ]);
    expect(spans()[0]?.parentSpanContext?.spanId).toBe("b".repeat(16));
    expect(spans()[1]?.attributes).toEqual({
      "cloud_compute.job.status": "COMPLETED",
      "cloud_compute.model": "flux-schnell",
      "cloud_compute.job.id": "id-1",
      "error.type": "TypeError",
    });
  });
});

describe("the metrics", () => {
  test("count and time calls, retries, polls and jobs", async () => {
    const { emulator, cloud, measure } = createTraced();
    const headers = { "retry-after": "0" };
    emulator.fail("GET /pods", { status: 503, headers });
    await cloud.pods.list();
    const job = await cloud.model("flux-schnell").run({ prompt: "a pier" });
    await job.wait({ interval: 50 });
    const points = await measure();
    const pointsOf = (name: string) =>
      points
        .filter(([found]) => found === `cloud_compute.${name}`)
        .map(([, attributes, value]) => [
          attributes["cloud_compute.operation"],
          value,
        ]);
    const once: unknown = expect.objectContaining({ count: 1 });
    // The polls of a job are no calls.
    expect(pointsOf("call.duration")).toEqual([
      ["pods.list", once],
      ["model.run", once],
    ]);
    expect(pointsOf("call.retries")).toEqual([["pods.list", 1]]);
    expect(pointsOf("job.polls")[0]?.[1]).toBeGreaterThan(0);
    expect(pointsOf("job.active")).toEqual([[undefined, 0]]);
    expect(pointsOf("job.duration")).toEqual([[undefined, once]]);
  });
});
