import type { Batch } from "cloud-compute-sdk/batch";
import type { Job, JobResult, PgBoss } from "pg-boss";
import { isFinal } from "./is-final.js";

interface Order {
  readonly id: string;
  readonly prompt: string;
}

/** Creates the queue. pg-boss calls the handler again when a process is silent for 10 seconds. */
export async function createOrders(boss: PgBoss): Promise<void> {
  await boss.createQueue("orders", {
    heartbeatSeconds: 10,
    retryLimit: 100,
    retryBackoff: true,
    retryDelayMax: 60,
  });
}

/** Makes the pictures of orders, each once. The handler is for `work` with `perJobResults: true`. */
export function createHandler(
  batch: Batch<{ prompt: string }, { image_url: string }>,
) {
  const handle = async (job: Job<Order>): Promise<JobResult> => {
    const { id, prompt } = job.data;
    const { signal } = job;
    try {
      const { output } = await batch.run(id, { prompt }, { signal });
      return { id: job.id, status: "completed", output };
    } catch (error) {
      // "deadletter" fails the order without a further attempt. The message names the order.
      const status = isFinal(error) ? "deadletter" : "failed";
      return { id: job.id, status, output: { message: String(error) } };
    }
  };
  return (jobs: Job<Order>[]) => Promise.all(jobs.map(handle));
}
