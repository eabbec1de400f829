import { buildSchema } from "graphql";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";
import ts from "typescript";
import { renderOpenapiFiles } from "../../../src/generate/generated-files.js";
import { readModel } from "../../../src/generate/model/operations.js";
import { isObject } from "../../../src/document/json.js";
import {
  checkStructure,
  createSpec,
} from "../../../src/generate/parse/spec.js";
import { parseYaml } from "../../../src/generate/parse/yaml.js";
import { renderResponseShapes } from "../../../src/generate/render/response-shapes.js";
import { amend } from "../../../src/import/amendments.js";
import { pathOf } from "../../../src/generate/write.js";
import { IMPORTED_TYPES, ROOT } from "./project.js";

/** The surface that the client is, and one beside it. */
const REST = { file: "rest", name: "Rest", prefix: "" };
const NEXT = { file: "next", name: "Next", prefix: "next." };
const SCHEMA = buildSchema("type Query { a: Int }");

/** The generated files of an OpenAPI document by their paths. The document is read as an import reads it. */
export async function modulesOf(text: string): Promise<Map<string, string>> {
  const { data, lineOf } = parseYaml("hostile.yaml", text);
  const { document } = isObject(data) ? amend(data) : { document: data };
  const spec = createSpec("hostile.yaml", document, lineOf);
  await checkStructure(spec);
  const read = readModel(spec);
  const surfaces = [REST, NEXT].map((surface) => {
    return { surface, name: surface.file, spec, ...read };
  });
  return new Map([
    ...(await renderOpenapiFiles(surfaces)),
    ["drift/responses.ts", renderResponseShapes(surfaces, SCHEMA, [])],
  ]);
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  types: [],
  strict: true,
  exactOptionalPropertyTypes: true,
  skipLibCheck: true,
  noEmit: true,
};

const OPTIONS_STUB = `export type UpdateMethod = "patch" | "post";
export interface CallOptions { readonly timeout?: number | undefined }
export interface EventStreamOptions extends CallOptions { readonly lastEventId?: string | undefined }
export interface UpdateOptions extends CallOptions { readonly updateMethod?: UpdateMethod | undefined }
`;

const OPENAPI_FETCH_STUB = `export interface Client<Paths> { readonly paths: Paths }`;

/** What the modules of an OpenAPI document import of `src/`: nothing of the models, which have a document of their own. */
const OPENAPI_TYPES = IMPORTED_TYPES.filter(
  (file) => !file.startsWith("src/models/"),
);

/** The modules whose types the generated files import. The real options would take the types of the DOM. */
const SOURCES = new Map([
  ...OPENAPI_TYPES.map((file): [string, string] => [
    `/${file}`,
    readFileSync(join(ROOT, file), "utf8"),
  ]),
  ["/src/options.ts", OPTIONS_STUB],
  ["/node_modules/openapi-fetch/package.json", '{ "types": "index.d.ts" }'],
  ["/node_modules/openapi-fetch/index.d.ts", OPENAPI_FETCH_STUB],
  ["/package.json", '{ "type": "module" }'],
]);

const host = ts.createCompilerHost(OPTIONS);
const libraries = new Map<string, ts.SourceFile | undefined>();
let previous: ts.Program | undefined;

/** The compiler's errors in the TypeScript among `modules`. The libraries are read once for all calls. */
export function compilerErrors(modules: ReadonlyMap<string, string>): string[] {
  const files = new Map(SOURCES);
  for (const [name, text] of modules)
    if (name.endsWith(".ts")) files.set(`/${pathOf(name)}`, text);
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

/** Every construct in `modules` that generated code has no use for, such as a call. */
export function findUnexpectedSyntax(
  modules: ReadonlyMap<string, string>,
): string[] {
  const found: string[] = [];
  for (const [name, text] of modules) {
    if (!name.endsWith(".ts")) continue;
    const visit = (node: ts.Node): void => {
      if (UNEXPECTED_NODES.has(node.kind) && !isExpected(node))
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
      if (!EXPECTED_STATEMENTS.has(statement.kind))
        found.push(`${name}: ${ts.SyntaxKind[statement.kind]}`);
  }
  return found;
}

const EXPECTED_STATEMENTS = new Set([
  ts.SyntaxKind.ImportDeclaration,
  ts.SyntaxKind.InterfaceDeclaration,
  ts.SyntaxKind.TypeAliasDeclaration,
  ts.SyntaxKind.VariableStatement,
  ts.SyntaxKind.FunctionDeclaration,
  ts.SyntaxKind.ExportDeclaration,
]);

const UNEXPECTED_NODES = new Set([
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

/** The calls of the functions of the client, and the table of validators. */
function isExpected(node: ts.Node): boolean {
  const called = ts.isCallExpression(node) ? node.expression : node;
  return EXPECTED_EXPRESSION.test(called.getText());
}

const EXPECTED_EXPRESSION =
  /^(calls\.(json|jsonIfAny|object|objectIfAny|array|list|pages|empty|text|file|stream|events|update|headers|body)|client\.(GET|PUT|POST|DELETE|PATCH)|connect|createNextResources|next\.(client|calls|proxySource|rest)|answer\["[^"]*"\]|(bodies|queries)\.\w+)$/;

/** Runs every module, calls every function in it, and returns what the global variable `pwned` is after that. */
export function runModules(modules: ReadonlyMap<string, string>): unknown {
  const world = vm.createContext({ exports: {}, require: requireStub });
  for (const [name, text] of modules) {
    if (name.endsWith(".d.ts")) continue;
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

/** Stands for any module: each of its members is a function that returns nothing. */
function requireStub(): object {
  return new Proxy({}, { get: () => () => undefined });
}

/** Stands for openapi-fetch's client: it sends nothing. */
const CLIENT = new Proxy({}, { get: () => () => undefined });

/** Stands for what sends the calls of the client: each call is made at once, an update in both spellings. */
const CALLS = {
  json: sendAtOnce,
  jsonIfAny: sendAtOnce,
  object: sendAtOnce,
  array: sendAtOnce,
  objectIfAny: sendAtOnce,
  list: sendAtOnce,
  empty: sendAtOnce,
  text: sendAtOnce,
  file: sendAtOnce,
  stream: sendAtOnce,
  events: sendAtOnce,
  pages: (
    name: string,
    route: string,
    _query: unknown,
    options: unknown,
    send: Send,
  ) => sendAtOnce(name, route, options, send),
  headers: (_name: string, headers: unknown) => headers,
  body: (_name: string, body: unknown) => body,
  update: (_name: string, _options: unknown, methods: Methods) => [
    methods.patch(),
    methods.post(),
  ],
};
function sendAtOnce(
  _name: string,
  _route: string,
  _options: unknown,
  send: Send,
): unknown {
  return send({});
}
type Send = (init: object) => unknown;
type Methods = Record<"patch" | "post", () => unknown>;

function callAll(exports: Record<string, unknown>, name: string): void {
  const isValidator = /^emulator\/validators\.(bodies|queries)\.js$/.test(name);
  for (const exported of Object.values(exports)) {
    if (typeof exported !== "function") continue;
    const call = exported as (...args: unknown[]) => unknown;
    if (isValidator)
      for (const input of [{}, { a: 1 }, [], "x", null]) call(input);
    else if (name === "surfaces/members.ts") call(() => ({}));
    else callResources(call(CLIENT, CALLS));
  }
}

/** Calls every function of the resources. */
function callResources(resources: unknown): void {
  for (const resource of Object.values(resources as object))
    for (const member of Object.values(resource as object))
      (member as () => unknown)();
}
