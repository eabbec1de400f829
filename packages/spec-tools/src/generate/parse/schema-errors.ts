import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import { DocumentError } from "../../document/error.js";
import { isObject, type Json, type Path } from "../../document/json.js";
import { parsePointer } from "../../document/references.js";
import { type ErrorAt } from "./errors.js";

/** The check of a document against a JSON Schema. */
export function compileSchema<T>(schema: object): ValidateFunction<T> {
  return new Ajv({ allErrors: true, allowUnionTypes: true }).compile<T>(schema);
}

/**
 * The document, if it matches the schema.
 * @throws {DocumentError} with every place that does not match
 */
export function checkSchema<T>(
  isDocument: ValidateFunction<T>,
  data: Json,
  errorAt: ErrorAt,
): T {
  if (isDocument(data)) return data;
  const errors = (isDocument.errors ?? [])
    // ajv reports a wrong name twice: the other error describes what is wrong with the name.
    .filter(({ keyword }) => keyword !== "propertyNames")
    .map((error) => errorAt(pathOf(error, data), messageOf(error)));
  throw new DocumentError(errors.map(({ message }) => message).join("\n"));
}

/** The keys of a JSON pointer, and the name at fault where the error is about a name. */
function pathOf(
  { instancePath, params, propertyName }: ErrorObject,
  data: Json,
): Path {
  const keys = parsePointer(`#${instancePath}`);
  const name = String(params["additionalProperty"] ?? propertyName ?? "");
  return toPath(name === "" ? keys : [...keys, name], data);
}

/** The keys with those of arrays as numbers. */
export function toPath(keys: readonly string[], data: Json): Path {
  let node: Json | undefined = data;
  return keys.map((key) => {
    if (Array.isArray(node)) {
      node = node[Number(key)];
      return Number(key);
    }
    node = isObject(node) ? node[key] : undefined;
    return key;
  });
}

function messageOf(error: ErrorObject): string {
  const { keyword, message = "is wrong", params, propertyName } = error;
  if (keyword === "additionalProperties") return "is not a known member";
  if (propertyName !== undefined) return `as a name ${message}`;
  if (keyword === "enum")
    return `must be one of ${(params["allowedValues"] as string[]).join(", ")}`;
  if (keyword === "const") return `must be ${String(params["allowedValue"])}`;
  return message;
}
