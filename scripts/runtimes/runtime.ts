import type { Project } from "./project.js";
import type { Stage } from "./stage.js";
import type { Result } from "./suite/place.js";

/** How a suite ended on one runtime. */
export interface Outcome {
  readonly version: string;
  readonly results: readonly Result[];
}

/** Plays the suite of a project on a stage. Rejects where the runtime is missing, or breaks. */
export type Play = (project: Project, stage: Stage) => Promise<Outcome>;
