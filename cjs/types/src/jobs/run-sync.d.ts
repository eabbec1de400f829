import type { JobService } from "./service.js";
import { type CompletedJob } from "./state.js";
import { type SubmitOptions } from "./submit.js";
import { type WaitOptions } from "./wait.js";
import type { WrittenSubmit } from "./written-submit.js";
/** How to submit a job and wait for it in one call. */
export interface RunSyncOptions<Output = unknown> extends SubmitOptions, WaitOptions<Output> {
    /**
     * How long the service holds the call for the result before it answers with a job that goes on: whole milliseconds
     * from 1000 to 280000.
     *
     * @default 90000, the service's own default
     */
    readonly wait?: number | undefined;
}
/** Submits a job and waits for it, as `model.runSync` documents. */
export declare function runSync<Output>(service: JobService, slug: string, written: WrittenSubmit, options: RunSyncOptions<Output>): Promise<CompletedJob<Output>>;
//# sourceMappingURL=run-sync.d.ts.map