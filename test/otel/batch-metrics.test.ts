import { expect, it } from "vitest";
import type { BatchProgress } from "../../src/batch/index.js";
import { measureBatch } from "../../src/otel/index.js";
import { createMemoryMetrics } from "./support.js";

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
  const { meterProvider, measure } = createMemoryMetrics();
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
  const points = await measure();
  const of: unknown = expect.objectContaining({
    "cloud_compute.batch.name": "nightly",
  });
  const unknown: unknown = expect.objectContaining({
    "cloud_compute.batch.state": "unknown",
  });
  expect(points).toContainEqual(["cloud_compute.batch.items", unknown, 2]);
  expect(points).toContainEqual(["cloud_compute.batch.workers", of, 4]);
  const [, , lag] = points.find(([name]) => name.endsWith("batch.lag")) ?? [];
  expect(lag).toBeGreaterThan(1_000_000);
  stop();
  const before = reads;
  await measure();
  expect(reads).toBe(before);
});
