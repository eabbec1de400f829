import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const ROOT = fileURLToPath(new URL("../../../../..", import.meta.url));
const GENERATED = join(ROOT, "generated/");
/** Takes the place of the SDK, of which a snapshot needs only the schemas: the whole SDK would take seconds to read. */
const SCHEMAS_FILE = join(GENERATED, "schemas.ts");
const SCHEMAS =
  'export type { components as RestComponents } from "./rest/types.js";';

/** The file of the emulator that exports the type `Snapshot`. */
export const SNAPSHOT_FILE = "packages/emulator/src/snapshot-format.ts";

/**
 * What a snapshot of the emulator must be, as its type says.
 *
 * @param texts the generated files, which take precedence over those on the disk
 */
export function renderSnapshotShape(
  texts: ReadonlyMap<string, string>,
): string {
  const path = join(ROOT, SNAPSHOT_FILE);
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    // A snapshot is JSON: its types need only the oldest library.
    lib: ["lib.es5.d.ts"],
    types: [],
    module: ts.ModuleKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
    paths: { "cloud-compute-sdk": [SCHEMAS_FILE] },
  };
  const host = ts.createCompilerHost(options);
  const fileExists = host.fileExists.bind(host);
  const readFile = host.readFile.bind(host);
  host.fileExists = (file) => file === SCHEMAS_FILE || fileExists(file);
  host.readFile = (file) =>
    file === SCHEMAS_FILE
      ? SCHEMAS
      : (texts.get(file.replace(GENERATED, "")) ?? readFile(file));
  const program = ts.createProgram([path], options, host);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(path);
  const module = source && checker.getSymbolAtLocation(source);
  const symbol =
    module &&
    checker.getExportsOfModule(module).find(({ name }) => name === "Snapshot");
  if (!symbol) throw new Error(`${SNAPSHOT_FILE} exports no type Snapshot`);
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  const members = checker
    .getPropertiesOfType(type)
    .map(
      (member) =>
        `    ${member.name}: ${JSON.stringify(memberShape(checker, member).shape)},`,
    );
  return `import type { Shape } from "../src/shape.js";

export const snapshotShape: Shape = {
  required: {
${members.join("\n")}
  },
  optional: {},
};`;
}

/** How a type is read. */
interface Reading {
  readonly checker: ts.TypeChecker;
  /** Whether a text may be another one than the type names: the service adds GPU types and data centers. */
  readonly isOpen: boolean;
}

/** The shape of a member of an object, and whether the member may be absent. */
function memberShape(checker: ts.TypeChecker, member: ts.Symbol) {
  const file = member.declarations?.[0]?.getSourceFile().fileName ?? "";
  const type = checker.getTypeOfSymbol(member);
  const all = type.isUnion() ? type.types : [type];
  const present = all.filter(isPresent);
  const reading = { checker, isOpen: file.startsWith(GENERATED) };
  const shape = unionShape(reading, present);
  return {
    shape,
    // JSON leaves out what is undefined.
    isOptional:
      (member.flags & ts.SymbolFlags.Optional) !== 0 ||
      present.length < all.length ||
      shape === "unknown",
  };
}

function isPresent({ flags }: ts.Type): boolean {
  return !(flags & ts.TypeFlags.Undefined);
}

/** The shape of what may be of several types, in the form of `Shape`. */
function unionShape(reading: Reading, types: readonly ts.Type[]): unknown {
  const shapes = types.filter(isPresent).map((type) => shapeOf(reading, type));
  const isLiteral = (shape: unknown) =>
    typeof shape === "object" && shape !== null && "values" in shape;
  const literals = shapes.filter(isLiteral) as { values: unknown[] }[];
  const others = shapes.filter((shape) => !isLiteral(shape));
  const values = literals.flatMap((shape) => shape.values);
  const all = values.length > 0 ? [{ values }, ...others] : others;
  const different = [...new Set(all.map((each) => JSON.stringify(each)))].map(
    (text) => JSON.parse(text) as unknown,
  );
  return different.length === 1 ? different[0] : { oneOf: different };
}

function isText({ flags }: ts.Type): boolean {
  return (flags & ts.TypeFlags.String) !== 0;
}

function shapeOf(reading: Reading, type: ts.Type): unknown {
  const { checker, isOpen } = reading;
  const { flags } = type;
  if (type.isUnion() && !(flags & ts.TypeFlags.Boolean))
    return unionShape(reading, type.types);
  if (type.isStringLiteral() && !isOpen) return { values: [type.value] };
  if (type.isNumberLiteral()) return { values: [type.value] };
  if (flags & ts.TypeFlags.StringLike) return "string";
  if (flags & ts.TypeFlags.NumberLike) return "number";
  if (flags & ts.TypeFlags.BooleanLike) return "boolean";
  if (flags & ts.TypeFlags.Null) return "null";
  // An open enumeration has `string & {}` beside its values.
  if (type.isIntersection() && type.types.some(isText)) return "string";
  if (!(flags & ts.TypeFlags.Object) && !type.isIntersection())
    return "unknown";
  const inner = (each: ts.Type) => shapeOf(reading, each);
  const parts = checker.getTypeArguments(type as ts.TypeReference);
  if (checker.isTupleType(type)) return { tuple: parts.map(inner) };
  const [item] = parts;
  if (item && checker.isArrayType(type)) return { items: inner(item) };
  const value = type.getStringIndexType();
  if (value) return { each: inner(value) };
  const required: Record<string, unknown> = {};
  const optional: Record<string, unknown> = {};
  for (const member of checker.getPropertiesOfType(type)) {
    const { shape, isOptional } = memberShape(checker, member);
    (isOptional ? optional : required)[member.name] = shape;
  }
  return { required, optional };
}
