import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { DocumentError } from "../document/error.js";
import { descriptions } from "../../../../generated/drift/description.js";
import { documents } from "../../../../generated/graphql/documents.js";
import type { Change } from "../compare/change.js";
import { readCompared, type ComparedModel } from "../compare/compared.js";
import { parseDocument } from "../compare/parse-document.js";
import {
  compareSchemas,
  findRejectedDocuments,
  readSchema,
} from "../compare/graphql.js";
import { compareDocuments, routeKey } from "../compare/operations.js";

/**
 * Every change from the specs of this package to an OpenAPI document.
 *
 * @param surface the surface to compare with; by default, the surface that shares most routes with the document
 * @throws DocumentError when the text cannot be compared, or there is no such surface
 */
export function compareOpenapi(
  text: string,
  surface: string | undefined,
): Change[] {
  const document = parseDocument(text);
  const installed =
    surface === undefined
      ? closestSurface(readCompared(document))
      : findSurface(surface);
  const { rules, prefix } = installed;
  const published = readCompared(document, rules, prefix);
  return compareDocuments(installed, published, { isPublishers: true });
}

/** The GraphQL schema of this package, which is one of its files. */
function ownSchema(): string {
  const { resolve } = createRequire(import.meta.url);
  return readFileSync(resolve("cloud-compute-sdk/schema.graphql"), "utf8");
}

/** Every change from the schema of this package to a GraphQL schema, and the shipped documents that it rejects. */
export function compareGraphql(text: string): Change[] {
  const after = readSchema(text);
  return [
    ...compareSchemas(readSchema(ownSchema()), after),
    ...findRejectedDocuments(after, documents),
  ];
}

const SURFACES = JSON.parse(descriptions) as Readonly<
  Record<string, ComparedModel>
>;

function findSurface(name: string): ComparedModel {
  const found = Object.hasOwn(SURFACES, name) ? SURFACES[name] : undefined;
  if (found) return found;
  const names = Object.keys(SURFACES).join(", ");
  throw new DocumentError(
    `this package has no surface ${name}: it has ${names}`,
  );
}

function closestSurface({ operations }: ComparedModel): ComparedModel {
  const routes = new Set(operations.map(({ route }) => routeKey(route)));
  const countShared = (surface: ComparedModel) =>
    surface.operations.filter(({ route }) => routes.has(routeKey(route)))
      .length;
  const [best] = Object.values(SURFACES).sort(
    (a, b) => countShared(b) - countShared(a),
  );
  if (best && countShared(best) > 0) return best;
  throw new DocumentError(
    "the document shares no route with this package: name its surface with --surface",
  );
}
