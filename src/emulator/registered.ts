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

/** Milliseconds on the emulator's clock. */
export interface ModelOptions {
  /** How long a worker takes to come up. @default 0 */
  readonly coldStart?: number;
  /** How long a job takes at least; the model's own time may be longer. @default 0 */
  readonly executionTime?: number;
  /** How many jobs are worked on at once; at an endpoint its `workersMax` says so. @default 3 */
  readonly workers?: number;
}

export interface RegisteredModel extends Required<ModelOptions> {
  readonly work: ModelWork<never>;
}

/** Throws a RangeError for an impossible time or number of workers. */
export function registeredModel(
  work: ModelWork<never>,
  { coldStart = 0, executionTime = 0, workers = 3 }: ModelOptions = {},
): RegisteredModel {
  for (const [name, value] of Object.entries({ coldStart, executionTime })) {
    if (!(value >= 0 && value < Infinity))
      throw new RangeError(`${name} must be a finite number, 0 or above`);
  }
  if (!(Number.isInteger(workers) && workers >= 0))
    throw new RangeError("workers must be a whole number, 0 or above");
  return { work, coldStart, executionTime, workers };
}
