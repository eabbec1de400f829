import type { JobsResource } from "../../generated/jobs.js";
import type { Blot } from "../secrets.js";
import type { Budgets } from "./budgets.js";

/** What every job handle of one client stands on. */
export interface JobService {
  /** The calls of the job API. */
  readonly jobs: JobsResource;
  readonly budgets: Budgets;
  /** The client's bound of a call, in milliseconds. */
  readonly timeout: number;
  /** Blots out the key. */
  readonly blot: Blot;
}
