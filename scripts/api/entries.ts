import { relative } from "node:path";
import ts from "typescript";
import {
  ENTRY_POINTS,
  fileNameOf,
  importNameOf,
  sourceOf,
  type EntryPoint,
} from "../build/entry-points.js";
import { renderReport, type NamedType } from "./format.js";
import { constructorText, nodeText, typeText } from "./type-text.js";

/** The report of every entry point, by the file of the report. Reads the sources in the working directory. */
export function renderReports(
  entries: readonly EntryPoint[] = ENTRY_POINTS,
): Map<string, string> {
  const program = ts.createProgram(entries.map(sourceOf), compilerOptions());
  const checker = program.getTypeChecker();
  const exportsOf = entries.map((entry) => ({
    name: importNameOf(entry),
    file: fileNameOf(entry),
    exported: exportedNames(program, sourceOf(entry)),
  }));
  // A type that several entry points mention is reported once: by those that export it, or else by the first of them.
  const reported = new Set(
    exportsOf.flatMap(({ exported }) => [...exported.keys()]),
  );
  return new Map(
    exportsOf.map(({ name, file, exported }) => [
      `${file}.api.md`,
      renderReport(name, namesOf(checker, exported, reported)),
    ]),
  );
}

function compilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile("tsconfig.json", (file) =>
    ts.sys.readFile(file),
  ) as { config: { compilerOptions: object } };
  return ts.convertCompilerOptionsFromJson(config.compilerOptions, ".").options;
}

/** What an entry point exports, with the names that it gives. */
function exportedNames(
  program: ts.Program,
  source: string,
): Map<ts.Symbol, string> {
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(source);
  const module = file && checker.getSymbolAtLocation(file);
  if (!module) throw new Error(`${source} exports nothing`);
  return new Map(
    checker
      .getExportsOfModule(module)
      .map((symbol) => [unaliased(checker, symbol), symbol.name]),
  );
}

/**
 * Every name that an entry point exports, and every other name of this package that the exported types mention and that
 * no report has yet. Adds these to `reported`.
 */
function namesOf(
  checker: ts.TypeChecker,
  exported: ReadonlyMap<ts.Symbol, string>,
  reported: Set<ts.Symbol>,
): NamedType[] {
  const names: NamedType[] = [];
  const seen = new Set(exported.keys());
  // The loop also visits the symbols that it adds itself.
  for (const symbol of seen) {
    const [declaration] = symbol.declarations ?? [];
    if (!declaration) continue;
    const isGenerated = fileOf(declaration).startsWith("generated/");
    // A generated type without a public name appears in the report of the type that uses it, member by member.
    if (isGenerated && !exported.has(symbol)) continue;
    names.push({
      name: exported.get(symbol) ?? symbol.name,
      isExported: exported.has(symbol),
      isGenerated,
      lines: linesOf(checker, symbol, declaration),
    });
    for (const other of mentioned(checker, declaration)) {
      if (!isOurs(other) || reported.has(other)) continue;
      seen.add(other);
      reported.add(other);
    }
  }
  return names;
}

function unaliased(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias
    ? checker.getAliasedSymbol(symbol)
    : symbol;
}

function fileOf(node: ts.Node): string {
  return relative(process.cwd(), node.getSourceFile().fileName).replaceAll(
    "\\",
    "/",
  );
}

/** Whether a symbol is declared by this package and has a name of its own. */
function isOurs({ declarations, flags }: ts.Symbol): boolean {
  const [declaration] = declarations ?? [];
  const isNamed =
    flags &
    (ts.SymbolFlags.Type | ts.SymbolFlags.Function) &
    ~ts.SymbolFlags.TypeParameter &
    ~ts.SymbolFlags.TypeLiteral;
  return (
    declaration !== undefined &&
    isNamed !== 0 &&
    /^(src|generated|packages)\//.test(fileOf(declaration))
  );
}

/** The symbols of the types that the signatures of a declaration name. */
function mentioned(checker: ts.TypeChecker, declaration: ts.Node): ts.Symbol[] {
  const found: ts.Symbol[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isBlock(node)) return;
    const name = typeNameOf(node);
    const symbol = name && checker.getSymbolAtLocation(name);
    if (symbol) found.push(unaliased(checker, symbol));
    ts.forEachChild(node, visit);
  };
  visit(declaration);
  return found;
}

/** The name in a reference to a type. */
function typeNameOf(node: ts.Node): ts.Node | undefined {
  if (ts.isTypeReferenceNode(node)) return node.typeName;
  return ts.isExpressionWithTypeArguments(node) ? node.expression : undefined;
}

/** A declaration, one line per member, inherited members included. */
function linesOf(
  checker: ts.TypeChecker,
  symbol: ts.Symbol,
  declaration: ts.Declaration,
): string[] {
  const heading = headingOf(declaration, withoutFolder(symbol.name));
  if (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) {
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const made = ts.isClassDeclaration(declaration)
      ? constructorLines(checker, symbol, declaration)
      : [];
    return [
      `${heading} {`,
      ...made,
      ...memberLines(checker, type, declaration),
      "}",
    ];
  }
  if (symbol.flags & ts.SymbolFlags.TypeAlias)
    return [
      `${heading} = ${wholeText(checker, checker.getDeclaredTypeOfSymbol(symbol), declaration)}`,
    ];
  const type = checker.getTypeOfSymbolAtLocation(symbol, declaration);
  return [`${heading}: ${wholeText(checker, type, declaration)}`];
}

function headingOf(declaration: ts.Declaration, name: string): string {
  const keywords: Partial<Record<ts.SyntaxKind, string>> = {
    [ts.SyntaxKind.InterfaceDeclaration]: "interface",
    [ts.SyntaxKind.ClassDeclaration]: "class",
    [ts.SyntaxKind.TypeAliasDeclaration]: "type",
    [ts.SyntaxKind.FunctionDeclaration]: "function",
  };
  const isGeneric =
    ts.isInterfaceDeclaration(declaration) ||
    ts.isClassDeclaration(declaration) ||
    ts.isTypeAliasDeclaration(declaration);
  const parameters = isGeneric ? (declaration.typeParameters ?? []) : [];
  const list = parameters.map((parameter) => nodeText(parameter, declaration));
  const generic = list.length > 0 ? `<${list.join(", ")}>` : "";
  const base = ts.isClassDeclaration(declaration)
    ? (declaration.heritageClauses ?? []).map(
        (clause) => ` ${clause.getText()}`,
      )
    : [];
  return `${keywords[declaration.kind] ?? "const"} ${name}${generic}${base.join("")}`;
}

function memberLines(
  checker: ts.TypeChecker,
  type: ts.Type,
  at: ts.Node,
): string[] {
  return [
    ...checker
      .getPropertiesOfType(type)
      .flatMap((member) => memberLine(checker, member, at)),
    ...checker
      .getIndexInfosOfType(type)
      .map(
        ({ keyType, type: value }) =>
          `  [key: ${checker.typeToString(keyType)}]: ${wholeText(checker, value, at)};`,
      ),
  ].sort();
}

function memberLine(
  checker: ts.TypeChecker,
  member: ts.Symbol,
  at: ts.Node,
): string[] {
  const [declaration] = member.declarations ?? [];
  // Members that the language itself defines, such as the members of Error, are left out.
  if (declaration && /node_modules/.test(declaration.getSourceFile().fileName))
    return [];
  const isReadonly =
    declaration &&
    ts.getCombinedModifierFlags(declaration) & ts.ModifierFlags.Readonly;
  const name = /^[\w$]+$/.test(member.name)
    ? member.name
    : JSON.stringify(member.name);
  const optional = member.flags & ts.SymbolFlags.Optional ? "?" : "";
  const type = checker.getTypeOfSymbolAtLocation(member, at);
  return [
    `  ${isReadonly ? "readonly " : ""}${name}${optional}: ${withoutFolder(typeText(checker, type, at, FLAGS))};`,
  ];
}

function constructorLines(
  checker: ts.TypeChecker,
  symbol: ts.Symbol,
  at: ts.Node,
): string[] {
  const type = checker.getTypeOfSymbolAtLocation(symbol, at);
  return type
    .getConstructSignatures()
    .map(
      (signature) =>
        `  ${withoutFolder(constructorText(checker, signature, at, ts.NodeBuilderFlags.NoTruncation))};`,
    );
}

/** Types are written with names instead of imports, and never truncated. */
const FLAGS: ts.NodeBuilderFlags =
  ts.NodeBuilderFlags.NoTruncation |
  ts.NodeBuilderFlags.UseAliasDefinedOutsideCurrentScope;

/** The flags for the right side of a type alias, which is written out instead of named. */
const WHOLE: ts.NodeBuilderFlags = FLAGS | ts.NodeBuilderFlags.InTypeAlias;

function wholeText(
  checker: ts.TypeChecker,
  type: ts.Type,
  at: ts.Node,
): string {
  return withoutFolder(typeText(checker, type, at, WHOLE));
}

/**
 * Removes the folder of the repository: the compiler names a namespace and its type by the whole path of their file.
 */
function withoutFolder(text: string): string {
  return text.replaceAll(`${process.cwd().replaceAll("\\", "/")}/`, "");
}
