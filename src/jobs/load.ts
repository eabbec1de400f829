import { lazy } from "../http/lazy.js";

/** Loads the parts of jobs that not every program needs. */
export const loadJobParts = /* @__PURE__ */ lazy(
  () => import("./lazy-parts.js"),
);
