import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { parseSpec, type Spec } from "../../../src/generate/parse/spec.js";
import type { Source } from "../../../src/compare/source.js";
import {
  readCompared,
  type ComparedModel,
} from "../../../src/compare/compared.js";
import { callName } from "../../../src/compare/merge.js";
import type { JsonObject } from "../../../src/document/json.js";
import type { Mutation } from "./mutation.js";

const FOLDER = new URL("../fixtures/specs/", import.meta.url);

/** The frozen OpenAPI document of the tests, with what the comparer makes of it. */
export interface Fixture {
  readonly document: JsonObject;
  readonly source: Source;
  /** The name in the client of each route. */
  readonly names: ReadonlyMap<string, string>;
  readonly model: ComparedModel;
}

export async function readFixture(): Promise<Fixture> {
  const text = await readFile(new URL("rest.openapi.yaml", FOLDER), "utf8");
  const document = parse(text) as JsonObject;
  const source = sourceOf("before", document);
  const model = readCompared(document);
  const names = model.operations.map(
    (operation) => [operation.route, callName(model, operation) ?? ""] as const,
  );
  return { document, source, names: new Map(names), model };
}

/** The text of the frozen GraphQL schema. */
export function readSchemaFixture(): Promise<string> {
  return readFile(new URL("schema.graphql", FOLDER), "utf8");
}

/** A copy of the frozen document with one mutation. */
export function mutate(
  { document }: Fixture,
  { apply }: Pick<Mutation, "apply">,
): JsonObject {
  const copy = structuredClone(document);
  apply(copy);
  return copy;
}

export function sourceOf(name: string, document: JsonObject): Source {
  return { name, text: JSON.stringify(document) };
}

/** The document as the generator reads it. */
export function specOf({ name, text }: Source): Spec {
  return parseSpec(name, text);
}

/** The names of the schemas that only requests, only responses, or both lead to. */
export function schemaNames({
  document,
  model: { sent, received },
}: Fixture): Record<"request" | "response" | "both", string[]> {
  const { schemas } = document["components"] as { schemas: JsonObject };
  const namesWhere = (isSent: boolean, isReceived: boolean) =>
    Object.keys(schemas).filter(
      (name) =>
        sent.includes(name) === isSent &&
        received.includes(name) === isReceived,
    );
  return {
    request: namesWhere(true, false),
    response: namesWhere(false, true),
    both: namesWhere(true, true),
  };
}
