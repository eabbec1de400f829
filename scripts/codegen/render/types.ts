import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import ts from "typescript";
import { operationsOf, type Operation } from "../model/operations.js";
import { isObject, textOf, type Json, type JsonObject } from "../parse/json.js";
import { lookUp } from "../parse/references.js";
import type { Spec } from "../parse/spec.js";
import { namedType } from "./resources.js";

const { factory } = ts;

/**
 * The types of a document, by openapi-typescript. Before that, the enumerations that only responses use are opened, and
 * the `id` of what operations return becomes required.
 */
export async function renderTypes(
  spec: Spec,
  operations: readonly Operation[] = operationsOf(spec),
): Promise<string> {
  const document = openEnumerations(spec.document);
  requireIds(document, operations);
  try {
    const ast = await openapiTS(document as unknown as OpenAPI3, {
      alphabetize: true,
      defaultNonNullable: false,
      silent: true,
      transform: (schema) =>
        openEnumerationType(schema as unknown as JsonObject),
    });
    return astToString(ast);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw spec.errorAt([], `openapi-typescript cannot make types: ${reason}`);
  }
}

/**
 * The type of an `anyOf` of an enumeration and any string: the known names, for completion, and `string & {}`. A plain
 * `string` would make the compiler forget the names.
 */
function openEnumerationType({ anyOf }: JsonObject): ts.TypeNode | undefined {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return undefined;
  const [known, any] = anyOf;
  if (!isObject(any) || any["type"] !== "string" || "enum" in any)
    return undefined;
  if (!isObject(known) || known["type"] !== "string") return undefined;
  if (!Array.isArray(known["enum"])) return undefined;
  return factory.createUnionTypeNode([
    ...known["enum"].map((name) =>
      factory.createLiteralTypeNode(factory.createStringLiteral(textOf(name))),
    ),
    factory.createIntersectionTypeNode([
      factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
      factory.createTypeLiteralNode([]),
    ]),
  ]);
}

/**
 * A copy of the document in which every string enumeration that only responses use is an `anyOf` with any string: a
 * service may return new values before its document names them. An enumeration that a request uses stays closed.
 */
function openEnumerations(document: JsonObject): JsonObject {
  const copy = structuredClone(document);
  const sent = new Set<string>();
  const received = new Set<string>();
  for (const item of Object.values(copy["paths"] as JsonObject)) {
    for (const operation of Object.values(item as JsonObject).filter(
      isObject,
    )) {
      collectReferences(copy, operation["parameters"], sent);
      collectReferences(copy, operation["requestBody"], sent);
      collectReferences(copy, operation["responses"], received);
    }
  }
  const schemas = (copy["components"] as JsonObject)["schemas"] as JsonObject;
  for (const [name, schema] of Object.entries(schemas)) {
    const ref = `#/components/schemas/${name}`;
    if (received.has(ref) && !sent.has(ref)) openEnumerationsIn(schema);
  }
  return copy;
}

/**
 * Makes the `id` of every schema required that an operation returns, alone or in a list: what is addressed by an id
 * always carries the id, and without it no result could be passed to the next call.
 */
function requireIds(
  document: JsonObject,
  operations: readonly Operation[],
): void {
  for (const { answer } of operations) {
    const name = namedType(answer)?.replace("[]", "");
    if (name === undefined) continue;
    let schema = lookUp(document, `#/components/schemas/${name}`);
    while (isObject(schema) && typeof schema["$ref"] === "string")
      schema = lookUp(document, schema["$ref"]);
    const properties = isObject(schema) ? schema["properties"] : undefined;
    if (!isObject(schema) || !isObject(properties)) continue;
    const { required } = schema;
    const names = Array.isArray(required) ? required : [];
    if (isText(properties["id"]) && !names.includes("id"))
      schema["required"] = [...names, "id"];
  }
}

/** Whether a member is text of any kind, so that it can be declared as such. */
function isText(schema: Json | undefined): schema is JsonObject {
  return (
    isObject(schema) &&
    schema["type"] === "string" &&
    schema["nullable"] !== true &&
    !("enum" in schema || "const" in schema)
  );
}

/** Adds every reference reachable from `node` to `found`. */
function collectReferences(
  document: JsonObject,
  node: Json | undefined,
  found: Set<string>,
): void {
  if (Array.isArray(node)) {
    node.forEach((item) => collectReferences(document, item, found));
    return;
  }
  if (!isObject(node)) return;
  const { $ref } = node;
  if (typeof $ref === "string" && !found.has($ref)) {
    found.add($ref);
    collectReferences(document, lookUp(document, $ref), found);
  }
  Object.values(node).forEach((value) =>
    collectReferences(document, value, found),
  );
}

function openEnumerationsIn(node: Json): void {
  if (Array.isArray(node)) {
    node.forEach(openEnumerationsIn);
    return;
  }
  if (!isObject(node)) return;
  if (node["type"] === "string" && Array.isArray(node["enum"])) {
    node["anyOf"] = [
      { type: "string", enum: node["enum"] },
      { type: "string" },
    ];
    delete node["enum"];
    delete node["type"];
    return;
  }
  if (
    Array.isArray(node["anyOf"]) &&
    node["anyOf"].some((branch) => isObject(branch) && !("enum" in branch))
  )
    return;
  Object.values(node).forEach(openEnumerationsIn);
}
