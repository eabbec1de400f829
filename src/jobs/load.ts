import { lazy } from "../http/lazy.js";

/** The parts of jobs that not every program needs. */
export type JobParts = typeof import("./lazy-parts.js");

/** Loads the parts of jobs that not every program needs. */
export const loadJobParts = /* @__PURE__ */ lazy(
  () => import("./lazy-parts.js"),
);
