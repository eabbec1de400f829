import {
  check,
  checkCallbacks,
  checkMilliseconds,
  checkOneOf,
  checkWhole,
  hasMethods,
} from "../checks.js";
import type { Client } from "../client.js";
import { CloudComputeError, InputError } from "../errors.js";
import { segment } from "../http/url.js";
import type { Job } from "../jobs/job.js";
import { isNotFound } from "../http/refusals.js";
import {
  isCompleted,
  isFinal,
  readState,
  type JobState,
} from "../jobs/state.js";
import { hasPromisedMember } from "../models/output.js";
import {
  createEvent,
  nameEnd,
  readTraceparent,
  type EndedState,
  type WebhookEvent,
} from "./event.js";
import {
  READ_BEFORE,
  readJsonObject,
  Refusal,
  type BodyLimits,
  type Delivery,
} from "./read-body.js";
import { SubmitDeliveries } from "./record.js";
import type { SignedSubmit, WebhookUrls } from "./signed-url.js";
import type { WebhookStore } from "./store.js";

/** How to receive deliveries. */
export interface HandlerOptions {
  /**
   * What an event is made of: the status of the job, which is fetched again (`"refetch"`), or the body of the delivery
   * (`"body"`). The service does not sign its deliveries: the token proves that the sender knows the URL, no more.
   * @default "refetch"
   */
  readonly verify?: "refetch" | "body" | undefined;
  /**
   * The longest body that is read, in bytes. A delivery contains the input and the output of its job.
   * @default 33554432
   */
  readonly maxBytes?: number | undefined;
  /**
   * How long a delivery may take to arrive, in milliseconds.
   * @default 10000
   */
  readonly bodyTimeout?: number | undefined;
  /**
   * The longest time that one call of the store may take, in milliseconds. The service waits about 10 seconds for the
   * answer to a delivery.
   * @default 10000
   */
  readonly storeTimeout?: number | undefined;
  /**
   * Receives what went wrong with a delivery that is answered with a status of 500 or more: the error of your handler, of
   * the store, or of the status request. Also receives that the service does not know the job (404), and that a second job
   * uses the reference of another one (409).
   * @default console.error
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** Handles the end of a job. The delivery counts as seen only after the promise resolved. */
export type OnEvent<Output> = (
  event: WebhookEvent<Output>,
) => void | Promise<void>;

/**
 * Answers the deliveries of the service: the route handler of a server, with the standard Request and Response. Where a
 * framework has parsed the body already, the handler takes an object with `method`, `url`, `headers` and the parsed `body`.
 */
export type WebhookHandler = (request: Delivery) => Promise<Response>;

const DEFAULT_MAX_BYTES = 2 ** 25;
const DEFAULT_TIMEOUT_MS = 10_000;
const CALL = { operation: "webhooks.handler" } as const;

/** The service waits about 10 seconds for a response. */
const REFETCH_TIMEOUT_MS = 8000;

/** The options of a handler, with their defaults. */
interface Settings extends BodyLimits {
  readonly verify: "refetch" | "body";
  readonly storeTimeoutMs: number;
  readonly onError: (error: unknown) => void;
}

function readOptions({
  verify = "refetch",
  maxBytes = DEFAULT_MAX_BYTES,
  bodyTimeout: timeoutMs = DEFAULT_TIMEOUT_MS,
  storeTimeout: storeTimeoutMs = DEFAULT_TIMEOUT_MS,
  onError = console.error,
}: HandlerOptions): Settings {
  checkOneOf("verify", verify, ["refetch", "body"]);
  checkWhole("maxBytes", maxBytes, 1);
  checkMilliseconds("bodyTimeout", timeoutMs);
  checkMilliseconds("storeTimeout", storeTimeoutMs);
  checkCallbacks({ onError });
  return { verify, maxBytes, timeoutMs, storeTimeoutMs, onError };
}

/** Receives the deliveries of one handler. */
export class Receiver<Output> {
  readonly #urls: WebhookUrls;
  readonly #store: WebhookStore;
  readonly #cloud: Pick<Client, "job">;
  readonly #onEvent: OnEvent<Output>;
  readonly #settings: Settings;

  /** @throws InputError for an option that is not valid */
  constructor(
    urls: WebhookUrls,
    store: WebhookStore,
    cloud: Pick<Client, "job">,
    onEvent: OnEvent<Output>,
    options: HandlerOptions,
  ) {
    this.#urls = urls;
    this.#store = store;
    this.#cloud = cloud;
    this.#onEvent = onEvent;
    this.#settings = readOptions(options);
  }

  /** Answers one delivery. Never rejects. */
  async respond(request: Delivery): Promise<Response> {
    const refusal = await this.#receive(request).catch((error: unknown) => {
      this.#report(error);
      return HANDLER_FAILED;
    });
    if (!refusal) return Response.json({ received: true });
    const { status, error } = refusal;
    const headers = status === 405 ? { allow: "POST" } : {};
    return Response.json({ error }, { status, headers });
  }

  /** The service must get its response, whatever `onError` does. */
  #report(error: unknown): void {
    Promise.resolve(error)
      .then(this.#settings.onError)
      .catch(() => undefined);
  }

  /** Resolves with undefined once the delivery counts as seen. */
  async #receive(request: Delivery): Promise<Refusal | undefined> {
    if (request.method !== "POST") return METHOD_NOT_ALLOWED;
    // The token is checked first, so that nothing else of a request without a valid token is read.
    const signed = await this.#urls.open(request.url);
    if (!signed) return new Refusal(401, "the token is not valid");
    if (signed.expiresAt <= Date.now())
      return new Refusal(410, "the token has expired");
    // Such as the request of a framework, which is no standard Request.
    const hasHeaders = hasMethods(request.headers, ["get"]);
    check(hasHeaders, "headers", "must be a Headers", CALL);
    const body = await readJsonObject(request, this.#settings);
    if (body === READ_BEFORE)
      this.#report(new InputError("body", READ_BEFORE.error, CALL));
    if (body instanceof Refusal) return body;
    const { id } = body;
    if (!isJobId(id)) return new Refusal(400, "the body has no job id");
    const job = this.#cloud.job<Output>({ slug: signed.slug, id });
    const state = await this.#readState(job, body);
    if (state instanceof Refusal) return state;
    const traceparent = readTraceparent(request.headers);
    const event = createEvent(signed.reference, job, state, traceparent);
    return this.#handleOnce(signed, event, nameEnd(state));
  }

  /** The state that the event is made of. */
  async #readState(
    job: Job<Output>,
    body: { readonly status?: unknown },
  ): Promise<EndedState<Output> | Refusal> {
    const delivered = readState<Output>(body, job.slug);
    if (this.#settings.verify === "body")
      return isFinal(delivered.status)
        ? (delivered as EndedState<Output>)
        : new Refusal(400, "the body shows no job that has ended");
    try {
      const state = await job.status({ timeout: REFETCH_TIMEOUT_MS });
      // A job that was retried since will be delivered again when it ends.
      if (!isFinal(state.status))
        return new Refusal(503, "the job has not ended");
      if (!showsOutput(state, job.slug) && showsOutput(delivered, job.slug))
        return new Refusal(503, "the status shows no output of the job");
      return state as EndedState<Output>;
    } catch (error) {
      this.#report(error);
      if (isNotFound(error))
        return new Refusal(404, `the service knows no such job of ${job.slug}`);
      return new Refusal(503, "the status of the job is not available");
    }
  }

  /** Calls the user's handler unless the store says that this end was handled before. */
  async #handleOnce(
    signed: SignedSubmit,
    event: WebhookEvent<Output>,
    end: string,
  ): Promise<Refusal | undefined> {
    const { id } = event.job;
    const deliveries = new SubmitDeliveries(
      this.#store,
      signed,
      this.#settings.storeTimeoutMs,
    );
    const claim = await deliveries.claim(id, end);
    if (claim === "seen") return undefined;
    if (claim === "busy")
      return new Refusal(503, "the delivery is being handled");
    if (claim === "other job") {
      const problem = `job ${id} has ended, and its reference ${signed.reference} was used for another job: give each submit a reference of its own`;
      this.#report(new CloudComputeError("reference_reused", problem, CALL));
      return new Refusal(
        409,
        "the reference of the token was used for another job",
      );
    }
    await deliveries.run(id, end, async () => this.#onEvent(event));
    return undefined;
  }
}

/** Whether a state shows the output that the model promises. A cache may show a job that has ended without its output. */
function showsOutput(state: JobState, slug: string): boolean {
  return isCompleted(state) && hasPromisedMember(slug, state.output);
}

const METHOD_NOT_ALLOWED = new Refusal(405, "a delivery is a POST");
const HANDLER_FAILED = new Refusal(500, "the delivery could not be handled");

function isJobId(id: unknown): id is string {
  try {
    segment("id", id);
    return true;
  } catch {
    return false;
  }
}
