import { DocumentError } from "../document/error.js";
import type { Change } from "../compare/change.js";
import { readCompared } from "../compare/compared.js";
import { parseDocument } from "../compare/parse-document.js";
import { code } from "../compare/findings.js";
import { compareSchemas, readSchema } from "../compare/graphql.js";
import { compareDocuments } from "../compare/operations.js";
import { isObject } from "../document/json.js";
import { prefixOf } from "../generate/parse/surfaces.js";
import { amend } from "../import/amendments.js";
import { putBackChanged } from "../import/replaced-parts.js";
import { comparePublicTypes } from "./public-types.js";
import { readAs, type Source } from "../compare/source.js";
import type { Snapshot, SurfaceSource } from "./snapshot.js";

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
    ...comparePublicTypes(before.api, after.api),
  ];
}

/** Every change between two files; throws a `DocumentError` when they are of different kinds. */
export function compareFiles(before: Source, after: Source): Change[] {
  const isGraphql = isGraphqlSource(before);
  if (isGraphql !== isGraphqlSource(after))
    throw new DocumentError(
      `${before.name} and ${after.name} are of different kinds: pass two OpenAPI documents, or two GraphQL schemas`,
    );
  return isGraphql
    ? compareGraphql(before, after)
    : compareOpenapi("rest", before, after);
}

function isGraphqlSource({ name, text }: Source): boolean {
  return /\.(graphqls?|gql)$/.test(name) || /^\s*\{[^]*"__schema"/.test(text);
}

function compareSources<Compared extends Source>(
  subject: string,
  before: Compared | undefined,
  after: Compared | undefined,
  compare: (before: Compared, after: Compared) => Change[],
): Change[] {
  if (before && after) return compare(before, after);
  if (before) return [{ verdict: "breaking", line: `${subject} was removed` }];
  return after ? [{ verdict: "new", line: `${subject} is new` }] : [];
}

/** Every change between two OpenAPI documents of a surface, by the comparison that the command `drift` makes. */
export function compareOpenapi(
  surface: string,
  before: SurfaceSource,
  after: SurfaceSource,
): Change[] {
  const [old, now] = [before, after].map((source) =>
    readAs(source, (text) => {
      const document: unknown = parseDocument(text);
      // An import mends the known mistakes of a document in the same way.
      return isObject(document) ? amend(document).document : document;
    }),
  );
  const model = (source: SurfaceSource, document: unknown) =>
    readAs(source, () =>
      readCompared(document, source.rules, prefixOf(surface)),
    );
  const compare = (was: unknown, is: unknown) =>
    compareDocuments(model(before, was), model(after, is));
  const changes = compare(old, now);
  if (!isObject(old) || !isObject(now)) return changes;
  const whole = putBackChanged(old, now);
  if (!whole) return changes;
  const known = new Set(changes.map(({ line }) => line));
  const hidden = compareHidden(() => compare(whole.before, whole.after));
  const where = "in a part that our overlay replaces";
  return [
    ...changes,
    ...hidden
      .filter(({ line }) => !known.has(line))
      .map((change) => ({ ...change, line: `${change.line}, ${where}` })),
  ];
}

/** What changed behind an overlay, or that it cannot be read. */
function compareHidden(compare: () => Change[]): Change[] {
  try {
    return compare();
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return [
      {
        verdict: "breaking",
        line: `the publisher's document cannot be read (${error.message})`,
      },
    ];
  }
}

function compareGraphql(before: Source, after: Source): Change[] {
  return compareSchemas(readAs(before, readSchema), readAs(after, readSchema));
}
