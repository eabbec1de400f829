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
import {
  compareModels,
  describeModels,
} from "../../src/cli/drift/compare/models.js";
import {
  compareDescriptions,
  routeKey,
} from "../../src/cli/drift/compare/operations.js";
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
  const oldNames = namesOf(surface, before);
  const newNames = namesOf(surface, after);
  return compareDescriptions(
    describe(before, oldNames, newNames),
    describe(after, newNames, oldNames),
  );
}

/** A route that the generator cannot name has the name that the other document gives it. */
function describe(
  { name, text }: Source,
  own: ReadonlyMap<string, string>,
  others: ReadonlyMap<string, string>,
): Description {
  return withSourceName(name, () => {
    const document = parseDocument(text);
    const routes = Object.keys(describeDocument(document).operations);
    const otherNames = new Map(
      [...others].map(([route, other]) => [routeKey(route), other]),
    );
    const names = routes.flatMap((route) => {
      const found = own.get(route) ?? otherNames.get(routeKey(route));
      return found === undefined ? [] : [[route, found] as const];
    });
    return describeDocument(document, new Map(names));
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

/**
 * The name in the client of each route, once the known mistakes of the document are mended; none for a document that the
 * generator does not accept.
 */
function namesOf(surface: string, { name, text }: Source): Map<string, string> {
  try {
    const { data, lineOf } = parseYaml(name, text);
    if (!isObject(data)) return new Map();
    const spec = createSpec(name, amend(data).document, lineOf);
    return clientNames(surface, operationsOf(spec));
  } catch (error) {
    if (error instanceof SpecError) return new Map();
    throw error;
  }
}
