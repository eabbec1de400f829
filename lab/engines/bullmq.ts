import {
  UnrecoverableError,
  Worker,
  type Job,
  type Processor,
  type Queue,
  type WorkerOptions,
} from "bullmq";
import type { Batch } from "cloud-compute-sdk/batch";
import { isFinal } from "./is-final.js";

interface Order {
  readonly id: string;
  readonly prompt: string;
}

/** Adds an order. BullMQ calls the processor again when an attempt has failed. */
export async function addOrder(queue: Queue<Order>, order: Order) {
  await queue.add("picture", order, {
    jobId: order.id,
    attempts: 10,
    backoff: { type: "exponential", delay: 1000 },
  });
}

/** Makes the pictures of orders, each once, and returns their addresses. */
export function createProcessor(
  batch: Batch<{ prompt: string }, { image_url: string }>,
): Processor<Order, string> {
  // BullMQ passes a signal to a processor that has three parameters.
  return async ({ data }: Job<Order>, _token, signal) => {
    const { id, prompt } = data;
    try {
      const { output } = await batch.run(id, { prompt }, { signal });
      return output.image_url;
    } catch (error) {
      // The message names the order: BullMQ keeps it with the failed job.
      if (isFinal(error)) throw new UnrecoverableError(error.message);
      throw error;
    }
  };
}

export function startWorker(
  processor: Processor<Order, string>,
  options: WorkerOptions,
): Worker<Order, string> {
  // By default, BullMQ fails a job when a second process dies with it.
  return new Worker("orders", processor, { maxStalledCount: 100, ...options });
}
