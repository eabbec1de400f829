import type { JobsResource } from "../../generated/jobs/resources.js";
import type { Redact } from "../http/redact.js";
import type { SendControls } from "../http/request.js";
import type { RateLimiters } from "./rate-limiter.js";
/** What all models and jobs of one client share. */
export interface JobService {
    /** The calls of the job API. */
    readonly jobs: JobsResource;
    /** The same calls, with internal controls of how they are sent. */
    readonly jobsWith: (controls: SendControls) => JobsResource;
    readonly limiters: RateLimiters;
    /** The client's timeout of a call, in milliseconds. */
    readonly timeout: number;
    /** Redacts the key. */
    readonly redact: Redact;
}
//# sourceMappingURL=service.d.ts.map