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
  BasicTracerProvider,
  InMemorySpanExporter,
  SimpleSpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { createTracing, type TracingOptions } from "cloud-compute-sdk/otel";

propagation.setGlobalPropagator(new W3CTraceContextPropagator());
context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());

/** Metrics that stay in memory. */
export function createMemoryMetrics() {
  const metricExporter = new InMemoryMetricExporter(
    AggregationTemporality.CUMULATIVE,
  );
  const reader = new PeriodicExportingMetricReader({
    exporter: metricExporter,
    exportIntervalMillis: 2 ** 30,
  });
  const meterProvider = new MeterProvider({ readers: [reader] });
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
  return { meterProvider, measure };
}

/** Tracing whose spans and measurements stay in memory. */
export function createMemoryTracing(options: TracingOptions = {}) {
  const exporter = new InMemorySpanExporter();
  const spanProcessors = [new SimpleSpanProcessor(exporter)];
  const tracerProvider = new BasicTracerProvider({ spanProcessors });
  const { meterProvider, measure } = createMemoryMetrics();
  const providers = { tracerProvider, meterProvider };
  return {
    tracing: createTracing({ ...providers, ...options }),
    tracer: tracerProvider.getTracer("test"),
    spans: () => exporter.getFinishedSpans(),
    measure,
  };
}
