/** JSON as it stands in a spec. */
export type Json =
  null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** The keys from the root of a document to one of its parts. */
export type Path = readonly (string | number)[];

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A text member of a spec; empty where there is none. */
export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value.trim() : "";
}
