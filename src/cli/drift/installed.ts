import { descriptions } from "../../../generated/drift/description.js";
import { modelsDescription } from "../../../generated/drift/models.js";
import { documents } from "../../../generated/graphql/documents.js";
import { schema } from "../../../generated/graphql/schema.js";
import type { Change } from "../../compare/change.js";
import { describeDocument } from "../../compare/describe.js";
import { openEnumerations } from "../../compare/decide.js";
import type { Description } from "../../compare/description.js";
import { DocumentError, parseDocument } from "../../compare/document.js";
import {
  compareSchemas,
  findRejectedDocuments,
  readSchema,
} from "../../compare/graphql.js";
import {
  compareModels as compareModelDescriptions,
  describeModels,
  type ModelsDescription,
} from "../../compare/models.js";
import { compareDescriptions, routeKey } from "../../compare/operations.js";

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
  const unnamed = describeDocument(document);
  const installed =
    surface === undefined ? closestSurface(unnamed) : findSurface(surface);
  const names = namesFor(installed, unnamed);
  const described = describeDocument(document, names);
  return compareDescriptions(
    installed,
    openEnumerations(described, installed.decisions),
  );
}

/** Every change from the public models of this package to a document of models. */
export function compareModels(text: string): Change[] {
  const installed = JSON.parse(modelsDescription) as ModelsDescription;
  return compareModelDescriptions(
    installed,
    describeModels(parseDocument(text)),
  );
}

/** Every change from the schema of this package to a GraphQL schema, and the shipped documents that it rejects. */
export function compareGraphql(text: string): Change[] {
  const after = readSchema(text);
  return [
    ...compareSchemas(readSchema(schema), after),
    ...findRejectedDocuments(after, documents),
  ];
}

const SURFACES = JSON.parse(descriptions) as Readonly<
  Record<string, Description>
>;

function findSurface(name: string): Description {
  const found = Object.hasOwn(SURFACES, name) ? SURFACES[name] : undefined;
  if (found) return found;
  const names = Object.keys(SURFACES).join(", ");
  throw new DocumentError(
    `this package has no surface ${name}: it has ${names}`,
  );
}

function closestSurface({ operations }: Description): Description {
  const routes = new Set(Object.keys(operations).map(routeKey));
  const countShared = (surface: Description) =>
    Object.keys(surface.operations).filter((route) =>
      routes.has(routeKey(route)),
    ).length;
  const [best] = Object.values(SURFACES).sort(
    (a, b) => countShared(b) - countShared(a),
  );
  if (best && countShared(best) > 0) return best;
  throw new DocumentError(
    "the document shares no route with this package: name its surface with --surface",
  );
}

/** The name in the client of each route of the document that the package has too. */
function namesFor(
  installed: Description,
  document: Description,
): Map<string, string> {
  const names = new Map(
    Object.entries(installed.operations).map(([route, { name = route }]) => [
      routeKey(route),
      name,
    ]),
  );
  return new Map(
    Object.keys(document.operations).flatMap((route) => {
      const name = names.get(routeKey(route));
      return name === undefined ? [] : [[route, name]];
    }),
  );
}
