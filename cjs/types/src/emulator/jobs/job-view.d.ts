import type { components } from "../../../generated/jobs/types.js";
import type { Job } from "./job.js";
type JobView = components["schemas"]["Job"];
/** A job as the job API shows it. File addresses start with `origin`: by default with the origin of the submit. */
export declare function jobView(job: Job, origin?: string): JobView;
/** A job as `emulator.jobs()` reports it. Times are milliseconds since 1970 on the emulator's clock. */
export interface JobReport extends JobView {
    readonly id: string;
    readonly slug: string;
    readonly status: Job["status"];
    readonly submittedAt: number;
    readonly startedAt?: number;
    readonly endedAt?: number;
    readonly input: Readonly<Record<string, unknown>>;
    readonly retries: number;
}
export declare function jobReport(job: Job): JobReport;
export {};
//# sourceMappingURL=job-view.d.ts.map