import { descriptions } from "../../../generated/drift/description.js";
import { documents } from "../../../generated/graphql/documents.js";
import { schema } from "../../../generated/graphql/schema.js";
import type { Change } from "./change.js";
import { nameless } from "./calls.js";
import { compareDescriptions } from "./compare.js";
import { describe } from "./describe.js";
import { DocumentError, type Description } from "./description.js";
import { compareSchemas, readSchema, refusedDocuments } from "./graphql.js";
import { parseDocument } from "./parse.js";

/** Every change from what this package was generated from to an OpenAPI document. */
export function compareOpenapi(
  text: string,
  surface: string | undefined,
): Change[] {
  const document = parseDocument(text);
  const unnamed = describe(document);
  const ours = surface === undefined ? nearest(unnamed) : installedAs(surface);
  return compareDescriptions(ours, describe(document, namesFor(ours, unnamed)));
}

/** Every change to a GraphQL schema, and the shipped documents that it refuses. */
export function compareGraphql(text: string): Change[] {
  const given = readSchema(text);
  return [
    ...compareSchemas(readSchema(schema), given),
    ...refusedDocuments(given, documents),
  ];
}

const installed = JSON.parse(descriptions) as Readonly<
  Record<string, Description>
>;

function installedAs(surface: string): Description {
  const found = Object.hasOwn(installed, surface)
    ? installed[surface]
    : undefined;
  if (found) return found;
  const names = Object.keys(installed).join(", ");
  throw new DocumentError(
    `this package has no surface ${surface}: it has ${names}`,
  );
}

/** The surface that shares most of its routes with the document. */
function nearest({ operations }: Description): Description {
  const given = new Set(Object.keys(operations).map(nameless));
  const shared = (one: Description) =>
    Object.keys(one.operations).filter((route) => given.has(nameless(route)))
      .length;
  const [best] = Object.values(installed).sort((a, b) => shared(b) - shared(a));
  if (best && shared(best) > 0) return best;
  throw new DocumentError(
    "it shares no path with this package: name its surface with --surface",
  );
}

/** The names that routes of the document have in the client. */
function namesFor(ours: Description, given: Description): Map<string, string> {
  const names = new Map(
    Object.entries(ours.operations).map(([route, { name = route }]) => [
      nameless(route),
      name,
    ]),
  );
  return new Map(
    Object.keys(given.operations).flatMap((route) => {
      const name = names.get(nameless(route));
      return name === undefined ? [] : [[route, name]];
    }),
  );
}
