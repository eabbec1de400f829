import { generate } from "@graphql-codegen/cli";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  buildASTSchema,
  getNamedType,
  GraphQLError,
  isEnumType,
  isInputObjectType,
  Kind,
  OperationTypeNode,
  parse,
  print,
  validate,
  validateSchema,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from "graphql";
import { validateSDL } from "graphql/validation/validate.js";
import config from "../../../codegen.js";
import { forEvery, refuse, SpecError } from "./fault.js";
import { usable } from "../model/names.js";
import { docComment } from "../render/prose.js";

/** One shipped document: a named query or mutation in a file of its own. */
interface Shipped {
  readonly name: string;
  readonly kind: "query" | "mutation";
  readonly text: string;
  readonly comment: string;
  readonly hasVariables: boolean;
  readonly needsVariables: boolean;
}

/** The SDL, the schema it describes, and every shipped document, each found good. */
export async function readGraphql(
  schemaFile: string,
  folder: string,
): Promise<{ sdl: string; schema: GraphQLSchema; shipped: Shipped[] }> {
  const sdl = await readFile(schemaFile, "utf8");
  const schema = readSchema(schemaFile, sdl);
  const files = (await readdir(folder))
    .filter((file) => file.endsWith(".graphql"))
    .sort();
  const shipped = await readDocuments(
    files.map((name) => join(folder, name)),
    schema,
  );
  return { sdl, schema, shipped };
}

/** The GraphQL modules: the SDL as a string, the documents, and one function per document. */
export async function renderGraphql(
  schemaFile: string,
  folder: string,
): Promise<Map<string, string>> {
  const { sdl, schema, shipped } = await readGraphql(schemaFile, folder);
  const source = { schema: schemaFile, documents: `${folder}/*.graphql` };
  const types = (await generate({ ...config, ...source }, false)) as {
    content: string;
  }[];
  return new Map([
    [
      "graphql/types.ts",
      openAnswers(types.map(({ content }) => content).join("\n"), schema),
    ],
    ["graphql/functions.ts", renderFunctions(shipped)],
    ["graphql/documents.ts", renderDocuments(shipped)],
    [
      "graphql/schema.ts",
      `/** The GraphQL schema, as SDL. */\nexport const schema: string = ${JSON.stringify(sdl)};`,
    ],
  ]);
}

/** Every document of the files; the faults of all of them are told together. */
export async function readDocuments(
  files: readonly string[],
  schema: GraphQLSchema,
): Promise<Shipped[]> {
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(file, "utf8")] as const),
  );
  const names = new Set<string>();
  return forEvery(texts, ([file, text]) => {
    const document = readDocument(file, text, schema);
    if (names.has(document.name))
      throw new SpecError(
        `${file}:1: ${document.name} is also in another file`,
      );
    names.add(document.name);
    return document;
  });
}

function readDocument(
  file: string,
  text: string,
  schema: GraphQLSchema,
): Shipped {
  return located(file, () => {
    const document = parse(text);
    refuse(validate(schema, document).map((fault) => faultAt(file, fault)));
    const operations = document.definitions.filter(
      (node): node is OperationDefinitionNode =>
        node.kind === Kind.OPERATION_DEFINITION,
    );
    const [operation] = operations;
    const kind = operation?.operation;
    if (
      operations.length !== 1 ||
      !operation?.name ||
      kind === OperationTypeNode.SUBSCRIPTION ||
      kind === undefined
    )
      throw new SpecError(
        `${file}:1: must hold exactly one named query or mutation`,
      );
    const name = operation.name.value;
    if (!usable(name) || name === "request")
      throw new SpecError(
        `${file}:${operation.loc?.startToken.line ?? 1}: ${name} cannot be the name of a function`,
      );
    const variables = operation.variableDefinitions ?? [];
    return {
      name,
      kind,
      // The text begins with the operation, so that it shows its kind.
      text: print({
        ...document,
        definitions: [
          operation,
          ...document.definitions.filter((node) => node !== operation),
        ],
      }),
      comment: leadingComment(text),
      hasVariables: variables.length > 0,
      needsVariables: variables.some(
        ({ type, defaultValue }) =>
          type.kind === Kind.NON_NULL_TYPE && !defaultValue,
      ),
    };
  });
}

/** The schema of an SDL, called `file` in errors; throws a `SpecError` of all its faults where it is not valid. */
export function readSchema(file: string, sdl: string): GraphQLSchema {
  return located(file, () => {
    const document = parse(sdl);
    refuse(validateSDL(document).map((fault) => faultAt(file, fault)));
    const schema = buildASTSchema(document, { assumeValidSDL: true });
    refuse(validateSchema(schema).map((fault) => faultAt(file, fault)));
    return schema;
  });
}

/** Runs `act`; a GraphQL error becomes one that names the file and the line. */
function located<T>(file: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof GraphQLError) throw faultAt(file, error);
    // The parser recurses.
    if (error instanceof RangeError)
      throw new SpecError(`${file}:1: is nested too deeply to be read`);
    throw error;
  }
}

function faultAt(
  file: string,
  { locations, message }: GraphQLError,
): SpecError {
  return new SpecError(`${file}:${locations?.[0]?.line ?? 1}: ${message}`);
}

/** The comment lines above the document: its description. */
function leadingComment(text: string): string {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => !line.startsWith("#"));
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^#\s?/, ""))
    .join("\n");
}

/** Opens every enumeration that no input reaches: a service may name new values before its schema does. */
function openAnswers(types: string, schema: GraphQLSchema): string {
  const inputs = Object.values(schema.getTypeMap()).filter(isInputObjectType);
  const asked = new Set(
    inputs.flatMap((input) =>
      Object.values(input.getFields()).map(
        ({ type }) => getNamedType(type).name,
      ),
    ),
  );
  const isAnswered = (name: string) =>
    isEnumType(schema.getType(name)) && !asked.has(name);
  return types.replace(/export type (\w+) =[^;]*(?=;)/g, (declared, name) =>
    isAnswered(String(name)) ? `${declared}\n  | (string & {})` : declared,
  );
}

function renderFunctions(shipped: readonly Shipped[]): string {
  const types = shipped.flatMap(({ name, kind, hasVariables }) => {
    const base = pascalCase(name) + pascalCase(kind);
    return hasVariables ? [base, `${base}Variables`] : [base];
  });
  const members = shipped.map(
    ({ name, kind, comment, hasVariables, needsVariables }) => {
      const base = pascalCase(name) + pascalCase(kind);
      const variables = hasVariables ? `${base}Variables` : "NoVariables";
      const sent = `Sends the ${kind} \`${name}\`.`;
      return `${docComment([comment, sent], "  ")}  ${name}(variables${needsVariables ? "" : "?"}: ${variables}, options?: CallOptions): Promise<${base}>;`;
    },
  );
  return `import type { CallOptions } from "../../src/options.js";
import type {
${types.map((type) => `  ${type},`).join("\n")}
} from "./types.js";

/** A document without variables. */
export type NoVariables = Record<string, never>;

/** One function per shipped document. */
export interface GraphqlDocuments {
${members.join("\n\n")}
}

/** The name of each, one function per shipped document. */
export const documentNames: readonly (keyof GraphqlDocuments)[] = [
${shipped.map(({ name }) => `  "${name}",`).join("\n")}
];`;
}

/** The texts stand apart from the functions, so that they are loaded only when the first of them is sent. */
function renderDocuments(shipped: readonly Shipped[]): string {
  const rows = shipped.map(
    ({ name, text }) => `  ${name}: ${JSON.stringify(text)},`,
  );
  return `/** The text of each shipped document. */\nexport const documents: Readonly<Record<string, string>> = {\n${rows.join("\n")}\n};`;
}

function pascalCase(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
