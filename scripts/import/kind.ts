import {
  buildClientSchema,
  printSchema,
  type IntrospectionQuery,
} from "graphql";
import { SpecError } from "../codegen/parse/fault.js";
import { isObject } from "../codegen/parse/json.js";
import type { Source } from "./source.js";

/** What a text is: an OpenAPI document, or a GraphQL schema with its SDL. */
type Found =
  | { readonly kind: "openapi" }
  | { readonly kind: "graphql"; readonly sdl: string };

/** Tells an OpenAPI document, an SDL and an introspection answer apart; throws a `SpecError` for anything else. */
export function kindOf(source: Source): Found {
  const { name, text } = source;
  const json = /^\s*[[{"]/.test(text) ? parsed(text) : undefined;
  const data = isObject(json) && isObject(json["data"]) ? json["data"] : json;
  if (isObject(data) && "__schema" in data)
    return { kind: "graphql", sdl: sdlOf(name, data) };
  if (isObject(json) ? "openapi" in json : /^["']?openapi["']?\s*:/m.test(text))
    return { kind: "openapi" };
  if (json === undefined && SDL.test(text))
    return { kind: "graphql", sdl: text };
  const isSwagger = isObject(json)
    ? "swagger" in json
    : /^["']?swagger["']?\s*:/m.test(text);
  const hint = isSwagger
    ? "is Swagger 2: convert it to OpenAPI 3 first"
    : "is neither an OpenAPI document (a member `openapi`) nor a GraphQL schema (SDL, or the answer of an introspection)";
  throw new SpecError(`${name}:1: ${hint}`);
}

const SDL =
  /^\s*(extend\s+)?(schema|type|scalar|enum|input|interface|union|directive)[\s@{]/m;

function parsed(text: string): unknown {
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
    const said = error instanceof Error ? error.message : String(error);
    throw new SpecError(`${name}:1: the introspection is not whole: ${said}`);
  }
}
