import type { Service } from "../server/emulator-core.js";
import type { Job } from "../jobs/job-records.js";
import type { RecordedRequest } from "../server/request-log.js";
import { tablesOf } from "./tables.js";
import type { JobRow, RequestRow, View } from "./view.js";

/** The emulator that a page shows. */
export interface Watched {
  readonly service: Service;
  /** Answers a request as if it had come from outside. */
  readonly answer: (request: Request) => Promise<Response>;
}

const mostJobs = 100;
const mostRequests = 100;

/** The view of this moment. */
export function viewOf({ state, settings, journal }: Service): View {
  const { clock, jobs } = state;
  clock.settle();
  const last = [...jobs.values()].slice(-mostJobs).reverse();
  return {
    now: clock.now(),
    pace: settings.clock === "manual" ? 0 : settings.speed,
    jobs: last.map(jobRow),
    jobCount: jobs.size,
    tables: tablesOf(state),
    requests: journal.slice(-mostRequests).map(requestRow).reverse(),
    requestCount: journal.length,
  };
}

function jobRow(job: Job): JobRow {
  const { slug, id, status, submittedAt, startedAt, endedAt } = job;
  return { slug, id, status, submittedAt, startedAt, endedAt };
}

function requestRow(entry: RecordedRequest): RequestRow {
  const { at, method, path, status, ms } = entry;
  return { number: numberOf(entry), at, method, path, status, ms };
}

/** By it the page knows an entry again, though the journal forgets the oldest ones. */
const numbers = new WeakMap<RecordedRequest, number>();
let last = 0;

function numberOf(entry: RecordedRequest): number {
  const known = numbers.get(entry);
  if (known !== undefined) return known;
  last += 1;
  numbers.set(entry, last);
  return last;
}

/** The slugs that a job can be sent to: public models, the user's own, and endpoints. */
export function slugsOf({ state: { models, endpoints } }: Service): string[] {
  return [...publicSlugs, ...models.keys(), ...endpoints.keys()];
}

const publicSlugs =
  "flux-schnell flux-dev video-demo speech-demo text-demo".split(" ");
