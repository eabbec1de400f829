import { createJobsResources } from "../../generated/jobs/fetchers.js";
import type { JobsResource } from "../../generated/jobs/resources.js";
import type { SendControls } from "../http/request.js";
import type { JobService } from "./service.js";

/** The calls of the job API for one client: those of its users, and those with which a wait polls. */
interface JobResources {
  readonly jobs: JobsResource;
  readonly polls: JobsResource;
}

const resourcesByService = new WeakMap<JobService, JobResources>();

/** The calls of the job API. */
export function getJobs(service: JobService): JobsResource {
  return getResources(service).jobs;
}

/** The calls with which a wait polls. */
export function getPolls(service: JobService): JobsResource {
  return getResources(service).polls;
}

/** The calls of the job API, with internal controls of how they are sent. */
export function createJobs(
  service: JobService,
  controls: SendControls,
): JobsResource {
  const jobs = createUnguardedJobs(service, controls);
  return service.spend?.guardJobs(jobs) ?? jobs;
}

/** The same calls without the guard of the client. */
export function createUnguardedJobs(
  service: JobService,
  controls: SendControls,
): JobsResource {
  return service.createJobs(createJobsResources, controls);
}

function getResources(service: JobService): JobResources {
  let resources = resourcesByService.get(service);
  if (!resources) {
    resources = {
      jobs: createJobs(service, {}),
      polls: createJobs(service, { isPoll: true }),
    };
    resourcesByService.set(service, resources);
  }
  return resources;
}
