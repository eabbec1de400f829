import { metrics, type MeterProvider } from "@opentelemetry/api";
import type { BatchProgress } from "../batch/types.js";
import { checkMembers } from "../check-members.js";
import { checkOptions } from "../checks.js";
import { VERSION } from "../options.js";

/** A batch, as far as it is measured. */
export interface MeasuredBatch {
  readonly name: string;
  readonly model: string;
  progress(): Promise<BatchProgress>;
}

/** How to measure a batch. */
export interface MeasureBatchOptions {
  /** @default the provider that is registered with `@opentelemetry/api` */
  readonly meterProvider?: MeterProvider | undefined;
}

const STATES = [
  "queued",
  "running",
  "completed",
  "failed",
  "cancelled",
  "unknown",
] as const satisfies readonly (keyof BatchProgress)[];

/**
 * Records a batch with OpenTelemetry, whenever measurements are collected: `cloud_compute.batch.items` counts the items in
 * each state, `cloud_compute.batch.workers` the processes that work on the batch, and `cloud_compute.batch.lag` is the age in
 * seconds of the item that is submitted next. Each has the name of the batch and its model as attributes. Measure a batch in
 * one process: all see the same ledger. Returns a function that ends the recording.
 *
 * @throws InputError if an option is not valid
 *
 * @example
 * ```ts
 * const stop = measureBatch(batch);
 * ```
 */
export function measureBatch(
  batch: MeasuredBatch,
  options: MeasureBatchOptions = {},
): () => void {
  const call = { operation: "measureBatch" };
  checkMembers("batch", batch, ["progress"], "what openBatch gives", call);
  checkOptions<MeasureBatchOptions>(options, { meterProvider: true }, call);
  const { meterProvider = metrics } = options;
  const provider = "a provider of OpenTelemetry";
  checkMembers("meterProvider", meterProvider, ["getMeter"], provider, call);
  const meter = meterProvider.getMeter("cloud-compute-sdk", VERSION);
  const items = meter.createObservableGauge("cloud_compute.batch.items", {
    unit: "{item}",
    description: "Items of a batch in each state.",
  });
  const workers = meter.createObservableGauge("cloud_compute.batch.workers", {
    unit: "{process}",
    description: "Processes that work on a batch.",
  });
  const lag = meter.createObservableGauge("cloud_compute.batch.lag", {
    unit: "s",
    description: "Age of the item of a batch that is submitted next.",
  });
  const attributes = {
    "cloud_compute.batch.name": batch.name,
    "cloud_compute.model": batch.model,
  };
  const instruments = [items, workers, lag];
  const observe: Parameters<
    typeof meter.addBatchObservableCallback
  >[0] = async (result) => {
    // A ledger that is away, or a batch that is closed, is not measured.
    const progress = await batch.progress().catch(() => undefined);
    if (!progress) return;
    for (const state of STATES)
      result.observe(items, progress[state], {
        ...attributes,
        "cloud_compute.batch.state": state,
      });
    result.observe(workers, progress.workers, attributes);
    const { nextAddedAt } = progress;
    const lagMs =
      nextAddedAt === undefined ? 0 : Math.max(0, Date.now() - nextAddedAt);
    result.observe(lag, lagMs / 1000, attributes);
  };
  meter.addBatchObservableCallback(observe, instruments);
  return () => meter.removeBatchObservableCallback(observe, instruments);
}
