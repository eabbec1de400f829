import type {
  Job as JobAnswer,
  JobPolicy,
  JobRequest,
  JobS3Config,
} from "../../generated/jobs/resources.js";
import { EXPIRED } from "../http/timeout.js";
import { TimeoutError, type JobData } from "../errors.js";
import type { CallOptions } from "../options.js";
import type { JobsResource } from "../../generated/jobs/resources.js";
import { segment } from "../http/url.js";
import { checkMilliseconds } from "../checks.js";
import type { JobService } from "./service.js";
import { unreadable } from "./state.js";

/** What a submit may say beside its input, named as on the wire. */
export interface SubmitOptions {
  /** A URL that is called when the job ends. */
  readonly webhook?: string | undefined;
  /** How long the job may wait and run. */
  readonly policy?: JobPolicy | undefined;
  /** Where the worker puts large results. */
  readonly s3Config?: JobS3Config | undefined;
}

/** Less time than this is not enough to submit in: the job would be billed and its id come too late. */
const LEAST = 5000;

/**
 * Submits once, when its turn has come; a call may take `timeout` milliseconds. The signal of the options calls it off
 * until it is sent, and a timeout among them bounds the wait for the turn as well. Resolves with what the service
 * answered, and with what a handle keeps of it.
 */
export async function submit(
  { budgets, redact, jobsWith }: JobService,
  kind: "run" | "runSync",
  slug: string,
  input: object,
  options: SubmitOptions & CallOptions,
  timeout: number,
  send: (
    jobs: JobsResource,
    body: JobRequest,
    call: CallOptions,
  ) => Promise<JobAnswer>,
  finishAfterSend = false,
): Promise<[answer: JobAnswer, data: JobData]> {
  const call = {
    operation: `jobs.${kind}`,
    route: `POST /v2/{slug}/${kind.toLowerCase()}`,
  };
  checkMilliseconds("timeout", timeout, call);
  const { signal, webhook, policy, s3Config } = options;
  const body = { input, webhook, policy, s3Config } as JobRequest;
  const patience =
    options.timeout === undefined
      ? Infinity
      : timeout - Math.min(LEAST, timeout / 2);
  const begun = performance.now();
  let submittedAt = 0;
  const answer = await budgets
    .of(kind, slug)(begun, patience, signal, (again) => {
      submittedAt = Date.now();
      const waited = patience < Infinity ? performance.now() - begun : 0;
      const jobs = jobsWith({
        finishAfterSend,
        beforeRetry: again,
        lostNote: "; its job may run on, but its id is lost",
      });
      return send(jobs, body, { ...options, timeout: timeout - waited });
    })
    .catch((error: unknown) => {
      if (error !== EXPIRED) throw error;
      const said = `${call.route} had no turn in time (timeout: ${timeout} ms)`;
      throw new TimeoutError(said, timeout, call);
    });
  const { id } = Object(answer) as JobAnswer;
  try {
    segment("id", id);
  } catch {
    throw unreadable(answer, "no job id", redact, call);
  }
  const ttl = policy?.ttl;
  return [answer, { slug, id, submittedAt, ...(ttl !== undefined && { ttl }) }];
}
