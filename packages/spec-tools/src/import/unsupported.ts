import type { DocumentError } from "../document/error.js";
import { findUnsupported } from "../generate/model/operations.js";
import type { SurfaceRules } from "../document/surface-rules.js";
import {
  isObject,
  objectOf,
  type Json,
  type JsonObject,
  type Path,
} from "../document/json.js";
import { METHODS } from "../document/operations.js";
import { lookUp, parsePointer, referencesIn } from "../document/references.js";
import {
  examineSpec,
  structureErrors,
  type Spec,
} from "../generate/parse/spec.js";

/** One operation that an import leaves out. */
export interface Skipped {
  readonly route: string;
  /** Why, in one line for each reason. */
  readonly why: string;
}

/** A line for each operation that an import leaves out. */
export function describeSkipped(skipped: readonly Skipped[]): string[] {
  return skipped.map(
    ({ route, why }) => `skipped ${route}: ${why.split("\n").join("; ")}`,
  );
}

/** A document without some of its operations. */
interface Remainder {
  readonly document: JsonObject;
  readonly spec: Spec;
  /** Every problem that is left. */
  readonly errors: readonly DocumentError[];
  readonly skipped: readonly Skipped[];
}

const OTHER_METHODS: readonly string[] = ["head", "options", "trace"];
const ALL_METHODS = [...OTHER_METHODS, ...METHODS];

/**
 * Removes from a document the operations that the generator does not support, those that need a faulty schema, and those
 * that our rules leave out, and lists them in `skipped`.
 */
export async function skipUnsupported(
  name: string,
  document: JsonObject,
  placeOf: Spec["placeOf"],
  { skip = [] }: SurfaceRules,
): Promise<Remainder> {
  const examine = async (part: JsonObject) => {
    const { spec, errors } = examineSpec(name, part, placeOf);
    return { spec, errors: [...errors, ...(await structureErrors(spec))] };
  };
  const unwanted = findUnwanted(document, skip);
  const wanted = without(document, unwanted);
  const examined = await examine(wanted);
  const faults = faultsIn(examined.errors);
  const faulty = findFaulty(wanted, faults);
  const sound = withoutFaultyParts(without(wanted, faulty), faults);
  const { spec, errors } = faults.length > 0 ? await examine(sound) : examined;
  // An operation with a broken reference cannot be checked.
  const unsupported = errors.length > 0 ? [] : findUnsupportedInline(spec);
  const all = [...unwanted, ...faulty, ...unsupported];
  const left = without(sound, unsupported);
  const skipped = all.map(({ path, method, why }) => {
    return { route: `${method.toUpperCase()} ${path}`, why };
  });
  return {
    document: left,
    ...(unsupported.length > 0 ? await examine(left) : { spec, errors }),
    skipped,
  };
}

/** An operation of a document. */
interface Found {
  readonly path: string;
  readonly method: string;
  readonly why: string;
}

function findUnsupportedInline(spec: Spec): readonly Found[] {
  const paths = spec.document["paths"];
  // A path item that stands elsewhere may be used by other paths as well.
  return findUnsupported(spec).filter(({ path }) => {
    const item = isObject(paths) ? paths[path] : undefined;
    return isObject(item) && !("$ref" in item);
  });
}

/** The operations that need a schema with a fault, whether the schema has a name or stands within the operation. */
function findFaulty(document: JsonObject, faults: readonly Fault[]): Found[] {
  if (faults.length === 0) return [];
  return Object.entries(objectOf(document["paths"])).flatMap(([path, item]) =>
    ALL_METHODS.filter((method) => method in objectOf(item)).flatMap(
      (method) => {
        const shared = Object.keys(objectOf(item)).filter(
          (key) => !ALL_METHODS.includes(key),
        );
        const places = [method, ...shared].map((key): Path => [
          "paths",
          path,
          key,
        ]);
        const why = faultsOf(document, places, faults);
        return why.length === 0 ? [] : [{ path, method, why: why.join("\n") }];
      },
    ),
  );
}

/** A document without its named parts that need a schema with a fault: no operation that is left needs them. */
function withoutFaultyParts(
  document: JsonObject,
  faults: readonly Fault[],
): JsonObject {
  if (faults.length === 0) return document;
  const groups = Object.entries(objectOf(document["components"])).map(
    ([group, parts]): [string, Json] => {
      if (!isObject(parts)) return [group, parts];
      const sound = Object.entries(parts).filter(
        ([name]) =>
          faultsOf(document, [["components", group, name]], faults).length ===
          0,
      );
      return [group, Object.fromEntries(sound)];
    },
  );
  return { ...document, components: Object.fromEntries(groups) };
}

/** A mistake in a schema. */
interface Fault {
  readonly at: Path;
  readonly message: string;
}

/** The mistakes that are in a schema, and not in another part of a document. */
function faultsIn(errors: readonly DocumentError[]): Fault[] {
  return errors.flatMap(({ at, message }) => {
    const isNamed = at[0] === "components" && at[1] === "schemas";
    const isInline = at[0] === "paths" && at.includes("schema");
    return (isNamed && at.length > 2) || isInline ? [{ at, message }] : [];
  });
}

/** What is wrong with the parts at these places, and with everything that these refer to, directly or through others. */
function faultsOf(
  document: JsonObject,
  places: readonly Path[],
  faults: readonly Fault[],
): string[] {
  const nodeAt = (path: Path) =>
    path.reduce<Json | undefined>(
      (node, key) => objectOf(node)[String(key)],
      document,
    );
  const refs = new Set(places.flatMap((path) => referencesIn(nodeAt(path))));
  // The loop also visits the references that it adds.
  for (const ref of refs)
    for (const inner of referencesIn(lookUp(document, ref))) refs.add(inner);
  const needed = [
    ...places,
    ...[...refs].map((ref): Path => parsePointer(ref)),
  ];
  const found = faults.filter(({ at }) =>
    needed.some((part) => part.every((key, index) => at[index] === key)),
  );
  return [...new Set(found.map(({ message }) => message))];
}

/** The operations that `specs/surfaces.yaml` lists under `skip`, and those of other methods than the generator supports. */
function findUnwanted({ paths }: JsonObject, skip: readonly string[]): Found[] {
  return Object.entries(objectOf(paths)).flatMap(([path, item]) =>
    Object.keys(objectOf(item)).flatMap((method): Found[] => {
      if (skip.includes(`${method.toUpperCase()} ${path}`))
        return [
          {
            path,
            method,
            why: "specs/surfaces.yaml lists the route under skip",
          },
        ];
      const why = "the generator supports GET, PUT, POST, DELETE and PATCH";
      return OTHER_METHODS.includes(method) ? [{ path, method, why }] : [];
    }),
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
      const isEmpty = !members.some(([member]) => ALL_METHODS.includes(member));
      return isEmpty ? [] : [[path, Object.fromEntries(members)]];
    },
  );
  return { ...document, paths: Object.fromEntries(kept) };
}
