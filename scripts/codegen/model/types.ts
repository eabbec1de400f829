import { isObject, type Json, type JsonObject } from "../parse/json.js";
import { parsePointer } from "../parse/references.js";
import type { Spec } from "../parse/spec.js";
import { hasTextData } from "./answers.js";
import type { Operation } from "./operations.js";
import { schemasOf, type TypeNames } from "./type-names.js";

/** A document, and the names of its types. */
export interface TypeContext {
  readonly spec: Spec;
  readonly typeNames: TypeNames;
}

/**
 * `Pod` for a reference to that schema, `Pod[]` for a list of such references, whether the list has a name of its own or
 * not. Undefined for any other schema.
 */
function namedType(
  context: TypeContext,
  schema: Json | undefined,
): string | undefined {
  if (!isObject(schema)) return undefined;
  const name = schemaNameOf(schema);
  if (name === undefined) return listType(context, schema);
  const target = context.spec.resolve(schema, []);
  return listType(context, target) ?? context.typeNames.get(name);
}

function listType(
  context: TypeContext,
  { type, items, nullable }: JsonObject,
): string | undefined {
  if (type !== "array" || nullable === true) return undefined;
  const item = namedType(context, items);
  return item === undefined ? undefined : `${item}[]`;
}

/** The name of the schema that a reference points to. */
function schemaNameOf({ $ref }: JsonObject): string | undefined {
  if (typeof $ref !== "string") return undefined;
  const keys = parsePointer($ref);
  const isSchema = keys[0] === "components" && keys[1] === "schemas";
  return isSchema && keys.length === 3 ? keys[2] : undefined;
}

/** The type of what an operation resolves with, or yields. */
export function answerType(
  context: TypeContext,
  { id, answer }: Operation,
): string {
  const { kind, schemas, list } = answer;
  if (kind === "nothing") return "void";
  const isText = kind === "text" || (kind === "events" && hasTextData(answer));
  if (isText) return "string";
  if (kind === "file") return "Blob";
  if (kind === "stream") return "ReadableStream<Uint8Array>";
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
export function returnType(context: TypeContext, operation: Operation): string {
  const { kind, mayBeEmpty, list } = operation.answer;
  const type = answerType(context, operation);
  if (kind === "events") return `AsyncIterable<${type}>`;
  if (list?.isPaged) return `PagedList<${type}>`;
  const items = /^\w+$/.test(type) ? `${type}[]` : `(${type})[]`;
  const whole = list ? items : type;
  const isOptional = kind === "json" && mayBeEmpty;
  return isOptional ? `Promise<${whole} | undefined>` : `Promise<${whole}>`;
}

/** The type of the body of an operation. */
export function bodyType(
  context: TypeContext,
  { id, body }: Operation,
): string {
  if (body?.kind === "text") return "string";
  if (body?.kind === "bytes") return "BinaryBody";
  return namedType(context, body?.schema) ?? `BodyOf<operations["${id}"]>`;
}

/** Whether an interface can extend the type of a schema: the type is one object with known members. */
export function isPlainObject(spec: Spec, schema: Json): boolean {
  if (!isObject(schema)) return false;
  const { type, properties, allOf, ...others } = spec.resolve(schema, []);
  if ("oneOf" in others || "anyOf" in others) return false;
  if (others["nullable"] === true) return false;
  if (type !== undefined && type !== "object") return false;
  const parts = Array.isArray(allOf) ? allOf : [];
  const isKnown = isObject(properties) || parts.length > 0;
  return isKnown && parts.every((part) => isPartOfObject(spec, part));
}

/** Whether a part of `allOf` is an object with known members, or only a condition such as `required`. */
function isPartOfObject(spec: Spec, part: Json): boolean {
  if (isPlainObject(spec, part)) return true;
  const keywords = isObject(part) ? Object.keys(part) : [];
  return keywords.every((keyword) =>
    ["required", "description", "title", "type"].includes(keyword),
  );
}

/** Adds the name of every schema that is reachable from `node` to `used`. */
export function collectSchemas(
  spec: Spec,
  node: Json,
  used: Set<string>,
): void {
  if (Array.isArray(node)) {
    node.forEach((item) => collectSchemas(spec, item, used));
    return;
  }
  if (!isObject(node)) return;
  const name = schemaNameOf(node);
  if (name !== undefined && !used.has(name)) {
    used.add(name);
    collectSchemas(spec, schemasOf(spec)[name] ?? null, used);
  }
  Object.values(node).forEach((item) => collectSchemas(spec, item, used));
}
