import type { Job, WaitOptions } from "../../src/index.js";
import { collect } from "../support/collect.js";

/** Each way to wait for a job. */
export const WAITS: readonly (readonly [
  name: string,
  wait: (job: Job, options: WaitOptions) => Promise<unknown>,
])[] = [
  ["job.wait", (job, options) => job.wait(options)],
  ["job.watch", (job, options) => collect(job.watch(options))],
  ["job.stream", (job, options) => collect(job.stream(options))],
  ["job.outputs", (job, options) => job.outputs(options)],
];
