import {
  checkMembers,
  whole,
  type Rule,
  type Rules,
  type Settled,
} from "../resources/checks.js";
import { show } from "../server/validate.js";

/** What a model of one's own is told beside its input. */
export interface ModelContext {
  /** The id of the job. */
  readonly id: string;
  /** Puts out a piece of the result, any JSON value: it appears in `/stream`, once. */
  readonly progress: (piece: unknown) => void;
  /** Aborts when the job is cancelled, times out or is removed. */
  readonly signal: AbortSignal;
  /** Ends the job as FAILED with this message; so does whatever else the model throws, with its own. */
  readonly fail: (message: string) => never;
}

/** A model: what it resolves with is the output of the job, as JSON. `Input` is not checked. */
export type ModelWork<Input> = (input: Input, context: ModelContext) => unknown;

/** Milliseconds on the emulator's clock. A member that is `undefined` counts as not given. */
export interface ModelOptions {
  /** How long a worker takes to come up. @default 0 */
  readonly coldStart?: number | undefined;
  /** How long a job takes at least; the model's own time may be longer. @default 0 */
  readonly executionTime?: number | undefined;
  /** How many jobs are worked on at once; at an endpoint its `workersMax` says so. @default 3 */
  readonly workers?: number | undefined;
}

export interface RegisteredModel extends Settled<ModelOptions> {
  readonly work: ModelWork<never>;
}

const time: Rule = [
  (value) => Number.isFinite(value) && Number(value) >= 0,
  "a finite number, 0 or above",
];

const rules: Rules<ModelOptions> = {
  coldStart: time,
  executionTime: time,
  workers: whole(0),
};

/** Throws a TypeError for what is no slug or no function and for an unknown option, a RangeError for an impossible one. */
export function registeredModel(
  slug: string,
  work: ModelWork<never>,
  options: ModelOptions = {},
): RegisteredModel {
  if (typeof slug !== "string" || slug === "")
    throw new TypeError(
      `model: the slug must be a text (it was ${show([], slug)})`,
    );
  if (typeof work !== "function")
    throw new TypeError(
      `model: the work must be a function (it was ${show([], work)})`,
    );
  checkMembers("model", options, rules);
  const { coldStart = 0, executionTime = 0, workers = 3 } = options;
  return { work, coldStart, executionTime, workers };
}
