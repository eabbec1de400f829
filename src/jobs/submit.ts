import type {
  Job as JobAnswer,
  JobPolicy,
  JobRequest,
  JobS3Config,
} from "../../generated/jobs.js";
import { EXPIRED } from "../deadline.js";
import { ResponseError, TimeoutError, type JobData } from "../errors.js";
import type { CallOptions } from "../options.js";
import type { Queued } from "../request.js";
import { segment } from "../paths.js";
import type { Blot } from "../secrets.js";
import { checkMilliseconds } from "../checks.js";
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
interface Submit {
  readonly operation: "jobs.run" | "jobs.runSync";
  readonly slug: string;
  readonly input: object;
  /** The signal calls it off until it is sent. A timeout that is given bounds the wait for the turn as well. */
  readonly options: SubmitOptions & Pick<CallOptions, "signal" | "timeout">;
  /** Bound of the call in milliseconds. */
  readonly timeout: number;
  /** Blots out the key. */
  readonly blot: Blot;
}

/** An accepted submit: what the service answered, and what a handle keeps of it. */
interface Submitted {
  readonly answer: JobAnswer;
  readonly data: JobData;
}

/** Less time than this is not enough to submit in: the job would be billed and its id come too late. */
const LEAST = 5000;

/** Submits once, when its turn has come. */
export async function submit(
  submitted: Submit,
  budget: Budget,
  send: (
    body: JobRequest,
    bound: { readonly timeout: number } & Queued,
  ) => Promise<JobAnswer>,
): Promise<Submitted> {
  const { operation, input, options, timeout } = submitted;
  const { signal, webhook, policy, s3Config } = options;
  const isWhole = options.timeout !== undefined;
  checkMilliseconds("timeout", timeout, { operation });
  const begun = performance.now();
  const body = { input, webhook, policy, s3Config } as JobRequest;
  let submittedAt = 0;
  const act = (again: Queued["again"]) => {
    submittedAt = Date.now();
    const waited = isWhole ? performance.now() - begun : 0;
    return send(body, { timeout: timeout - waited, again });
  };
  const patience = isWhole ? timeout - Math.min(LEAST, timeout / 2) : Infinity;
  try {
    const answer = await budget.run(
      { rank: begun, milliseconds: patience, signal },
      act,
    );
    return { answer, data: dataOf(answer, submittedAt, submitted) };
  } catch (error) {
    if (error !== EXPIRED) throw error;
    const message = `the submit had not its turn in time (timeout: ${timeout} ms)`;
    throw new TimeoutError(message, timeout, {
      operation,
      route: routeOf(operation),
      maybeSent: false,
    });
  }
}

/** What the handle keeps; an answer without an id that can be asked for is an error and is never polled. */
function dataOf(
  answer: unknown,
  submittedAt: number,
  { operation, slug, options, blot }: Submit,
): JobData {
  const { id } = Object(answer) as { id?: unknown };
  const ttl = options.policy?.ttl;
  if (isUsable(id))
    return { slug, id, submittedAt, ...(ttl === undefined ? {} : { ttl }) };
  const route = routeOf(operation);
  throw new ResponseError(
    `${route} answered without an id to ask for the job by`,
    { status: 200, headers: new Headers(), body: blot(answer) },
    { operation, route, maybeSent: true },
    "unreadable_answer",
  );
}

function routeOf(operation: Submit["operation"]): string {
  return operation === "jobs.run"
    ? "POST /v2/{slug}/run"
    : "POST /v2/{slug}/runsync";
}

function isUsable(id: unknown): id is string {
  try {
    return segment("id", id) !== "";
  } catch {
    return false;
  }
}
