import type { Project } from "./project.js";
import type { Services } from "./services.js";
import type { Result } from "./suite/environment.js";

/** How the suite ended on one runtime. */
export interface Outcome {
  readonly version: string;
  readonly results: readonly Result[];
}

/** Runs the suite of a project against these services. Rejects where the runtime is missing or crashes. */
export type RunSuite = (
  project: Project,
  services: Services,
) => Promise<Outcome>;
