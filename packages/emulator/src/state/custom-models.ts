import {
  checkMembers,
  integer,
  isRecord,
  type Rule,
  type Rules,
  type WithDefaults,
} from "../check-arguments.js";
import { InputError } from "cloud-compute-sdk";
import type { ModelParameter } from "cloud-compute-sdk/models";
import { describeValue } from "../describe-value.js";

/** What a model gets beside its input. */
export interface ModelContext {
  /** The id of the job. */
  readonly id: string;
  /** Sets what `/status` shows as the output of the running job: any JSON value, in the place of the one before. */
  readonly progress: (value: unknown) => void;
  /** Streams a part of the output, any JSON value. `/stream` delivers each part once. */
  readonly stream: (part: unknown) => void;
  /** Aborts when the job is cancelled, times out or is removed. */
  readonly signal: AbortSignal;
  /** Ends the job as FAILED with this message. Any other error that the model throws does the same with its own message. */
  readonly fail: (message: string) => never;
}

/**
 * Runs a job. The result, or what the promise resolves with, is the output of the job, as JSON. A generator function,
 * asynchronous or not, streams what it yields, and its return value is the output. A job that streams and returns nothing has no
 * output, as in the service. `Input` is not checked.
 */
export type ModelHandler<Input> = (
  input: Input,
  context: ModelContext,
) => unknown;

/** Times are milliseconds on the emulator's clock. An option that is `undefined` counts as not given. */
export interface ModelOptions {
  /**
   * How long a new worker takes until its first job.
   * @default 0, and with `serviceTimes` as long as a worker of the service takes
   */
  readonly coldStart?: number | undefined;
  /** How long a job takes at least. The handler itself may take longer. @default 0 */
  readonly executionTime?: number | undefined;
  /** How many jobs run at once. At an endpoint, `workersMax` takes precedence. @default 3 */
  readonly workers?: number | undefined;
  /**
   * The parameters of the input by name, in the form of the public models: a job with another input fails. Without this
   * option the input is any JSON object. In either case an empty one fails, as in the service.
   */
  readonly parameters?: Readonly<Record<string, ModelParameter>> | undefined;
}

/** A model that the user registered. */
export interface CustomModel
  extends
    WithDefaults<Omit<ModelOptions, "coldStart" | "parameters">>,
    Pick<ModelOptions, "coldStart" | "parameters"> {
  readonly handler: ModelHandler<never>;
}

const time: Rule = [
  (value) => Number.isFinite(value) && Number(value) >= 0,
  "a finite number, 0 or above",
];

const rules: Rules<ModelOptions> = {
  coldStart: time,
  executionTime: time,
  workers: integer(0),
  parameters: [
    (value) => isRecord(value) && Object.values(value).every(isParameter),
    "an object whose properties are parameters, each with a type",
  ],
};

const PARAMETER_TYPES: readonly unknown[] = [
  "string",
  "integer",
  "number",
  "boolean",
  "array",
  "object",
];

function isParameter(value: unknown): boolean {
  return isRecord(value) && PARAMETER_TYPES.includes(value["type"]);
}

/** Throws an `InputError` for an invalid slug, handler or value, and for an unknown option. */
export function createCustomModel(
  slug: string,
  handler: ModelHandler<never>,
  options: ModelOptions = {},
): CustomModel {
  if (typeof slug !== "string" || slug === "") {
    const value = describeValue([], slug);
    const problem = `model: the slug must be a string (it was ${value})`;
    throw new InputError("slug", problem);
  }
  if (typeof handler !== "function") {
    const value = describeValue([], handler);
    throw new InputError(
      "handler",
      `model: the handler must be a function (it was ${value})`,
    );
  }
  checkMembers<ModelOptions>("model", options, rules);
  const { executionTime = 0, workers = 3 } = options;
  const { coldStart, parameters } = options;
  return { handler, coldStart, executionTime, workers, parameters };
}
