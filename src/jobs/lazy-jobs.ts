import type { JobsResource } from "../../generated/jobs/resources.js";
import { loadJobParts } from "./load.js";
import type { JobService } from "./service.js";

/** The call of the job API with which a guard asks about jobs, also before the first job call of its client. */
export function createLazyJobs(
  service: JobService,
): Pick<JobsResource, "status"> {
  return {
    status: async (slug, jobId, query, options) => {
      const { signal, timeout } = options ?? {};
      const parts = await loadJobParts("jobs.status", signal, timeout);
      const jobs = parts.createUnguardedJobs(service, {});
      return jobs.status(slug, jobId, query, options);
    },
  };
}
