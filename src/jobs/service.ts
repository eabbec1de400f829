import type { JobsResource } from "../../generated/jobs/resources.js";
import type { JobData } from "../errors.js";
import type { CallOptions } from "../options.js";
import type { Redact } from "../http/redact.js";
import type { SendControls } from "../http/request.js";
import type { Budgets } from "./budgets.js";
import type { JobState } from "./state.js";

/** What every job handle of one client stands on. */
export interface JobService {
  /** The calls of the job API. */
  readonly jobs: JobsResource;
  /** The same calls with internal controls of their sending. */
  readonly jobsWith: (controls: SendControls) => JobsResource;
  readonly budgets: Budgets;
  /** The client's bound of a call, in milliseconds. */
  readonly timeout: number;
  /** Redacts the key. */
  readonly redact: Redact;
}

/** A job as those who wait for it know it. */
export interface Attended<Output> {
  readonly service: JobService;
  readonly data: JobData;
  /** When it was submitted, where that is known: a moment of the steady clock, as `answered` is. */
  readonly submitted: number | undefined;
  /** When this handle's submit was answered, long ago for any other handle: until a moment after it the service may not know the job. */
  readonly answered: number;
  readonly status: (options: CallOptions) => Promise<JobState<Output>>;
  readonly cancel: (options: CallOptions) => Promise<JobState<Output>>;
}
