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
      { readonly input: Input; readonly output: Output } | undefined;
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

type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly SchemaIssue[] };

interface SchemaIssue {
  readonly message: string;
  readonly path?:
    readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
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
