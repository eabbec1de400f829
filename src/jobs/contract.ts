import type { Job } from "../../generated/jobs/resources.js";
import { check, checkObject } from "../checks.js";
import { InputError, JobError } from "../errors.js";
import type { JobCall } from "./calls.js";
import type { JobService } from "./service.js";
import { describeEnd, describeJob, type JobState } from "./state.js";

/**
 * A schema of any library that follows Standard Schema (https://standardschema.dev), such as zod, valibot and ArkType.
 * `Input` is what the schema takes, and `Output` what it makes of that.
 */
export interface StandardSchema<Input = unknown, Output = unknown> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (
      value: unknown,
    ) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    /** Present in types only. */
    readonly types?:
      | { readonly input: Input; readonly output: Output }
      | undefined;
  };
}

/** What a schema takes. */
export type SchemaInput<Schema extends StandardSchema> = NonNullable<
  Schema["~standard"]["types"]
>["input"];

/** What a schema makes of a value that it accepts. */
export type SchemaOutput<Schema extends StandardSchema> = NonNullable<
  Schema["~standard"]["types"]
>["output"];

/** What a model takes and what it answers with, for its worker and its clients. `defineModel` makes one. */
export interface ModelContract<
  Input extends StandardSchema<object> = StandardSchema<object>,
  Output extends StandardSchema = StandardSchema,
> {
  /** The schema of the input. */
  readonly input: Input;
  /** The schema of the output. */
  readonly output: Output;
}

/** What a client passes to a model. */
export type ContractInput<Contract extends ModelContract> = SchemaInput<
  Contract["input"]
>;

/** What a client receives from a model. */
export type ContractOutput<Contract extends ModelContract> = SchemaOutput<
  Contract["output"]
>;

/**
 * `Value` if JSON carries it unchanged. A Date, a Map, a file or another instance of a class has functions, and so does not
 * compile.
 */
type Json<Value> = unknown extends Value
  ? Value
  : Value extends string | number | boolean | null
    ? Value
    : // Includes void.
      undefined extends Value
      ? never
      : Value extends bigint | symbol | ((...args: never) => unknown)
        ? never
        : JsonObject<Value>;

/** Objects whose members are checked when they are used: a type may refer to itself. */
type JsonObject<Value> = Value extends readonly (infer Item)[]
  ? { readonly [index: number]: Json<Item> }
  : {
      [Name in keyof Value]: Value extends Record<Name, Value[Name]>
        ? Json<Value[Name]>
        : Json<Value[Name]> | undefined;
    };

/** Accepts every schema whose values JSON carries, and no other one. */
type CarriedByJson<Value> = [Value] extends [Json<Value>]
  ? unknown
  : { readonly "JSON cannot carry the values of this schema": never };

/**
 * Defines what a model of your own takes and answers with. The worker (`implement` of `cloud-compute-sdk/worker`) and the
 * clients (`cloud.model(contract, endpointId)`) share the definition. The client checks the input before it sends it, the
 * worker before it runs; the worker checks the output before it answers, the client when it receives it. What a schema
 * changes, such as a default value or a transformation, is changed where the value is received.
 *
 * A schema is one of zod, valibot, ArkType, or another library that follows Standard Schema. A schema whose values JSON
 * cannot carry, such as a Date, does not compile: take a text, and transform it.
 *
 * @throws InputError if `input` or `output` is no schema
 *
 * @example
 * ```ts
 * const resize = defineModel({
 *   input: z.object({ url: z.url(), width: z.number().int().default(512) }),
 *   output: z.object({ address: z.url() }),
 * });
 * const { output } = await cloud.model(resize, endpointId).runSync({ url: "https://example.com/pier.png" });
 * ```
 */
export function defineModel<
  Input extends StandardSchema<object>,
  Output extends StandardSchema,
>(contract: {
  readonly input: Input & CarriedByJson<SchemaInput<Input>>;
  readonly output: Output & CarriedByJson<SchemaInput<Output>>;
}): ModelContract<Input, Output> {
  checkContract(contract, "defineModel");
  const { input, output } = contract;
  return { input, output };
}

/** Throws an `InputError` for anything but a pair of schemas. */
export function checkContract(contract: unknown, operation: string): void {
  checkObject("contract", contract, { operation });
  for (const name of ["input", "output"] as const) {
    const schema: unknown = Reflect.get(contract, name);
    const { "~standard": standard } = Object(schema) as Partial<StandardSchema>;
    const problem =
      "must be a schema of zod, valibot, ArkType, or another library that follows Standard Schema";
    check(typeof standard?.validate === "function", name, problem, {
      operation,
    });
  }
}

/**
 * The job API as the clients of a model with a contract use it: each input is checked, and so is each output, which the
 * schema may transform.
 *
 * @throws InputError if the contract is none
 */
export function withContract(
  service: JobService,
  contract: ModelContract,
): JobService {
  checkContract(contract, "cloud.model");
  const { redact } = service;
  const checkInput = async ({ operation, route, body }: JobCall) => {
    if (!body) return;
    const { refusal } = await askSchema(contract.input, body.input, "input");
    if (!refusal) return;
    const { path, problem, cause } = refusal;
    throw new InputError(path, problem, { operation, route, cause });
  };
  const checkOutput = async (
    job: Job,
    { operation, route, slug, controls }: JobCall,
  ): Promise<Job> => {
    if (job.status !== "COMPLETED" || typeof job.id !== "string") return job;
    const { output } = job as { readonly output?: unknown };
    const verdict = await askSchema(contract.output, output, "output");
    if (!verdict.refusal) return { ...job, output: verdict.value };
    const data = { slug, id: job.id };
    const { problem, cause } = verdict.refusal;
    throw new JobError(
      "job_output_refused",
      describeRefusedOutput(describeJob(data), redact(problem)),
      describeEnd(job as JobState, data, redact),
      {
        operation: controls?.pollOf ?? operation,
        route,
        maybeSent: true,
        cause,
      },
    );
  };
  return {
    ...service,
    send: async (call) => {
      await checkInput(call);
      const answer = await service.send(call);
      return SHOW_OUTPUT.includes(call.operation)
        ? checkOutput(answer as Job, call)
        : answer;
    },
  };
}

/** The calls whose responses may show the output of a job. */
const SHOW_OUTPUT = ["model.runSync", "job.status", "job.cancel"];

/** What is wrong with the output of a job, which its schema has refused. */
export function describeRefusedOutput(job: string, problem: string): string {
  return `${job} is COMPLETED, but its output does not fit the contract: ${problem}`;
}

type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

interface SchemaIssue {
  readonly message: string;
  readonly path?:
    | readonly (PropertyKey | { readonly key: PropertyKey })[]
    | undefined;
}

/** What a schema says about a value: what it makes of the value, or why it refuses the value. */
type Verdict<Output> =
  | { readonly value: Output; readonly refusal?: undefined }
  | { readonly refusal: SchemaRefusal };

/** Why a schema refuses a value. */
interface SchemaRefusal {
  /** The path of the first member that is wrong, such as `input.width`. */
  readonly path: string;
  /** Every problem, each after its path. */
  readonly problem: string;
  /** What the schema has thrown, if it could not be asked. */
  readonly cause?: unknown;
}

/** Asks a schema about a value. `name` is what the value is called in the paths. */
export async function askSchema<Output>(
  schema: StandardSchema<unknown, Output>,
  value: unknown,
  name: string,
): Promise<Verdict<Output>> {
  let result: SchemaResult<Output>;
  try {
    result = await schema["~standard"].validate(value);
  } catch (cause) {
    const problem = `${name}: the schema has failed: ${String(cause)}`;
    return { refusal: { path: name, problem, cause } };
  }
  if (!result.issues) return result;
  const problems = result.issues.map(({ message, path = [] }) => ({
    path: path.reduce<string>(joinPath, name),
    message,
  }));
  const lines = problems.map(({ path, message }) => `${path}: ${message}`);
  const path = problems[0]?.path ?? name;
  return { refusal: { path, problem: lines.join("; ") } };
}

function joinPath(
  path: string,
  part: PropertyKey | { readonly key: PropertyKey },
): string {
  const key = typeof part === "object" ? part.key : part;
  return typeof key === "number" ? `${path}[${key}]` : `${path}.${String(key)}`;
}
