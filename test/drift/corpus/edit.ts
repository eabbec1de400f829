import type { Json, JsonObject } from "./mutation.js";

export function retype(schema: JsonObject): void {
  const { type } = schema;
  for (const key of Object.keys(schema))
    if (!["description", "nullable"].includes(key))
      Reflect.deleteProperty(schema, key);
  schema["type"] = type === "boolean" ? "string" : "boolean";
}

export function addField(schema: JsonObject): void {
  schema["properties"] = {
    ...object(schema["properties"] ?? null),
    added: { type: "string" },
  };
}

export function removeField(schema: JsonObject, name: string): void {
  Reflect.deleteProperty(object(schema["properties"]), name);
  if (schema["required"]) needNoLonger(schema, name);
}

export function renameField(schema: JsonObject, name: string): void {
  const properties = object(schema["properties"] ?? null);
  properties[`${name}Renamed`] = properties[name] ?? null;
  removeField(schema, name);
}

export function need(schema: JsonObject, name: string): void {
  schema["required"] = [...namesIn(schema), name];
}

export function needNoLonger(schema: JsonObject, name: string): void {
  schema["required"] = namesIn(schema).filter((other) => other !== name);
}

export function namesIn(schema: JsonObject): string[] {
  return (schema["required"] ?? []) as string[];
}

export function schemaOf(document: JsonObject, name: string): JsonObject {
  return object(
    object(object(document["components"] ?? null)["schemas"] ?? null)[name] ??
      null,
  );
}

export function fieldOf(schema: JsonObject, name: string): JsonObject {
  return object(object(schema["properties"])[name]);
}

export function fieldsOf(document: JsonObject, name: string): string[] {
  return Object.keys(object(schemaOf(document, name)["properties"] ?? null));
}

export function object(value: Json | undefined): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value
    : {};
}

export function copy<T>(value: T): T {
  return structuredClone(value);
}
