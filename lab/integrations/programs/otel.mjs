// @ts-check
import { context, metrics, propagation, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { createClient } from "cloud-compute-sdk";
import { createTracing } from "cloud-compute-sdk/otel";
import { createWebhooks } from "cloud-compute-sdk/webhooks";
import { createEmulator } from "cloud-compute-emulator";
import assert from "node:assert/strict";

// The package of the tracing SDK and its provider were renamed with version 3.
const names = ["@opentelemetry/sdk-trace", "@opentelemetry/sdk-trace-base"];
const sdk = await import(names[0]).catch(() => import(names[1]));
const exporter = new sdk.InMemorySpanExporter();
const isRenamed = "TracerProvider" in sdk;
const Provider = isRenamed ? sdk.TracerProvider : sdk.BasicTracerProvider;
const spanProcessors = [
  new sdk.SimpleSpanProcessor(isRenamed ? { exporter } : exporter),
];
const provider = new Provider({ spanProcessors });
// Version 1 has a method for what versions 2 and 3 have an option for.
if ("addSpanProcessor" in provider)
  provider.addSpanProcessor(spanProcessors[0]);
trace.setGlobalTracerProvider(provider);
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
propagation.setGlobalPropagator(new W3CTraceContextPropagator());
const metricExporter = new InMemoryMetricExporter(
  AggregationTemporality.CUMULATIVE,
);
const reader = new PeriodicExportingMetricReader({ exporter: metricExporter });
const meterProvider = new MeterProvider({ readers: [reader] });
metrics.setGlobalMeterProvider(meterProvider);

/** @type {Request[]} */
const deliveries = [];
const emulator = createEmulator({
  speed: 20,
  webhookFetch: async (url, init) => {
    const request = new Request(/** @type {string} */ (url), init);
    deliveries.push(request.clone());
    return receive(request);
  },
});
const { urls } = await emulator.listen();
const tracing = createTracing();
const { apiKey } = emulator;
const cloud = createClient({ apiKey, ...urls, tracing });
const webhooks = createWebhooks({
  secret: "a secret of at least 32 characters",
  url: "https://example.com/hook",
});
const receive = webhooks.handler(
  cloud,
  tracing.traceEvents(async ({ job }) => {
    await job.status();
  }),
);

const { url } = await webhooks.sign("flux-schnell");
const job = await cloud
  .model("flux-schnell")
  .run({ prompt: "a lighthouse" }, { webhook: url });
await job.wait({ interval: 50 });
for (let turn = 0; turn < 500 && !spanOf("process webhook"); turn++)
  await new Promise((resolve) => setTimeout(resolve, 20));

/** @param {string} name */
function spanOf(name) {
  /** @type {{ name: string, spanContext(): { traceId: string }, attributes: object }[]} */
  const spans = exporter.getFinishedSpans();
  return spans.find((span) => span.name === name);
}
assert.ok(spanOf("POST /v2/{slug}/run"));
assert.ok(spanOf("job"));
const delivery = spanOf("process webhook");
assert.equal(
  delivery?.spanContext().traceId,
  deliveries[0]?.headers.get("traceparent")?.split("-")[1],
);
const shown = JSON.stringify(
  exporter
    .getFinishedSpans()
    .map((/** @type {{ name: string, attributes: object }} */ span) => [
      span.name,
      span.attributes,
    ]),
);
for (const secret of [apiKey, "ccs1.", job.id, "a lighthouse"])
  assert.ok(!shown.includes(secret), `the spans show ${secret}`);
await meterProvider.forceFlush();
const measured = metricExporter
  .getMetrics()
  .flatMap(({ scopeMetrics }) => scopeMetrics)
  .flatMap((scope) => scope.metrics)
  .map(({ descriptor }) => descriptor.name);
assert.ok(measured.includes("cloud_compute.call.duration"));
assert.ok(measured.includes("cloud_compute.job.duration"));
await meterProvider.shutdown();
await emulator.close();
