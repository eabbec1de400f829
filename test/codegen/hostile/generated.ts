import { buildSchema } from "graphql";
import vm from "node:vm";
import ts from "typescript";
import { renderAnswers } from "../../../scripts/codegen/render/answers.js";
import { renderDescription } from "../../../scripts/codegen/render/description.js";
import { renderFetchers } from "../../../scripts/codegen/render/fetchers.js";
import { isObject } from "../../../scripts/codegen/parse/json.js";
import { operationsOf } from "../../../scripts/codegen/model/operations.js";
import { parseData } from "../../../scripts/codegen/parse/parse.js";
import { renderReference } from "../../../scripts/codegen/render/reference.js";
import { renderResources } from "../../../scripts/codegen/render/resources.js";
import { specOf } from "../../../scripts/codegen/parse/spec.js";
import {
  renderAddresses,
  renderRoutes,
  renderSurfaceTypes,
  renderSynonyms,
} from "../../../scripts/codegen/render/tables.js";
import { renderTypes } from "../../../scripts/codegen/render/types.js";
import { renderValidators } from "../../../scripts/codegen/render/validators.js";
import { amend } from "../../../scripts/import/amendments.js";

/** The surface that the client is, and one beside it. */
const REST = { file: "rest", name: "Rest", prefix: "" };
const NEXT = { file: "next", name: "Next", prefix: "next." };
const SCHEMA = buildSchema("type Query { a: Int }");

/** The modules that an OpenAPI document gives, by name, taken in as an import does. */
export async function modulesOf(text: string): Promise<Map<string, string>> {
  const { data, lineOf } = parseData("hostile.yaml", text);
  const { document } = isObject(data) ? amend(data) : { document: data };
  const spec = specOf("hostile.yaml", document, lineOf);
  const operations = operationsOf(spec);
  const surfaces = [REST, NEXT].map((surface) => {
    return { surface, name: surface.file, spec, operations };
  });
  const [rest] = surfaces;
  const validators = renderValidators(surfaces.slice(0, 1));
  const types = await renderTypes(spec);
  return new Map([
    ["rest.types.ts", types],
    ["rest.ts", renderResources(spec, operations, REST)],
    ["rest.fetchers.ts", renderFetchers(operations, REST)],
    ["next.types.ts", types],
    ["next.ts", renderResources(spec, operations, NEXT)],
    ["next.fetchers.ts", renderFetchers(operations, NEXT)],
    ["addresses.ts", renderAddresses(surfaces)],
    ["surfaces.types.ts", renderSurfaceTypes(surfaces)],
    ["answers.ts", renderAnswers(surfaces, SCHEMA, [])],
    ["description.ts", renderDescription(surfaces)],
    ["reference.ts", renderReference(rest ? [rest] : [])],
    ["routes.ts", renderRoutes(new Map([["Rest", operations]]))],
    ["synonyms.ts", renderSynonyms(surfaces)],
    ["validators.js", validators.table],
    ["validators.bodies.js", validators.bodies],
    ["validators.queries.js", validators.queries],
  ]);
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  lib: ["lib.es2023.d.ts"],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
};

const STUB = new Map([
  [
    "/src/options.ts",
    "export interface CallOptions { timeout?: number }\nexport interface UpdateOptions extends CallOptions { updateMethod?: string }",
  ],
  ["/package.json", '{ "type": "module" }'],
]);

const host = ts.createCompilerHost(OPTIONS);
const libraries = new Map<string, ts.SourceFile | undefined>();
let previous: ts.Program | undefined;

/** What the compiler says of the TypeScript among `modules`; the libraries are read once for all calls. */
export function compilerFaults(modules: ReadonlyMap<string, string>): string[] {
  const files = new Map(STUB);
  for (const [name, text] of modules)
    if (name.endsWith(".ts")) files.set(`/generated/${name}`, text);
  const rootNames = [...files.keys()].filter((name) => name.endsWith(".ts"));
  const program = ts.createProgram({
    rootNames,
    options: OPTIONS,
    ...(previous ? { oldProgram: previous } : {}),
    host: {
      ...host,
      getCurrentDirectory: () => "/",
      directoryExists: () => true,
      fileExists: (file) => files.has(file) || libraries.has(file),
      readFile: (file) => files.get(file),
      getSourceFile: (file, target) => {
        const text = files.get(file);
        if (text !== undefined) return ts.createSourceFile(file, text, target);
        if (!libraries.has(file))
          libraries.set(file, host.getSourceFile(file, target));
        return libraries.get(file);
      },
    },
  });
  previous = program;
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${file?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
    );
}

/** Every construct in `modules` that generated code has no use for. */
export function strangers(modules: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  for (const [name, text] of modules) {
    if (!name.endsWith(".ts")) continue;
    const visit = (node: ts.Node): void => {
      const isCall =
        ts.isCallExpression(node) && node.expression.getText() === "make";
      if (STRANGE.has(node.kind) && !isCall)
        found.push(`${name}: ${ts.SyntaxKind[node.kind]}: ${node.getText()}`);
      ts.forEachChild(node, visit);
    };
    const source = ts.createSourceFile(
      name,
      text,
      ts.ScriptTarget.ES2022,
      true,
    );
    visit(source);
    for (const statement of source.statements)
      if (!STATEMENTS.has(statement.kind))
        found.push(`${name}: ${ts.SyntaxKind[statement.kind]}`);
  }
  return found;
}

const STATEMENTS = new Set([
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.VariableStatement,
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.ExportDeclaration,
]);

const STRANGE = new Set([
  ts.SyntaxKind.CallExpression,
  ts.SyntaxKind.NewExpression,
  ts.SyntaxKind.TaggedTemplateExpression,
  ts.SyntaxKind.TemplateExpression,
  ts.SyntaxKind.BinaryExpression,
  ts.SyntaxKind.PropertyAccessExpression,
  ts.SyntaxKind.ElementAccessExpression,
  ts.SyntaxKind.ExpressionStatement,
  ts.SyntaxKind.JsxText,
]);

/** Runs every module, calls every function in it, and gives what then stands in the world under `pwned`. */
export function canary(modules: ReadonlyMap<string, string>): unknown {
  const world = vm.createContext({ exports: {}, require: () => ({}) });
  for (const [name, text] of modules) {
    const { outputText } = ts.transpileModule(text, {
      compilerOptions: {
        module: ts.ModuleKind.CommonJS,
        target: ts.ScriptTarget.ES2022,
      },
    });
    world["exports"] = {};
    vm.runInContext(`(() => {${outputText}\n})()`, world, { filename: name });
    callAll(world["exports"] as Record<string, unknown>, name);
  }
  return world["pwned"];
}

function callAll(exports: Record<string, unknown>, name: string): void {
  for (const exported of Object.values(exports)) {
    if (typeof exported !== "function") continue;
    if (!name.endsWith(".fetchers.ts")) {
      for (const data of [{}, { a: 1 }, [], "x", null])
        (exported as (data: unknown) => unknown)(data);
      continue;
    }
    (exported as (make: unknown) => unknown)((rows: unknown) => rows);
  }
}
