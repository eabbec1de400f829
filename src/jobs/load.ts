import { lazy } from "../http/lazy.js";

/** The parts of jobs that not every program needs. */
export type JobParts = typeof import("./lazy-parts.js");

/** Loads the parts of jobs that not every program needs. */
export const loadJobParts = /* @__PURE__ */ lazy(
  () => import("./lazy-parts.js"),
);

/** Loads the check of inputs, and with it what is known of every public model. */
export const loadInputCheck = /* @__PURE__ */ lazy(
  () => import("./input-check.js"),
);
