import {
  buildClientSchema,
  printSchema,
  type IntrospectionQuery,
} from "graphql";
import { isObject } from "../../src/document/json.js";
import { SpecError } from "../codegen/parse/spec-error.js";
import type { Source } from "./read-source.js";

/** What a text is: an OpenAPI document, or a GraphQL schema with its SDL. */
type Kind =
  | { readonly kind: "openapi" }
  | { readonly kind: "graphql"; readonly sdl: string };

/**
 * Distinguishes an OpenAPI document, an SDL and the result of an introspection.
 * @throws {SpecError} for anything else
 */
export function detectKind({ name, text }: Source): Kind {
  const json = /^\s*[[{"]/.test(text) ? parseJson(text) : undefined;
  const data = isObject(json) && isObject(json["data"]) ? json["data"] : json;
  if (isObject(data) && "__schema" in data)
    return { kind: "graphql", sdl: sdlOf(name, data) };
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
  throw new SpecError(`${name}:1: ${problem}`);
}

const SDL =
  /^\s*(extend\s+)?(schema|type|scalar|enum|input|interface|union|directive)[\s@{]/m;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sdlOf(name: string, data: object): string {
  try {
    const schema = buildClientSchema(data as IntrospectionQuery);
    return `${printSchema(schema)}\n`;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SpecError(
      `${name}:1: the introspection is incomplete: ${reason}`,
    );
  }
}
