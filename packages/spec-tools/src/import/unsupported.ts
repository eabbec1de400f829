import { findUnsupported } from "../generate/model/operations.js";
import type { SurfaceRules } from "../document/surface-rules.js";
import {
  isObject,
  objectOf,
  type Json,
  type JsonObject,
  type Path,
} from "../document/json.js";
import { examineSpec, type Spec } from "../generate/parse/spec.js";
import { errorsOf, SpecError } from "../generate/parse/spec-error.js";

/** One operation that an import leaves out. */
export interface Skipped {
  readonly route: string;
  /** Why, in one line for each reason. */
  readonly why: string;
}

const OTHER_METHODS: readonly string[] = ["head", "options", "trace"];

/**
 * Removes from a document the operations that the generator does not support and those that our rules leave out, and
 * lists them in `skipped`.
 */
export function skipUnsupported(
  name: string,
  document: JsonObject,
  lineOf: (path: Path) => number,
  { skip = [] }: SurfaceRules,
): {
  readonly document: JsonObject;
  readonly spec: Spec;
  readonly errors: readonly SpecError[];
  readonly skipped: readonly Skipped[];
} {
  const unwanted = [
    ...findListed(document, skip),
    ...findOtherMethods(document),
  ];
  const wanted = without(document, unwanted);
  const others = [...unwanted, ...findFaulty(name, wanted, lineOf)];
  const first = examineSpec(name, without(document, others), lineOf);
  // An operation with a broken reference cannot be checked.
  const unsupported =
    first.errors.length > 0 ? [] : findUnsupportedInline(first.spec);
  const all = [...others, ...unsupported];
  const left = without(document, all);
  const skipped = all.map(({ path, method, why }) => {
    return { route: `${method.toUpperCase()} ${path}`, why };
  });
  return { document: left, ...examineSpec(name, left, lineOf), skipped };
}

/** An operation of a document. */
interface Found {
  readonly path: string;
  readonly method: string;
  readonly why: string;
}

function findUnsupportedInline(spec: Spec): readonly Found[] {
  let found: readonly Found[] = [];
  errorsOf(() => (found = findUnsupported(spec)));
  const paths = spec.document["paths"];
  // A path item that stands elsewhere may be used by other paths as well.
  return found.filter(({ path }) => {
    const item = isObject(paths) ? paths[path] : undefined;
    return isObject(item) && !("$ref" in item);
  });
}

/** The operations that need a schema which cannot be read. */
function findFaulty(
  name: string,
  document: JsonObject,
  lineOf: (path: Path) => number,
): Found[] {
  const faultsOf = (part: JsonObject) =>
    examineSpec(name, part, lineOf)
      .errors.map(({ message }) => message)
      .filter((message) => message.includes(SCHEMA_PLACE));
  if (faultsOf(document).length === 0) return [];
  const { paths } = document;
  return Object.entries(objectOf(paths)).flatMap(([path, item]) =>
    METHODS.filter((method) => method in objectOf(item)).flatMap((method) => {
      // The document of one operation has only the schemas that the operation needs.
      const members = Object.entries(objectOf(item)).filter(
        ([member]) => member === method || !METHODS.includes(member),
      );
      const part = { [path]: Object.fromEntries(members) };
      const [why] = faultsOf({ ...document, paths: part });
      return why === undefined ? [] : [{ path, method, why }];
    }),
  );
}

/** What a message says about a part of a named schema. */
const SCHEMA_PLACE = ": components › schemas › ";

/** The operations that `specs/surfaces.yaml` lists under `skip`. */
function findListed({ paths }: JsonObject, skip: readonly string[]): Found[] {
  return Object.entries(objectOf(paths)).flatMap(([path, item]) =>
    Object.keys(objectOf(item))
      .filter((method) => skip.includes(`${method.toUpperCase()} ${path}`))
      .map((method) => ({
        path,
        method,
        why: "specs/surfaces.yaml lists the route under skip",
      })),
  );
}

function findOtherMethods({ paths }: JsonObject): Found[] {
  return Object.entries(objectOf(paths)).flatMap(([path, item]) =>
    OTHER_METHODS.filter((method) => isObject(item) && method in item).map(
      (method) => ({
        path,
        method,
        why: "the generator supports GET, PUT, POST, DELETE and PATCH",
      }),
    ),
  );
}

/** A copy of a document without these operations, and without the paths that have no operation left. */
function without(
  document: JsonObject,
  operations: readonly Found[],
): JsonObject {
  const { paths } = document;
  if (!isObject(paths) || operations.length === 0) return document;
  const kept = Object.entries(paths).flatMap(
    ([path, item]): [string, Json][] => {
      const methods = operations
        .filter((operation) => operation.path === path)
        .map(({ method }) => method);
      if (methods.length === 0 || !isObject(item)) return [[path, item]];
      const members = Object.entries(item).filter(
        ([member]) => !methods.includes(member),
      );
      const isEmpty = !members.some(([member]) => METHODS.includes(member));
      return isEmpty ? [] : [[path, Object.fromEntries(members)]];
    },
  );
  return { ...document, paths: Object.fromEntries(kept) };
}

const METHODS: readonly string[] = [
  ...OTHER_METHODS,
  "get",
  "put",
  "post",
  "delete",
  "patch",
];
