/** A value of JSON, as a document holds it. */
export type Json =
  | null
  | boolean
  | number
  | string
  | Json[]
  | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** The keys from the root of a document to one of its parts. */
export type Path = readonly (string | number)[];

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The trimmed text of a member of a document; empty where the member is missing or not a string. */
export function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value.trim() : "";
}

/** The value if it is a list, otherwise an empty list. */
export function listOf(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

/** The value if it is an object, otherwise an empty object. */
export function objectOf(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** A member of an object that is no inherited one. */
export function own<Value>(
  object: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A member of a value of unknown origin, if the value is an object and has the member itself. */
export function member(value: unknown, name: string): unknown {
  return isObject(value) ? own(value, name) : undefined;
}

/** The path of a member, or of an entry of a list, below `path`. */
export function childPath(path: Path, parent: object, key: string): Path {
  return [...path, Array.isArray(parent) ? Number(key) : key];
}
