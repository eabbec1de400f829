import type { Change } from "../../src/cli/drift/compare/change.js";
import { describeDocument } from "../../src/cli/drift/compare/describe.js";
import type { Description } from "../../src/cli/drift/compare/description.js";
import {
  DocumentError,
  parseDocument,
} from "../../src/cli/drift/compare/document.js";
import { code } from "../../src/cli/drift/compare/findings.js";
import {
  compareSchemas,
  readSchema,
} from "../../src/cli/drift/compare/graphql.js";
import { compareDescriptions } from "../../src/cli/drift/compare/operations.js";
import { operationsOf } from "../codegen/model/operations.js";
import { SpecError } from "../codegen/parse/spec-error.js";
import { parseSpec } from "../codegen/parse/spec.js";
import { clientNames } from "../codegen/render/description.js";
import { comparePublicTypes } from "./public-types.js";
import { compareShippedDocuments } from "./shipped-documents.js";
import type { Snapshot, Source } from "./snapshot.js";

/** Every change from one snapshot to another. */
export function compareSnapshots(before: Snapshot, after: Snapshot): Change[] {
  const names = new Set([...before.surfaces.keys(), ...after.surfaces.keys()]);
  const surfaces = [...names].flatMap((name) =>
    compareSources(
      `the surface ${code(name)}`,
      before.surfaces.get(name),
      after.surfaces.get(name),
      (old, now) => compareOpenapi(name, old, now),
    ),
  );
  return [
    ...surfaces,
    ...compareSources(
      "the GraphQL schema",
      before.schema,
      after.schema,
      compareGraphql,
    ),
    ...compareShippedDocuments(before.documents, after.documents),
    ...comparePublicTypes(before.api, after.api),
  ];
}

/** Every change between two files; throws a `DocumentError` when one is OpenAPI and the other GraphQL. */
export function compareFiles(before: Source, after: Source): Change[] {
  if (isGraphql(before) !== isGraphql(after))
    throw new DocumentError(
      `${before.name} and ${after.name} are of different kinds: pass two OpenAPI documents, or two GraphQL schemas`,
    );
  return isGraphql(before)
    ? compareGraphql(before, after)
    : compareOpenapi("rest", before, after);
}

function isGraphql({ name, text }: Source): boolean {
  return /\.(graphqls?|gql)$/.test(name) || /^\s*\{[^]*"__schema"/.test(text);
}

function compareSources(
  subject: string,
  before: Source | undefined,
  after: Source | undefined,
  compare: (before: Source, after: Source) => Change[],
): Change[] {
  if (before && after) return compare(before, after);
  if (before) return [{ verdict: "breaking", line: `${subject} was removed` }];
  return after ? [{ verdict: "new", line: `${subject} is new` }] : [];
}

/** Every change between two OpenAPI documents of a surface, by the comparison that the command `drift` makes. */
export function compareOpenapi(
  surface: string,
  before: Source,
  after: Source,
): Change[] {
  const oldNames = namesOf(surface, before);
  // A route that the generator cannot name keeps its name.
  const newNames = new Map([...oldNames, ...namesOf(surface, after)]);
  return compareDescriptions(
    describe(before, oldNames),
    describe(after, newNames),
  );
}

function describe(
  { name, text }: Source,
  names: ReadonlyMap<string, string>,
): Description {
  return withSourceName(name, () =>
    describeDocument(parseDocument(text), names),
  );
}

function compareGraphql(before: Source, after: Source): Change[] {
  const [old, now] = [before, after].map(({ name, text }) =>
    withSourceName(name, () => readSchema(text)),
  );
  return old && now ? compareSchemas(old, now) : [];
}

function withSourceName<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new DocumentError(`${name}: ${error.message}`, { cause: error });
  }
}

/** The name in the client of each route; none for a document that the generator does not accept. */
function namesOf(surface: string, { name, text }: Source): Map<string, string> {
  try {
    return clientNames(surface, operationsOf(parseSpec(name, text)));
  } catch (error) {
    if (error instanceof SpecError) return new Map();
    throw error;
  }
}
