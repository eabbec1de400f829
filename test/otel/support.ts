import { context, propagation, type Attributes } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { W3CTraceContextPropagator } from "@opentelemetry/core";
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import {
  AlwaysOnSampler,
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
  type Sampler,
} from "@opentelemetry/sdk-trace-base";
import { createTracing, type TracingOptions } from "cloud-compute-sdk/otel";

propagation.setGlobalPropagator(new W3CTraceContextPropagator());
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

/** Tracing whose spans and measurements stay in memory. */
export function createMemoryTracing(
  options: TracingOptions = {},
  sampler: Sampler = new AlwaysOnSampler(),
) {
  const spanExporter = new InMemorySpanExporter();
  const tracerProvider = new BasicTracerProvider({
    sampler,
    spanProcessors: [new SimpleSpanProcessor(spanExporter)],
  });
  const metricExporter = new InMemoryMetricExporter(
    AggregationTemporality.CUMULATIVE,
  );
  const reader = new PeriodicExportingMetricReader({
    exporter: metricExporter,
    exportIntervalMillis: 2 ** 30,
  });
  const meterProvider = new MeterProvider({ readers: [reader] });
  const tracing = createTracing({ tracerProvider, meterProvider, ...options });
  const measure = async () => {
    metricExporter.reset();
    await reader.forceFlush();
    const points: [string, Attributes, unknown][] = [];
    for (const { scopeMetrics } of metricExporter.getMetrics())
      for (const { metrics } of scopeMetrics)
        for (const { descriptor, dataPoints } of metrics)
          for (const { attributes, value } of dataPoints)
            points.push([descriptor.name, attributes, value]);
    return points;
  };
  return {
    tracing,
    tracer: tracerProvider.getTracer("test"),
    spans: () => spanExporter.getFinishedSpans(),
    measure,
  };
}
