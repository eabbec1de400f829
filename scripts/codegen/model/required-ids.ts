import { isObject, type Json, type JsonObject } from "../parse/json.js";
import { lookUp } from "../parse/references.js";

/**
 * Makes `id` required in every schema that operations return, directly or in a list. The service always sends the id of
 * a resource, and a program needs the id for the next call.
 *
 * @param document a copy, which is changed
 * @param schemas the schemas of the answers
 */
export function requireIds(
  document: JsonObject,
  schemas: readonly Json[],
): void {
  for (const schema of schemas) {
    const target = targetOf(document, schema);
    const item =
      target?.["type"] === "array"
        ? targetOf(document, target["items"] ?? null)
        : target;
    if (item) requireId(item);
  }
}

/**
 * The schema at the end of a chain of references, or the schema itself if it is a list; undefined for other schemas.
 */
export function targetOf(
  document: JsonObject,
  schema: Json,
): JsonObject | undefined {
  if (!isObject(schema)) return undefined;
  let node: Json | undefined = schema;
  while (isObject(node) && typeof node["$ref"] === "string")
    node = lookUp(document, node["$ref"]);
  const isListOfReferences = schema["type"] === "array";
  const isNamed = typeof schema["$ref"] === "string" || isListOfReferences;
  return isNamed && isObject(node) ? node : undefined;
}

function requireId(schema: JsonObject): void {
  const { properties, required } = schema;
  const names = Array.isArray(required) ? required : [];
  const id = isObject(properties) ? properties["id"] : undefined;
  if (isCertainText(id) && !names.includes("id"))
    schema["required"] = [...names, "id"];
}

/** Whether a member is always text, and neither null nor one of listed values. */
function isCertainText(schema: Json | undefined): boolean {
  return (
    isObject(schema) &&
    schema["type"] === "string" &&
    schema["nullable"] !== true &&
    !("enum" in schema || "const" in schema)
  );
}
