import { checkClient, checkFunction, checkMembers } from "../check-members.js";
import { checkOptions, type OptionNames } from "../checks.js";
import type { Client } from "../client.js";
import {
  Receiver,
  type HandlerOptions,
  type OnEvent,
  type WebhookHandler,
} from "./receive.js";
import {
  WebhookUrls,
  type SignedWebhook,
  type SignOptions,
} from "./signed-url.js";
import type { Secret } from "./signature.js";
import { createMemoryWebhookStore, type WebhookStore } from "./store.js";

export type { CompletedEvent, FailedEvent, WebhookEvent } from "./event.js";
export { createJobHandles, type JobHandles } from "./handles.js";
export type { HandlerOptions, OnEvent, WebhookHandler } from "./receive.js";
export type { SignedWebhook, SignOptions } from "./signed-url.js";
export type { Secret } from "./signature.js";
export type { WebhookStore } from "./store.js";

/** The options of `createWebhooks`. */
export interface WebhooksOptions {
  /** At least 32 characters that nobody else knows; or several secrets, the first of which signs. */
  readonly secret: Secret;
  /** The address of your route that receives the deliveries, as the service reaches it. */
  readonly url: string;
  /**
   * Remembers which deliveries were handled. Processes that share a route share a store.
   * @default a store within this process
   */
  readonly store?: WebhookStore | undefined;
}

/** Signs webhook URLs and receives the deliveries of the service. */
export interface Webhooks {
  /**
   * Makes the URL for the `webhook` option of one submit. The URL contains a token that names the slug, the
   * reference of the submit, and the time until which deliveries are accepted. The token is a secret: the client redacts it in its errors.
   *
   * @throws InputError for a slug or an option that is not valid
   *
   * @example
   * ```ts
   * const { url } = await webhooks.sign("z-image-turbo", { reference: "order-7" });
   * await cloud.model("z-image-turbo").run({ prompt: "a lighthouse" }, { webhook: url });
   * ```
   */
  sign(slug: string, options?: SignOptions): Promise<SignedWebhook>;
  /**
   * Makes the handler of your route. The handler calls `onEvent` once for each end of a job, and answers 200 after
   * `onEvent` has resolved. If `onEvent` fails, the handler answers 500, and the next delivery calls `onEvent` again. The
   * service delivers three times in all.
   *
   * @throws InputError for an option that is not valid
   *
   * @example
   * ```ts
   * export const POST = webhooks.handler(cloud, async ({ reference, status, job }) => {
   *   console.log(reference, status, job.id);
   * });
   * ```
   */
  handler<Output = unknown>(
    cloud: Pick<Client, "job">,
    onEvent: OnEvent<Output>,
    options?: HandlerOptions,
  ): WebhookHandler;
}

const OPTIONS: OptionNames<WebhooksOptions> = {
  secret: true,
  url: true,
  store: true,
};

const HANDLER_OPTIONS: OptionNames<HandlerOptions> = {
  verify: true,
  maxBytes: true,
  bodyTimeout: true,
  storeTimeout: true,
  onError: true,
};

const STORE_METHODS = ["get", "replace"];

/**
 * Creates an object that signs webhook URLs and receives the deliveries. The object needs only Web Crypto, and runs
 * wherever the client runs.
 *
 * @throws InputError if the secret is short, or `url` is no address that can be signed
 *
 * @example
 * ```ts
 * const webhooks = createWebhooks({
 *   secret: process.env.WEBHOOK_SECRET ?? "",
 *   url: "https://example.com/api/webhook",
 * });
 * ```
 */
export function createWebhooks(options: WebhooksOptions): Webhooks {
  const call = { operation: "createWebhooks" };
  checkOptions(options, OPTIONS, call);
  const { secret, url, store = createMemoryWebhookStore() } = options;
  const kind = `a store with the methods ${STORE_METHODS.join(" and ")}`;
  checkMembers("store", store, STORE_METHODS, kind, call);
  const urls = new WebhookUrls(secret, url, call);
  return {
    sign: (slug, options) => urls.sign(slug, options),
    handler: (cloud, onEvent, options = {}) => {
      const operation = "webhooks.handler";
      checkClient(cloud, ["job"], operation);
      checkFunction("onEvent", onEvent, { operation });
      checkOptions(options, HANDLER_OPTIONS, { operation });
      const receiver = new Receiver(urls, store, cloud, onEvent, options);
      return (request) => receiver.respond(request);
    },
  };
}
