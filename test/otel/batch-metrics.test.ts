import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from "@opentelemetry/sdk-metrics";
import { expect, it } from "vitest";
import type { BatchProgress } from "../../src/batch/index.js";
import { measureBatch } from "../../src/otel/index.js";

const PROGRESS: BatchProgress = {
  queued: 7,
  running: 3,
  completed: 20,
  failed: 1,
  cancelled: 0,
  unknown: 2,
  cost: 1,
  reserved: 1,
  workers: 4,
  nextAddedAt: 1,
  resultsExpireAt: undefined,
  submitsPausedUntil: undefined,
  pauseReason: undefined,
};

it("measureBatch records the items in each state, the workers and the age of the next item, until it is stopped", async () => {
  const exporter = new InMemoryMetricExporter(
    AggregationTemporality.CUMULATIVE,
  );
  const reader = new PeriodicExportingMetricReader({ exporter });
  const meterProvider = new MeterProvider({ readers: [reader] });
  let reads = 0;
  const batch = {
    name: "nightly",
    model: "z-image-turbo",
    progress: () => {
      reads++;
      return Promise.resolve(PROGRESS);
    },
  };
  const stop = measureBatch(batch, { meterProvider });
  await reader.forceFlush();
  const points = exporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics)
    .flatMap(({ metrics }) => metrics)
    .flatMap(({ descriptor, dataPoints }) =>
      dataPoints.map(({ attributes, value }) => ({
        name: descriptor.name,
        ...attributes,
        value,
      })),
    );
  const of = { "cloud_compute.batch.name": "nightly" };
  expect(points).toContainEqual(
    expect.objectContaining({
      ...of,
      name: "cloud_compute.batch.items",
      "cloud_compute.batch.state": "unknown",
      value: 2,
    }),
  );
  expect(points).toContainEqual(
    expect.objectContaining({
      ...of,
      name: "cloud_compute.batch.workers",
      value: 4,
    }),
  );
  const [lag] = points.filter(({ name }) => name === "cloud_compute.batch.lag");
  expect(lag?.value).toBeGreaterThan(1_000_000);
  stop();
  const before = reads;
  await reader.forceFlush();
  expect(reads).toBe(before);
  await meterProvider.shutdown();
});
