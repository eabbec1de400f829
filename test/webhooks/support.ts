import {
  createWebhooks,
  type WebhooksOptions,
} from "cloud-compute-sdk/webhooks";
import { createEmulator } from "cloud-compute-emulator";
import { createClient } from "../../src/index.js";

export const SECRET = "a secret of at least 32 characters";
export const URL_OF_ROUTE = "https://example.com/api/webhook";
export const SLUG = "flux-schnell";

/** An account with a manual clock whose deliveries go to the receiver. */
export function createReceiving(options: Partial<WebhooksOptions> = {}) {
  let receiver: (request: Request) => Promise<Response> = () =>
    Promise.reject(new Error("no receiver"));
  const deliveries: { request: Request; status: number }[] = [];
  const emulator = createEmulator({
    clock: "manual",
    webhookFetch: async (url, init) => {
      const request = new Request(url, init);
      const copy = request.clone();
      const response = await receiver(request);
      deliveries.push({ request: copy, status: response.status });
      return response;
    },
  });
  const { apiKey, fetch, urls } = emulator;
  const cloud = createClient({ apiKey, fetch, ...urls });
  const webhooks = createWebhooks({
    secret: SECRET,
    url: URL_OF_ROUTE,
    ...options,
  });
  return {
    emulator,
    cloud,
    webhooks,
    deliveries,
    deliverTo: (handler: typeof receiver) => {
      receiver = handler;
    },
    /** Runs a job to its end without its webhook. */
    endJob: async (prompt = "a lighthouse") => {
      const job = await cloud.model(SLUG).run({ prompt });
      await emulator.clock.advance(60_000);
      return job;
    },
  };
}

/** A delivery as the service sends it. */
export function deliveryOf(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Request {
  return new Request(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}
