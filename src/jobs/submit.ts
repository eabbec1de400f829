import type {
  Job as JobAnswer,
  JobPolicy,
  JobRequest,
  JobS3Config,
  ModelInput,
} from "../../generated/jobs.js";
import { EXPIRED } from "../deadline.js";
import { ResponseError, TimeoutError, type JobData } from "../errors.js";
import { checkMilliseconds } from "../settings.js";
import type { Budget } from "./budget.js";

/** What a submit may say beside its input, named as on the wire. */
export interface SubmitOptions {
  /** A URL that is called when the job ends. */
  readonly webhook?: string | undefined;
  /** How long the job may wait and run. */
  readonly policy?: JobPolicy | undefined;
  /** Where the worker puts large results. */
  readonly s3Config?: JobS3Config | undefined;
}

/** One submit: what is sent, as which operation, and within which bounds. */
export interface Submit {
  readonly operation: "jobs.run" | "jobs.runSync";
  readonly slug: string;
  readonly input: object;
  readonly beside: SubmitOptions;
  /** Calls it off until it is sent. */
  readonly turn: AbortSignal | undefined;
  /** Bound in milliseconds, the wait for its turn included. */
  readonly timeout: number;
}

/** An accepted submit: what the service answered, and what a handle keeps of it. */
export interface Submitted {
  readonly answer: JobAnswer;
  readonly data: JobData;
}

/** Submits once, when its turn has come; what is left of `timeout` then bounds the call itself. */
export async function submit(
  { operation, slug, input, beside, turn, timeout }: Submit,
  budget: Budget,
  send: (body: JobRequest, bound: { timeout: number }) => Promise<JobAnswer>,
): Promise<Submitted> {
  checkMilliseconds("timeout", timeout, operation);
  const begun = performance.now();
  const body = requestOf(input, beside);
  let submittedAt = 0;
  const act = () => {
    submittedAt = Date.now();
    const left = Math.max(1, timeout - (performance.now() - begun));
    return send(body, { timeout: left });
  };
  try {
    const answer = await budget.run(
      { rank: begun, milliseconds: timeout, signal: turn },
      act,
    );
    return {
      answer,
      data: dataOf(operation, slug, answer, submittedAt, beside),
    };
  } catch (error) {
    if (error !== EXPIRED) throw error;
    const message = `${operation}: the submit had not its turn in time (timeout: ${timeout} ms)`;
    throw new TimeoutError(message, timeout, { operation, maybeSent: false });
  }
}

function requestOf(
  input: object,
  { webhook, policy, s3Config }: SubmitOptions,
): JobRequest {
  return {
    input: input as JobRequest["input"],
    ...(webhook === undefined ? {} : { webhook }),
    ...(policy === undefined ? {} : { policy }),
    ...(s3Config === undefined ? {} : { s3Config }),
  };
}

/** What the handle keeps; an answer without an id is an error and is never polled. */
function dataOf(
  operation: string,
  slug: string,
  answer: unknown,
  submittedAt: number,
  { policy }: SubmitOptions,
): JobData {
  const { id } = Object(answer) as { id?: unknown };
  const ttl = policy?.ttl === undefined ? {} : { ttl: policy.ttl };
  if (typeof id === "string" && id !== "")
    return { slug, id, submittedAt, ...ttl };
  const kept = { status: 200, headers: new Headers(), body: answer };
  throw new ResponseError(
    `${operation}: the answer holds no job id`,
    kept,
    { operation, maybeSent: true },
    "unreadable_answer",
  );
}
