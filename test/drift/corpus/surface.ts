import { readFile } from "node:fs/promises";
import { namesOf } from "../../../scripts/diff/openapi.js";
import { SpecError } from "../../../scripts/codegen/parse/spec-error.js";
import { parseSpec, type Spec } from "../../../scripts/codegen/parse/spec.js";
import { describe } from "../../../src/cli/drift/describe.js";
import type { Description } from "../../../src/cli/drift/description.js";
import { resolve } from "../../../src/cli/drift/json.js";
import { reachOf } from "../../../src/cli/drift/reach.js";
import type { JsonObject, Known, Mutation } from "./mutation.js";

/** One of our documents, ready for the corpus. */
export interface Surface {
  readonly name: string;
  readonly spec: Spec;
  readonly names: ReadonlyMap<string, string>;
  readonly description: Description;
  readonly known: Known;
}

export async function readSurface(name: string): Promise<Surface> {
  const file = new URL(`../../../specs/${name}.openapi.yaml`, import.meta.url);
  const spec = parseSpec(name, await readFile(file, "utf8"));
  const names = namesOf(name, spec);
  const description = describe(spec.document, names);
  const reach = reachOf(spec.document);
  const { schemas } = spec.document["components"] as { schemas: object };
  const met = (way: "sent" | "answered", schema: string) =>
    reach[way].has(`#/components/schemas/${schema}`);
  const thatAre = (isSent: boolean, isAnswered: boolean) =>
    Object.keys(schemas).filter(
      (schema) =>
        met("sent", schema) === isSent &&
        met("answered", schema) === isAnswered,
    );
  const known: Known = {
    document: spec.document,
    sent: thatAre(true, false),
    answered: thatAre(false, true),
    both: thatAre(true, true),
    nameOf: (route) => names.get(route) ?? route,
  };
  return { name, spec, names, description, known };
}

/** The document after a mutation; parsed once, it is not parsed again. */
export function mutated({ spec }: Surface, { title, apply }: Mutation): Spec {
  const document = structuredClone(spec.document);
  apply(document);
  return {
    file: title,
    document,
    errorAt: (path, message) =>
      new SpecError(`${title}: ${path.join(" ")}: ${message}`),
    resolve: (value) => resolve(document, value) as JsonObject,
  };
}
