/** A value of JSON, as a spec holds it. */
export type Json =
  null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** The keys from the root of a document to one of its parts. */
export type Path = readonly (string | number)[];

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The trimmed text of a member of a spec; empty where the member is missing or not a string. */
export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value.trim() : "";
}

/** The path of a member, or of an entry of a list, below `path`. */
export function childPath(path: Path, parent: object, key: string): Path {
  return [...path, Array.isArray(parent) ? Number(key) : key];
}
