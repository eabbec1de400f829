import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { pathOf } from "../../../src/generate/write.js";
import { IMPORTED_TYPES, ROOT } from "./project.js";

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
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  readonly timeout?: number | undefined;
  readonly retries?: number | undefined;
  readonly headers?: Headers | undefined;
  readonly onFinalResponse?: (() => void) | undefined;
}
export interface EventStreamOptions extends CallOptions { readonly lastEventId?: string | undefined }
export interface UpdateOptions extends CallOptions { readonly updateMethod?: UpdateMethod | undefined }
`;

const OPENAPI_FETCH_STUB = `export interface Client<Paths> { readonly paths: Paths }`;

/** What the modules of an OpenAPI document import of `src/`: nothing of the models and of drift. */
const OPENAPI_TYPES = IMPORTED_TYPES.filter(
  (file) => !/^src\/(models|drift)\//.test(file),
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
