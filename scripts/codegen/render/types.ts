import openapiTS, { astToString, type OpenAPI3 } from "openapi-typescript";
import ts from "typescript";
import { operationsOf, type Operation } from "../model/operations.js";
import {
  isObject,
  lookUp,
  textOf,
  type Json,
  type JsonObject,
  type Spec,
} from "../parse/spec.js";
import { namedType } from "./resources.js";

const { factory } = ts;

/**
 * The types of a document, by openapi-typescript. Before that, enumerations of responses are opened, and the `id` of
 * what operations return becomes required.
 */
export async function renderTypes(
  spec: Spec,
  operations: readonly Operation[] = operationsOf(spec),
): Promise<string> {
  const document = openAnswers(spec.document);
  requireIds(document, operations);
  try {
    const ast = await openapiTS(document as unknown as OpenAPI3, {
      alphabetize: true,
      defaultNonNullable: false,
      silent: true,
      transform: (schema) => openEnumeration(schema as unknown as JsonObject),
    });
    return astToString(ast);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw spec.fault([], `no types can be made: ${said}`);
  }
}

/**
 * `anyOf` of an enumeration and plain string: known names for completion, any string accepted.
 * Written as `string & {}`, since a plain `string` would swallow the known names.
 */
function openEnumeration({ anyOf }: JsonObject): ts.TypeNode | undefined {
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return undefined;
  const [known, any] = anyOf;
  if (
    !isObject(known) ||
    !isObject(any) ||
    any["type"] !== "string" ||
    "enum" in any
  )
    return undefined;
  if (known["type"] !== "string" || !Array.isArray(known["enum"]))
    return undefined;
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
 * A copy of the document in which every string enumeration that only answers can reach also admits any other string:
 * a service may name new states before its document does. What a request reaches as well stays closed.
 */
function openAnswers(document: JsonObject): JsonObject {
  const copy = structuredClone(document);
  const requests = new Set<string>();
  const answers = new Set<string>();
  for (const item of Object.values(copy["paths"] as JsonObject)) {
    for (const operation of Object.values(item as JsonObject).filter(
      isObject,
    )) {
      collect(copy, operation["parameters"], requests);
      collect(copy, operation["requestBody"], requests);
      collect(copy, operation["responses"], answers);
    }
  }
  const schemas = (copy["components"] as JsonObject)["schemas"] as JsonObject;
  for (const [name, schema] of Object.entries(schemas)) {
    if (
      answers.has(`#/components/schemas/${name}`) &&
      !requests.has(`#/components/schemas/${name}`)
    )
      open(schema);
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
function collect(
  document: JsonObject,
  node: Json | undefined,
  found: Set<string>,
): void {
  if (Array.isArray(node)) {
    node.forEach((item) => collect(document, item, found));
    return;
  }
  if (!isObject(node)) return;
  const { $ref } = node;
  if (typeof $ref === "string" && !found.has($ref)) {
    found.add($ref);
    collect(document, lookUp(document, $ref), found);
  }
  Object.values(node).forEach((value) => collect(document, value, found));
}

function open(node: Json): void {
  if (Array.isArray(node)) {
    node.forEach(open);
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
  Object.values(node).forEach(open);
}
