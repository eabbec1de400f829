import type { createJobsResources } from "../../generated/jobs/fetchers.js";
import type { JobsResource } from "../../generated/jobs/resources.js";
import type { ReadFetch } from "../http/as-fetch.js";
import type { Redact } from "../http/redact.js";
import type { SendControls } from "../http/request.js";
import type { SubmitGuard } from "../options.js";
import type { Tracing } from "../tracing.js";

/** What all models and jobs of one client share. */
export interface JobService {
  /** Guards the calls of the job API. */
  readonly spend: SubmitGuard | undefined;
  /** Creates the calls of the job API from the generated functions, with internal controls of how they are sent. */
  readonly createJobs: (
    createResources: typeof createJobsResources,
    controls: SendControls,
  ) => JobsResource;
  readonly tracing: Tracing | undefined;
  /** The address of the job API; throws an `InputError` when none is configured. */
  readonly requireAddress: (operation: string) => string;
  /** Reads and sends the calls of `fetch` of `model.openai`. */
  readonly readOpenAIFetch: ReadFetch;
  /** The client's timeout of a call, in milliseconds. */
  readonly timeout: number;
  /** Redacts the key. */
  readonly redact: Redact;
  /** Whether a function supplies the key: the next key may be another one than a refused key. */
  readonly hasKeyFunction: boolean;
}
