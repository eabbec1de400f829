import { service, TerminalError, type Context } from "@restatedev/restate-sdk";
import type { Batch } from "cloud-compute-sdk/batch";
import { isFinal } from "./is-final.js";

interface Order {
  readonly id: string;
  readonly prompt: string;
}

/** A service that makes the pictures of orders, each once. Restate repeats a step until it succeeds or has a terminal error. */
export function createOrders(
  batch: Batch<{ prompt: string }, { image_url: string }>,
) {
  return service({
    name: "orders",
    handlers: {
      picture: (context: Context, { id, prompt }: Order) => {
        const { attemptCompletedSignal: signal } = context.request();
        return context.run("picture", async () => {
          const { output } = await batch.run(id, { prompt }, { signal });
          return output.image_url;
        });
      },
    },
    options: {
      asTerminalError: (error: unknown) =>
        isFinal(error) ? new TerminalError(error.message) : undefined,
    },
  });
}
