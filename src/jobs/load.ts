import { lazy } from "../http/lazy.js";

/** What not every program needs of jobs, loaded as one file with its first use. */
export const loadLate = /* @__PURE__ */ lazy(() => import("./late.js"));
