import { printSchema } from "graphql";
import { DocumentError } from "../document/error.js";
import { readSchema } from "../compare/graphql.js";
import { isObject } from "../document/json.js";
import { parseYaml } from "../generate/parse/yaml.js";
import { readAs, type Source } from "../compare/source.js";

/** What a text is: an OpenAPI document, or a GraphQL schema with its SDL. */
type Kind =
  | { readonly kind: "openapi" }
  | { readonly kind: "graphql"; readonly sdl: string };

/**
 * Distinguishes an OpenAPI document, an SDL and the result of an introspection.
 * @throws {DocumentError} for anything else
 */
export function detectKind(source: Source): Kind {
  const { name, text } = source;
  const json = /^\s*[[{"]/.test(text) ? parseJson(name, text) : undefined;
  const data = isObject(json) && isObject(json["data"]) ? json["data"] : json;
  if (isObject(data) && "__schema" in data)
    return {
      kind: "graphql",
      sdl: `${printSchema(readAs(source, readSchema))}\n`,
    };
  const hasMember = (member: string) =>
    isObject(json)
      ? member in json
      : new RegExp(`^["']?${member}["']?\\s*:`, "m").test(text);
  if (hasMember("openapi")) return { kind: "openapi" };
  if (json === undefined && SDL.test(text))
    return { kind: "graphql", sdl: text };
  const problem = hasMember("swagger")
    ? "this is Swagger 2: convert it to OpenAPI 3 first"
    : "this is neither an OpenAPI document (with a member `openapi`) nor a GraphQL schema (SDL, or the result of an introspection)";
  throw new DocumentError(`${name}:1: ${problem}`);
}

const SDL =
  /^\s*(extend\s+)?(schema|type|scalar|enum|input|interface|union|directive)[\s@{]/m;

/** JSON, also with a comma too many, which is YAML; the error of anything else has its line. */
function parseJson(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parseYaml(name, text).data;
  }
}
