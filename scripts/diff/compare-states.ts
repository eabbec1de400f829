import type { Change } from "../../src/cli/drift/change.js";
import { DocumentError } from "../../src/cli/drift/description.js";
import { compareSchemas, readSchema } from "../../src/cli/drift/graphql.js";
import { code } from "../../src/cli/drift/words.js";
import { diffDocuments } from "./documents.js";
import { diffOpenapi, type Source } from "./openapi.js";
import { diffPublicTypes } from "./public-types.js";
import type { State } from "./state.js";

/** Every change from one state to another. */
export async function compareStates(
  before: State,
  after: State,
): Promise<Change[]> {
  const names = new Set([...before.surfaces.keys(), ...after.surfaces.keys()]);
  const surfaces = await Promise.all(
    [...names].map((name) =>
      diffSurface(name, before.surfaces.get(name), after.surfaces.get(name)),
    ),
  );
  return [
    ...surfaces.flat(),
    ...diffSchemas(before.schema, after.schema),
    ...diffDocuments(before.documents, after.documents),
    ...diffPublicTypes(before.api, after.api),
  ];
}

/** The changes between two files of one kind. */
export function compareFiles(
  before: Source,
  after: Source,
): Change[] | Promise<Change[]> {
  const areSchemas = [before, after].map(isGraphql);
  if (areSchemas[0] !== areSchemas[1])
    throw new DocumentError(
      `${before.name} and ${after.name} are not of one kind: two OpenAPI documents, or two GraphQL schemas`,
    );
  return areSchemas[0]
    ? diffSchemas(before, after)
    : diffOpenapi("rest", before, after);
}

function isGraphql({ name, text }: Source): boolean {
  return /\.(graphqls?|gql)$/.test(name) || /^\s*\{[^]*"__schema"/.test(text);
}

async function diffSurface(
  name: string,
  before: Source | undefined,
  after: Source | undefined,
): Promise<Change[]> {
  if (before && after) return diffOpenapi(name, before, after);
  return [
    after
      ? { verdict: "new", line: `the surface ${code(name)} is new` }
      : { verdict: "breaking", line: `the surface ${code(name)} is gone` },
  ];
}

function diffSchemas(
  before: Source | undefined,
  after: Source | undefined,
): Change[] {
  if (!before || !after) return [];
  return compareSchemas(readSchema(before.text), readSchema(after.text));
}
