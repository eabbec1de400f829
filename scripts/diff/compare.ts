import type { Change } from "../../src/compare/change.js";
import { describeDocument } from "../../src/compare/describe.js";
import type { Description } from "../../src/compare/description.js";
import { DocumentError, parseDocument } from "../../src/compare/document.js";
import { code } from "../../src/compare/findings.js";
import { compareSchemas, readSchema } from "../../src/compare/graphql.js";
import { compareModels, describeModels } from "../../src/compare/models.js";
import { compareDescriptions, routeKey } from "../../src/compare/operations.js";
import { applyRules } from "../codegen/model/apply-rules.js";
import { operationsOf } from "../codegen/model/operations.js";
import { SpecError } from "../codegen/parse/spec-error.js";
import { isObject } from "../codegen/parse/json.js";
import { createSpec } from "../codegen/parse/spec.js";
import { parseYaml } from "../codegen/parse/yaml.js";
import { clientNames } from "../codegen/render/description.js";
import { amend } from "../import/amendments.js";
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
    ...compareSources(
      "the document of the public models",
      before.models,
      after.models,
      compareModelSources,
    ),
    ...compareShippedDocuments(before.documents, after.documents),
    ...comparePublicTypes(before.api, after.api),
  ];
}

/** Every change between two files; throws a `DocumentError` when they are of different kinds. */
export function compareFiles(before: Source, after: Source): Change[] {
  const kind = kindOf(before);
  if (kind !== kindOf(after))
    throw new DocumentError(
      `${before.name} and ${after.name} are of different kinds: pass two OpenAPI documents, two GraphQL schemas, or two documents of models`,
    );
  switch (kind) {
    case "graphql":
      return compareGraphql(before, after);
    case "models":
      return compareModelSources(before, after);
    case "openapi":
      return compareOpenapi("rest", before, after);
  }
}

function kindOf({ name, text }: Source): "graphql" | "models" | "openapi" {
  if (/\.(graphqls?|gql)$/.test(name) || /^\s*\{[^]*"__schema"/.test(text))
    return "graphql";
  return /^["']?models["']?:/m.test(text) ? "models" : "openapi";
}

function compareSources(
  subject: string,
  before: Source | undefined,
  after: Source | undefined,
  compare: (before: Source, after: Source) => Change[],
): Change[] {
  if (before && after) return compare(before, after);
  if (before)
    return [
      {
        verdict: "breaking",
        line: `${subject} was removed`,
        kind: "document removed",
        before: before.name,
      },
    ];
  if (!after) return [];
  const line = `${subject} is new`;
  return [{ verdict: "new", line, kind: "document added", after: after.name }];
}

/** Every change between two OpenAPI documents of a surface, by the comparison that the command `drift` makes. */
export function compareOpenapi(
  surface: string,
  before: Source,
  after: Source,
): Change[] {
  const old = readDocument(surface, before);
  const now = readDocument(surface, after);
  return compareDescriptions(
    describe(before, old, now),
    describe(after, now, old),
  );
}

/** A parsed document of a surface, as the generator sees it. */
interface ReadDocument {
  readonly document: unknown;
  /** The name in the client of each route; empty for a document that the generator does not accept. */
  readonly names: ReadonlyMap<string, string>;
}

function readDocument(
  surface: string,
  { name, text, rules = {} }: Source,
): ReadDocument {
  try {
    const { data, lineOf } = parseYaml(name, text);
    if (isObject(data)) {
      // An import mends the known mistakes of a document in the same way.
      const mended = createSpec(name, amend(data).document, lineOf);
      const spec = applyRules(mended, rules);
      const names = clientNames(surface, operationsOf(spec, rules));
      return { document: spec.document, names };
    }
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
  }
  const document = withSourceName(name, () => parseDocument(text));
  return { document, names: new Map() };
}

/** A route that the generator cannot name has the name that the other document gives it. */
function describe(
  { name }: Source,
  { document, names }: ReadDocument,
  other: ReadDocument,
): Description {
  return withSourceName(name, () => {
    const routes = Object.keys(describeDocument(document).operations);
    const otherNames = new Map(
      [...other.names].map(([route, found]) => [routeKey(route), found]),
    );
    const allNames = routes.flatMap((route) => {
      const found = names.get(route) ?? otherNames.get(routeKey(route));
      return found === undefined ? [] : [[route, found] as const];
    });
    return describeDocument(document, new Map(allNames));
  });
}

function compareGraphql(before: Source, after: Source): Change[] {
  const [old, now] = [before, after].map(({ name, text }) =>
    withSourceName(name, () => readSchema(text)),
  );
  return old && now ? compareSchemas(old, now) : [];
}

function compareModelSources(before: Source, after: Source): Change[] {
  const [old, now] = [before, after].map(({ name, text }) =>
    withSourceName(name, () => describeModels(parseDocument(text))),
  );
  return old && now ? compareModels(old, now) : [];
}

function withSourceName<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    throw new DocumentError(`${name}: ${error.message}`, { cause: error });
  }
}
