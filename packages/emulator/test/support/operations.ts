import { readFileSync } from "node:fs";
import { parseSpec } from "../../../spec-tools/src/generate/parse/spec.js";
import type { Route } from "../../src/index.js";

/** A schema of OpenAPI 3.0, without references. */
export interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Schema;
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  /** The name of the schema in its document, where it has one. */
  readonly name?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly schema: Schema;
}

export interface Operation {
  readonly route: Route;
  readonly method: string;
  /** Starts with the prefix of the surface. Parameters are in braces. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  readonly success: {
    readonly status: number;
    readonly schema: Schema | undefined;
  };
}

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, RawOperation>>>
  >;
}

interface RawOperation {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

interface Content {
  readonly content?: { readonly "application/json": { schema: Schema } };
}

/** Every operation of both documents. */
export const operations: readonly Operation[] = [
  ...read("rest", "/v1"),
  ...read("jobs", ""),
];

function read(surface: string, prefix: string): Operation[] {
  const file = `specs/${surface}.openapi.yaml`;
  const raw = parseSpec(file, readFileSync(file, "utf8")).document;
  const { paths } = resolve(raw, raw) as Document;
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([verb, raw]) => {
      const method = verb.toUpperCase();
      const statuses = Object.keys(raw.responses).map(Number);
      const status = Math.min(...statuses);
      return {
        route: `${method} ${path}` as Route,
        method,
        path: prefix + path,
        parameters: raw.parameters ?? [],
        body: schemaOf(raw.requestBody),
        success: { status, schema: schemaOf(raw.responses[status]) },
      };
    }),
  );
}

function schemaOf(content: Content | undefined): Schema | undefined {
  return content?.content?.["application/json"].schema;
}

/** The document with each reference replaced by what it refers to. A schema keeps its name. */
function resolve(value: unknown, root: object): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, root));
  if (typeof value !== "object" || value === null) return value;
  const { $ref } = value as { readonly $ref?: unknown };
  if (typeof $ref === "string") {
    const steps = $ref.split("/").slice(1);
    const named = steps.reduce<unknown>(
      (at, step) => (at as Record<string, unknown>)[step],
      root,
    );
    const resolved = resolve(named, root) as object;
    return $ref.includes("/schemas/")
      ? { ...resolved, name: steps.at(-1) }
      : resolved;
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, resolve(item, root)]),
  );
}
