import { isObject, type Json, type JsonObject } from "../parse/json.js";
import { lookUp } from "../parse/references.js";

/**
 * Makes the `id` of every schema required that operations return, itself or in a list: what is addressed by an id always
 * carries the id, and without it no result could be passed to the next call.
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

/** The schema that a reference points to, at the end of a chain of references; undefined for what is no reference. */
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

/** Whether a member is text of any kind, so that it can be declared as such. */
function isCertainText(schema: Json | undefined): boolean {
  return (
    isObject(schema) &&
    schema["type"] === "string" &&
    schema["nullable"] !== true &&
    !("enum" in schema || "const" in schema)
  );
}
