import type { Job as JobResponse } from "../../generated/jobs/resources.js";
import { modelKinds } from "../../generated/models/kinds.js";
import { check, checkMilliseconds, describeShortTimeout } from "../checks.js";
import {
  InputError,
  TimeoutError,
  type CallContext,
  type JobData,
} from "../errors.js";
import type { AttemptEnd, CallControls } from "../http/request-context.js";
import { segment } from "../http/url.js";
import { parseJson } from "../json.js";
import { checkInputOf } from "../models/check-input.js";
import { loadModel } from "../models/load-model.js";
import { describeRetirement, findMeantSlug } from "../models/slugs.js";
import type { CallOptions } from "../options.js";
import { NoSlotError, type ReacquireSlot } from "./rate-limiter.js";
import type { JobService } from "./service.js";
import { describeJob, withJob } from "./state.js";
import type { AttemptOutcome, SubmitHook } from "./submit-hook.js";
import {
  checkSubmitOptions,
  describeSubmit,
  type SubmitKind,
  type SubmitBody,
} from "./submit-body.js";

/** One submit of a job. */
interface Submit {
  readonly kind: SubmitKind;
  readonly slug: string;
  /** What is sent, written when the caller made the call. */
  readonly submitBody: SubmitBody;
  /** Ends the submit until it is sent, and after that unless `finishesOnceSent` is set. */
  readonly signal: AbortSignal | undefined;
  readonly retries?: number | undefined;
  readonly onFinalResponse?: CallOptions["onFinalResponse"];
  /** The timeout of the call, in milliseconds. */
  readonly timeout: number;
  /** Whether the timeout covers the wait for a slot of the rate limiter as well. */
  readonly limitsQueueTime: boolean;
  /** Once the request has been sent, an abort no longer ends the submit: the id of the job must not be lost. */
  readonly finishesOnceSent?: boolean;
  /** Watches the attempts; only with `finishesOnceSent`. */
  readonly hook?: SubmitHook | undefined;
  /** For how many milliseconds the service may hold its response: only of `runSync`. */
  readonly wait?: number | undefined;
}

/** A job that the service has accepted. */
interface SubmittedJob {
  readonly response: JobResponse;
  readonly data: JobData;
  /** When the accepted request was begun, on the clock of `performance.now()`. */
  readonly sentAt: number;
}

/**
 * The least time that a submit needs to begin, or half of its timeout if that is shorter. With less time, the submit
 * would often time out after the service has accepted the job: the job is billed, but its id is lost.
 */
const MIN_SUBMIT_TIME_MS = 5000;

/** Submits a job once, as soon as the rate limiter permits. */
export async function submit(
  service: JobService,
  options: Submit,
): Promise<SubmittedJob> {
  const { kind, slug, submitBody, signal, timeout, limitsQueueTime } = options;
  const call = describeSubmit(kind);
  checkMilliseconds("timeout", timeout, call);
  // No `await` without need: a job whose submit has begun is not lost when a source of inputs fails.
  if (submitBody.options || submitBody.isInputChecked)
    await checkSubmit(service, slug, submitBody, call);
  noteWrappedInput(service, slug, submitBody, call);
  const queuedAt = performance.now();
  const attempts = new SubmitAttempts(slug, submitBody.ttl, options.hook);
  const sendBody = (reacquire: ReacquireSlot) => {
    const queueTimeMs = limitsQueueTime ? performance.now() - queuedAt : 0;
    const callOptions: CallOptions = {
      signal,
      headers: submitBody.headers,
      retries: options.retries,
      onFinalResponse: options.onFinalResponse,
      timeout: timeout - queueTimeMs,
    };
    const controls: CallControls = {
      before: (attempt, remainingMs) =>
        attempts.before(attempt, () => reacquire(remainingMs)),
      after: (end) => attempts.after(end),
      submit: {
        finishesOnceSent: options.finishesOnceSent ?? false,
        readJobId,
      },
    };
    return service.send({
      operation: call.operation,
      route: call.route,
      slug,
      wait: options.wait,
      body: submitBody,
      findProblem: findIdProblem,
      options: callOptions,
      controls,
    }) as Promise<JobResponse>;
  };
  const timeoutMs = limitsQueueTime
    ? timeout - Math.min(MIN_SUBMIT_TIME_MS, timeout / 2)
    : Infinity;
  const response = await service.limiters
    .get(kind, slug)
    .run({ rank: queuedAt, timeoutMs, signal }, sendBody)
    .catch((error: unknown) => {
      // The job is not lost, whatever has failed after the service named it.
      const job = attempts.findJob();
      if (job) throw withJob(error, job, signal, service.redact);
      if (!(error instanceof NoSlotError)) throw error;
      const message = `${call.route} was not sent in time: too many other submits were waiting (timeout: ${timeout} ms)`;
      throw new TimeoutError(message, timeout, call);
    });
  const { sentAt } = attempts;
  return { response, data: attempts.describeJob(response.id), sentAt };
}

/** The attempts of one submit: their times, and the job that a response has named. */
class SubmitAttempts {
  readonly #slug: string;
  readonly #ttl: number | undefined;
  readonly #hook: SubmitHook | undefined;
  #attempt = 0;
  /** When the last attempt was begun, on the clock of `performance.now()`. */
  sentAt = performance.now();
  /** The ends of the attempts so far. */
  readonly #ends: AttemptEnd[] = [];

  constructor(
    slug: string,
    ttl: number | undefined,
    hook: SubmitHook | undefined,
  ) {
    this.#slug = slug;
    this.#ttl = ttl;
    this.#hook = hook;
  }

  /** A retry counts for the rate limiter as well. */
  async before(attempt: number, reacquire: () => Promise<void>): Promise<void> {
    this.#attempt = attempt;
    if (attempt > 1) await reacquire();
    this.sentAt = performance.now();
    await this.#hook?.before(attempt);
  }

  async after(end: AttemptEnd): Promise<void> {
    this.#ends.push(end);
    await this.#hook?.after(this.#describe(end), this.#attempt);
  }

  /** The job that the response to an attempt has named. The bodies are read only where the call has not read them. */
  findJob(): JobData | undefined {
    const [id] = this.#ends
      .map(({ body }) => readJobId(body))
      .filter((named) => named !== undefined)
      .slice(-1);
    return id === undefined ? undefined : this.describeJob(id);
  }

  /**
   * The data that resumes a job. `submittedAt` follows from the steady clock, because the wall clock may have been set
   * meanwhile.
   */
  describeJob(id: string): JobData {
    const elapsedMs = Math.round(performance.now() - this.sentAt);
    // A test may have set the wall clock to 0.
    const submittedAt = Math.max(0, Date.now() - elapsedMs);
    const data = { slug: this.#slug, id, submittedAt };
    return this.#ttl === undefined ? data : { ...data, ttl: this.#ttl };
  }

  #describe({ status, maybeSent, serviceTime }: AttemptEnd): AttemptOutcome {
    const job = this.findJob();
    if (job) return { result: "accepted", job, status, serviceTime };
    const result = maybeSent ? "unknown" : "not carried out";
    return { result, status, serviceTime };
  }
}

/** The text of an object up to its id, where no list and no object precedes the id. */
const UP_TO_ID =
  /^\s*\{(?:\s*"[^"]*"\s*:(?:\s*"(?:[^"\\]|\\.)*"\s*|[^"{}[\],]*),)*\s*"id"\s*:\s*"([^"\\]+)"/;

/**
 * The id of the job in the response to a submit: in its JSON, or in the beginning of JSON that breaks off. Undefined if the
 * answer holds none that a request could ask for.
 */
function readJobId(body: unknown): string | undefined {
  const members =
    typeof body === "string"
      ? (parseJson(body) ?? { id: UP_TO_ID.exec(body)?.[1] })
      : body;
  const { id } = Object(members) as Partial<JobResponse>;
  try {
    segment("id", id);
    return id;
  } catch {
    return undefined;
  }
}

/** Says that a success has no id, or one that no request can ask for; the id is shown, so that its job can be found all the same. */
function findIdProblem(response: object): string {
  if (readJobId(response) !== undefined) return "";
  const { id } = response as { readonly id?: unknown };
  return id === undefined || id === null
    ? "no job id"
    : `a job id that is not usable: ${JSON.stringify(id)}`;
}

/** Warns of a timeout that is probably meant in seconds. */
export function noteShortTimeout(
  service: JobService,
  timeout: number | undefined,
  { operation }: CallContext,
): void {
  const warning = describeShortTimeout("timeout", timeout);
  if (warning !== undefined) service.warn(`${operation}: ${warning}`);
}

/**
 * Other clients take `{ input: { … } }`. Here the input would be wrapped twice, and its worker would find none of its
 * parameters. A public model has no parameter `input`, so such an input is refused. A worker of one's own may well read
 * one: the client warns once for each slug.
 */
function noteWrappedInput(
  service: JobService,
  slug: string,
  { isWrapped }: SubmitBody,
  call: CallContext,
): void {
  if (!isWrapped) return;
  const problem =
    "holds the whole body of a submit: pass what is inside its member `input`, and the other members as options";
  check(!Object.hasOwn(modelKinds, slug), "input", problem, call);
  const warning = `the input for ${slug} ${problem}, unless the worker reads input.input`;
  service.warn(`${call.operation}: ${warning}`);
}

/**
 * Throws an `InputError` for options and, if the caller asks for that, an input that cannot be right. The check of an input
 * warns once of a model that the service has retired.
 */
async function checkSubmit(
  service: JobService,
  slug: string,
  body: SubmitBody,
  call: CallContext,
): Promise<void> {
  if (body.options) checkSubmitOptions(body.options, call);
  if (!body.isInputChecked) return;
  const model = await loadModel(slug);
  if (!model)
    throw new InputError("checkInput", describeUnknownModel(slug), call);
  checkInputOf(model, body.input, call);
  const retirement = describeRetirement(slug);
  if (retirement !== undefined)
    service.warn(`${call.operation}: ${retirement}`);
}

function describeUnknownModel(slug: string): string {
  const meant = findMeantSlug(slug);
  const advice =
    meant === undefined
      ? "leave the option out for your own endpoint"
      : `did you mean ${meant}?`;
  return `checkInput cannot be used: ${slug} is not a public model that this version of the package knows (${advice})`;
}

/**
 * Warns of a job that an earlier `run` or `runSync` of the client has got, or tells `onRepeated`. No error: the emulator, after
 * `restore`, and the service of a test may give an id again.
 */
export function noteRepeatedJob(
  service: JobService,
  { slug, id }: JobData,
  call: CallContext,
  onRepeated?: () => void,
): void {
  if (service.submittedIds.add(`${slug}/${id}`)) return;
  if (onRepeated) {
    onRepeated();
    return;
  }
  const warning = `the submit was answered with ${describeJob({ slug, id })}, which an earlier submit has got: a cache on the way may have answered, and the output is then that of the earlier input`;
  service.warn(`${call.operation}: ${service.redact(warning)}`);
}

/** How many ids are compared, so that a long program does not need more and more memory. */
const MAX_IDS = 10_000;

/**
 * The ids of the last jobs that were submitted to a model. Each submit makes a job of its own, so an id that comes again
 * comes from a cache on the way.
 */
export class SubmittedIds {
  readonly #ids = new Set<string>();

  /** Remembers an id. Returns whether the id is new. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    const [oldest = id] = this.#ids;
    if (this.#ids.size > MAX_IDS) this.#ids.delete(oldest);
    return true;
  }
}
