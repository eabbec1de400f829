import { lazy } from "../http/lazy.js";
import { loadRedaction } from "../http/load-redaction.js";

/** The parts of jobs that not every program needs. */
export type JobParts = typeof import("./lazy-parts.js");

/** Loads the parts of jobs that not every program needs, and what redacts the names of jobs in messages. */
export const loadJobParts = /* @__PURE__ */ lazy(async () => {
  await loadRedaction("");
  return import("./lazy-parts.js");
});
