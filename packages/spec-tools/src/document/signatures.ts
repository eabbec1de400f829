import { own } from "./json.js";
import type {
  Answer,
  Schema,
  Schemas,
  Signature,
  SignatureParameter,
} from "./model.js";
import type { ReadOperation } from "./operations.js";
import { argumentName } from "./names.js";
import { queryTypeOf } from "./type-names.js";

/** What the types of a signature are made from. */
interface TypeContext {
  readonly schemas: Schemas;
  /** The name of the type of each schema, by the name of the schema. */
  readonly typeNames: Readonly<Record<string, string>>;
}

/** How the function of an operation is called: ids, body, query and options, and what it returns. */
export function signatureOf(
  context: TypeContext,
  operation: ReadOperation,
  isUpdate: boolean,
): Signature {
  const { pathParameters, body, queryParameters, id } = operation;
  const parameters: SignatureParameter[] = pathParameters.map(({ name }) => ({
    name: argumentName(name) ?? name,
    type: "string",
    required: true,
  }));
  if (body)
    parameters.push({
      name: "body",
      type: bodyType(context, operation),
      required: body.required,
    });
  // Every function takes a query, so that the first parameter of an operation moves no argument.
  parameters.push({
    name: "query",
    type: queryParameters.length > 0 ? queryTypeOf(id) : "NoQuery",
    required: queryParameters.some((each) => each.required),
  });
  const type = optionsType(operation.answer, isUpdate);
  parameters.push({ name: "options", type, required: false });
  return { parameters, returns: returnType(context, operation) };
}

function optionsType({ kind }: Answer, isUpdate: boolean): string {
  if (kind === "events") return "EventStreamOptions";
  return isUpdate ? "UpdateOptions" : "CallOptions";
}

/**
 * `Pod` for that schema, `Pod[]` for a list of such schemas, whether the list has a name of its own or not. Undefined
 * for any other schema.
 */
function namedType(
  context: TypeContext,
  schema: Schema,
  within: readonly string[] = [],
): string | undefined {
  const { ref, nullable } = schema;
  if (nullable) return undefined;
  if (ref === undefined) return listType(context, schema, within);
  const target = own(context.schemas, ref);
  const list = target && namedList(context, target, [...within, ref]);
  return list ?? own(context.typeNames, ref);
}

/** The type of a list, through any number of names. */
function namedList(
  context: TypeContext,
  schema: Schema,
  within: readonly string[] = [],
): string | undefined {
  const { ref } = schema;
  const target = ref === undefined ? undefined : own(context.schemas, ref);
  if (ref === undefined || !target) return listType(context, schema, within);
  // A list of itself has only its own name.
  return within.includes(ref)
    ? undefined
    : namedList(context, target, [...within, ref]);
}

function listType(
  context: TypeContext,
  { types, items, nullable }: Schema,
  within: readonly string[] = [],
): string | undefined {
  if (types?.join() !== "array" || nullable || !items) return undefined;
  if (items.ref !== undefined && within.includes(items.ref)) return undefined;
  const item = namedType(context, items, within);
  return item === undefined ? undefined : `${item}[]`;
}

/** The type of what an operation resolves with, or yields. */
export function answerType(
  context: TypeContext,
  { id, answer }: Pick<ReadOperation, "id" | "answer">,
): string {
  const { kind, schemas, list } = answer;
  if (kind === "nothing") return "void";
  const success = `SuccessOf<operations["${id}"]>`;
  if (list)
    return (
      namedType(context, list.item) ??
      `NonNullable<${success}["${list.member}"]>[number]`
    );
  const names = schemas.map((schema) => namedType(context, schema));
  const isNamed = names.every((name) => name !== undefined);
  return isNamed ? [...new Set(names)].join(" | ") : success;
}

/** What the function of an operation returns. */
function returnType(context: TypeContext, operation: ReadOperation): string {
  const { kind, mayBeEmpty, list } = operation.answer;
  const type = answerType(context, operation);
  if (kind === "events") return `AsyncIterable<${type}>`;
  if (list?.isPaged) return `PagedList<${type}>`;
  const items = /^\w+$/.test(type) ? `${type}[]` : `(${type})[]`;
  const whole = list ? items : type;
  const isOptional = kind === "json" && mayBeEmpty;
  return isOptional ? `Promise<${whole} | undefined>` : `Promise<${whole}>`;
}

function bodyType(context: TypeContext, { id, body }: ReadOperation): string {
  const sent = body?.sent;
  const named = sent && namedType(context, sent.schema);
  return named ?? `BodyOf<operations["${id}"]>`;
}
