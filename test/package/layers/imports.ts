import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/** The tools for documents: what reads, imports and compares documents, and generates from them. */
export const SPEC_TOOLS = "packages/spec-tools/src/";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** The modules of the emulator, apart from its tests. */
const EMULATOR_FOLDERS = ["src", "page", "bin", "generated"].map(
  (folder) => `packages/emulator/${folder}`,
);

/** Every module of the SDK, of the packages and of scripts/ by its path from the root, apart from tests. */
const MODULES = new Map(
  [
    "src",
    "generated",
    "bin",
    "scripts",
    SPEC_TOOLS,
    ...EMULATOR_FOLDERS,
  ].flatMap((folder) =>
    (readdirSync(join(ROOT, folder), { recursive: true }) as string[])
      .map((name) => posix.join(folder, name.replaceAll("\\", "/")))
      .filter((file) => /(?<!\.d)\.([jt]s|tsx)$/.test(file))
      .map((file) => [file, parse(file)] as const),
  ),
);

/** The names of all modules. */
export const ALL_FILES: readonly string[] = [...MODULES.keys()];

/** The names of all modules of the SDK. */
export const FILES = ALL_FILES.filter((file) =>
  /^(src|generated)\//.test(file),
);

/** The names of all modules of the emulator. */
export const EMULATOR_FILES = ALL_FILES.filter((file) =>
  file.startsWith("packages/emulator/"),
);

export function read(file: string): string {
  return readFileSync(join(ROOT, file), "utf8");
}

function parse(file: string, text = read(file)): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
}

export interface Edge {
  /** A file from the root, or the name of a package. */
  readonly target: string;
  readonly isPackage: boolean;
  readonly typeOnly: boolean;
  /** Whether the module is loaded by `import()`, and not with the file. */
  readonly isDynamic: boolean;
}

/** All that a module imports or passes on. */
export function importsOf(file: string): Edge[] {
  const module = MODULES.get(file);
  return module ? edges(file, module) : [];
}

/** The files of this repository that `file` imports, each type import included. */
export function internal(file: string): string[] {
  return importsOf(file)
    .filter(({ isPackage }) => !isPackage)
    .map(({ target }) => target);
}

/** All files and packages that are loaded with `file`. */
export function loadedWith(
  file: string,
  seen = new Set<string>(),
): Set<string> {
  for (const { target, typeOnly, isDynamic } of importsOf(file)) {
    if (typeOnly || isDynamic || seen.has(target)) continue;
    loadedWith(target, seen.add(target));
  }
  return seen;
}

function edges(file: string, module: ts.SourceFile): Edge[] {
  return descendants(module).flatMap((node) => {
    const specifier = specifierOf(node);
    if (specifier === undefined) return [];
    const isPackage = !specifier.startsWith(".");
    const path = posix.join(posix.dirname(file), specifier);
    const written = [path, path.replace(/\.js$/, ".tsx")];
    const source =
      written.find((each) => MODULES.has(each)) ?? path.replace(/\.js$/, ".ts");
    const target = isPackage ? specifier : source;
    const isDynamic = ts.isCallExpression(node);
    return [{ target, isPackage, typeOnly: isTypeOnly(node), isDynamic }];
  });
}

function specifierOf(node: ts.Node): string | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
    return literal(node.moduleSpecifier);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
    return literal(node.argument.literal);
  const isImport =
    ts.isCallExpression(node) &&
    node.expression.kind === ts.SyntaxKind.ImportKeyword;
  return isImport ? literal(node.arguments[0]) : undefined;
}

function literal(node: ts.Node | undefined): string | undefined {
  return node && ts.isStringLiteral(node) ? node.text : undefined;
}

function isTypeOnly(node: ts.Node): boolean {
  if (ts.isImportTypeNode(node)) return true;
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  if (!ts.isImportDeclaration(node) || !node.importClause) return false;
  const { phaseModifier, name, namedBindings: named } = node.importClause;
  if (phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  return (
    !name &&
    named !== undefined &&
    ts.isNamedImports(named) &&
    named.elements.every(({ isTypeOnly }) => isTypeOnly)
  );
}

function descendants(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    children.push(child, ...descendants(child));
  });
  return children;
}

/** The first chain of imports that comes back to where it began. */
export function cycleIn(
  next: (name: string) => readonly string[],
  names: readonly string[],
): string[] | undefined {
  const done = new Set<string>();
  const visit = (name: string, above: string[]): string[] | undefined => {
    const at = above.indexOf(name);
    if (at >= 0) return [...above.slice(at), name];
    if (done.has(name)) return undefined;
    done.add(name);
    for (const target of next(name)) {
      const cycle = visit(target, [...above, name]);
      if (cycle) return cycle;
    }
    return undefined;
  };
  for (const name of names) {
    const cycle = visit(name, []);
    if (cycle) return cycle;
  }
  return undefined;
}
