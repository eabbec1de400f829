import type {
  Job as JobResponse,
  JobStatus,
} from "../../generated/jobs/resources.js";
import { checkMilliseconds } from "../checks.js";
import { TimeoutError, type JobData } from "../errors.js";
import type { AttemptEnd, CallControls } from "../http/request-context.js";
import { createRedact } from "../http/redact.js";
import { LOST_JOB } from "../http/doubt.js";
import { segment } from "../http/url.js";
import { parseJson } from "../json.js";
import { checkOptionNames, type OptionNames } from "../option-names.js";
import type { CallOptions } from "../options.js";
import { NoSlotError, type ReacquireSlot } from "./rate-limiter.js";
import type { JobService } from "./service.js";
import { createInvalidResponseError, withJob } from "./state.js";
import type { AttemptOutcome, SubmitHook } from "./submit-hook.js";
import {
  checkSubmit,
  describeSubmit,
  needsCheck,
  noteWrappedInput,
  type RunOptions,
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
  readonly retries: number | undefined;
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
  /** The status that the response shows; undefined if it shows none. */
  readonly status: JobStatus | undefined;
}

/**
 * The least time that a submit needs to begin, or half of its timeout if that is shorter. With less time, the submit
 * would often time out after the service has accepted the job: the job is billed, but its id is lost.
 */
const MIN_SUBMIT_TIME_MS = 5000;

/** Submits a job once, as soon as the rate limiter permits. What is sent must have been checked. */
export async function submit(
  service: JobService,
  options: Submit,
): Promise<SubmittedJob> {
  const { kind, slug, submitBody, signal, timeout, limitsQueueTime } = options;
  const call = describeSubmit(kind);
  checkMilliseconds("timeout", timeout, call);
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
      operation: `jobs.${kind}`,
      route: call.route,
      slug,
      wait: options.wait,
      body: submitBody,
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
  const id = readJobId(response);
  if (id === undefined) {
    const redact = createRedact(service.redact, {
      url: "",
      body: submitBody.text,
    });
    const found = describeMissingId(response);
    throw createInvalidResponseError(response, found, redact, call, LOST_JOB);
  }
  const { status } = response as { status?: unknown };
  return {
    response,
    data: attempts.describeJob(id),
    sentAt: attempts.sentAt,
    status: typeof status === "string" ? status : undefined,
  };
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
    const submittedAt =
      Date.now() - Math.round(performance.now() - this.sentAt);
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

/**
 * The id of the job in the response to a submit: in its JSON, or in the beginning of JSON that breaks off. Undefined if the
 * answer holds none that a request could ask for.
 */
function readJobId(body: unknown): string | undefined {
  const members = typeof body === "string" ? parseStart(body) : body;
  const { id } = Object(members) as Partial<JobResponse>;
  try {
    segment("id", id);
    return id;
  } catch {
    return undefined;
  }
}

/** Shows an id that no request can ask for, so that its job can be found all the same. */
function describeMissingId(response: unknown): string {
  const { id } = Object(response) as { readonly id?: unknown };
  return id === undefined || id === null
    ? "no job id"
    : `a job id that is not usable: ${JSON.stringify(id)}`;
}

/** A longer text is cut: the members that matter are among the first. */
const MAX_LENGTH = 2 ** 16;

/** A text with its quotation marks, or the beginning of one that breaks off; or one of the other marks of JSON. */
const TOKEN = /"(?:[^"\\]|\\.)*("?)|[{}[\],]/gs;

/**
 * Reads the members of a JSON object that are whole in the beginning of its text. Undefined if no member is whole, or if
 * the text does not begin as an object.
 */
function parseStart(text: string): unknown {
  const start = text.slice(0, MAX_LENGTH);
  const { afterText, beforeComma } = findLastMember(start);
  // What ends last may be the name of a member: then the members before it are whole.
  return (
    parseJson(`${start.slice(0, afterText)}}`) ??
    parseJson(`${start.slice(0, beforeComma)}}`)
  );
}

/** Where the last text, list or object in an object ends, and where its last comma is. */
function findLastMember(text: string): {
  readonly afterText: number;
  readonly beforeComma: number;
} {
  let [depth, afterText, beforeComma] = [0, 0, 0];
  for (const match of text.matchAll(TOKEN)) {
    const [token, mark] = match;
    if (token.startsWith('"') && mark !== '"') break;
    if (token === "{" || token === "[") depth++;
    if (token === "}" || token === "]") depth--;
    if (depth !== 1 || token === "{") continue;
    if (token === ",") beforeComma = match.index;
    else afterText = match.index + token.length;
  }
  return { afterText, beforeComma };
}

/** Internal controls of `model.run`. */
interface RunControls {
  readonly finishesOnceSent?: boolean;
  readonly hook?: SubmitHook;
}

const RUN_OPTIONS: OptionNames<RunOptions> = {
  webhook: true,
  policy: true,
  s3Config: true,
  checkInput: true,
  signal: true,
  timeout: true,
  retries: true,
  headers: true,
  onFinalResponse: true,
};

/** Throws an `InputError` for an option of `model.run` that is not documented. */
export function checkRunOptions(options: object): void {
  checkOptionNames(options, RUN_OPTIONS, describeSubmit("run"));
}

/** Submits a job, as `model.run` documents. */
export async function runModel(
  service: JobService,
  slug: string,
  submitBody: SubmitBody,
  options: Omit<CallOptions, "headers">,
  controls: RunControls = {},
): Promise<SubmittedJob> {
  const { signal, retries, timeout, onFinalResponse } = options;
  // No `await` without need: a job whose submit has begun is not lost when a source of inputs fails.
  if (needsCheck(submitBody))
    await checkSubmit(service, slug, submitBody, describeSubmit("run"));
  return submit(service, {
    kind: "run",
    slug,
    submitBody,
    signal,
    retries,
    onFinalResponse,
    timeout: timeout ?? service.timeout,
    limitsQueueTime: timeout !== undefined,
    ...controls,
  });
}
