import { hasMethods } from "../checks.js";
import { InputError, isError } from "../errors.js";
import {
  askSchema,
  checkContract,
  type ModelContract,
  type SchemaInput,
  type SchemaOutput,
  type StandardSchema,
} from "../jobs/contract.js";
import type { LineLevel } from "./log.js";

/** What a handler gets beside the input of its job. */
export interface JobContext {
  readonly jobId: string;
  /**
   * Aborts when the job is cancelled or has timed out, and when the worker ends before the job has. Pass it to `fetch` and to
   * whatever else takes a signal: code that blocks the thread is not interrupted.
   */
  readonly signal: AbortSignal;
  /**
   * Reports how far the job has come: clients see the value as the `output` of the running job. Progress is sent while the
   * handler goes on, one value at a time; a value that is not sent yet is replaced by a newer one.
   *
   * @throws InputError for a value that JSON cannot hold, or that is too large
   */
  readonly progress: (value: unknown) => void;
  /** Writes a line into the log of the job. @default level "INFO" */
  readonly log: (message: string, level?: LineLevel) => void;
}

/**
 * Runs a job. What it returns, or what the promise resolves with, is the output of the job. An error that it throws ends the
 * job as FAILED with the message of the error. An asynchronous generator streams what it yields, and its return value is the
 * output, if it returns one.
 */
export type Handler<Input = unknown, Output = unknown> = (
  input: Input,
  job: JobContext,
) => Output | Promise<Output> | AsyncGenerator<unknown, Output, undefined>;

/**
 * Makes the handler of a contract. The input is checked before the handler runs, which receives what the schema makes of it;
 * the output is checked before it is sent. A job whose input or output does not fit ends as FAILED with the path and the
 * reason.
 *
 * @throws InputError if `contract` is no contract
 *
 * @example
 * ```ts
 * const measure = defineModel({
 *   input: z.object({ url: z.url() }),
 *   output: z.object({ bytes: z.number() }),
 * });
 * const handler = implement(measure, async ({ url }, { signal }) => {
 *   const response = await fetch(url, { signal });
 *   return { bytes: (await response.arrayBuffer()).byteLength };
 * });
 * ```
 */
export function implement<Contract extends ModelContract>(
  contract: Contract,
  handler: Handler<
    SchemaOutput<Contract["input"]>,
    SchemaInput<Contract["output"]>
  >,
): Handler {
  checkContract(contract, "implement");
  const { input, output } = contract;
  return async (given, job) => {
    const accepted = (await requireFit(input, given, "input")) as SchemaOutput<
      Contract["input"]
    >;
    const made = await handler(accepted, job);
    const check = async (result: unknown) => {
      // The client receives what the handler has returned, and transforms it.
      await requireFit(output, result, "output");
      return result;
    };
    return isGenerator(made) ? checkReturn(made, check) : check(made);
  };
}

/** Whether a handler streams. */
export function isGenerator(
  value: unknown,
): value is AsyncGenerator<unknown, unknown, undefined> {
  return hasMethods(value, [Symbol.asyncIterator, "next"]);
}

/** Streams what a generator yields, and checks what it returns. */
async function* checkReturn(
  generator: AsyncGenerator<unknown, unknown, undefined>,
  check: (result: unknown) => Promise<unknown>,
): AsyncGenerator<unknown, unknown, undefined> {
  return check(yield* generator);
}

/** What a schema makes of a value; throws an `InputError` for a value that the schema refuses. */
async function requireFit(
  schema: StandardSchema,
  value: unknown,
  name: string,
): Promise<unknown> {
  const verdict = await askSchema(schema, value, name);
  if (!verdict.refusal) return verdict.value;
  const { path, problem, cause } = verdict.refusal;
  const error = new InputError(path, problem, { cause });
  // The frames of this package would say nothing about the value. Those of a schema that has failed do.
  error.stack = (isError(cause) && cause.stack) || error.message;
  throw error;
}
