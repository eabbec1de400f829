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
  type GraphQLSchema,
  type OperationDefinitionNode,
} from "graphql";
import { validateSDL } from "graphql/validation/validate.js";
import config from "../../codegen.js";
import { usable } from "./names.js";
import { docComment } from "./prose.js";
import { SpecError } from "./spec.js";

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
  const schema = located(schemaFile, () => readSchema(sdl));
  const files = (await readdir(folder))
    .filter((file) => file.endsWith(".graphql"))
    .sort();
  const shipped: Shipped[] = [];
  for (const name of files) {
    const file = join(folder, name);
    const document = readDocument(file, await readFile(file, "utf8"), schema);
    const twin = shipped.find((other) => other.name === document.name);
    if (twin)
      throw new SpecError(`${file}:1: ${twin.name} is also in another file`);
    shipped.push(document);
  }
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
      "graphql.types.ts",
      openAnswers(types.map(({ content }) => content).join("\n"), schema),
    ],
    ["graphql.ts", renderFunctions(shipped)],
    ["documents.ts", renderDocuments(shipped)],
    [
      "schema.ts",
      `/** The GraphQL schema, as SDL. */\nexport const schema: string = ${JSON.stringify(sdl)};`,
    ],
  ]);
}

function readDocument(
  file: string,
  text: string,
  schema: GraphQLSchema,
): Shipped {
  return located(file, () => {
    const document = parse(text);
    const [fault] = validate(schema, document);
    if (fault) throw fault;
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
      text: print(document),
      comment: leadingComment(text),
      hasVariables: variables.length > 0,
      needsVariables: variables.some(
        ({ type, defaultValue }) =>
          type.kind === Kind.NON_NULL_TYPE && !defaultValue,
      ),
    };
  });
}

/** The schema; throws the first fault as an error that knows its place. */
function readSchema(sdl: string): GraphQLSchema {
  const document = parse(sdl);
  const [fault] = validateSDL(document);
  if (fault) throw fault;
  return buildASTSchema(document);
}

/** Runs `act`; a GraphQL error becomes one that names the file and the line. */
function located<T>(file: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    throw new SpecError(
      `${file}:${error.locations?.[0]?.line ?? 1}: ${error.message}`,
    );
  }
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
  const answered = Object.values(schema.getTypeMap()).filter(
    (type) => isEnumType(type) && !asked.has(type.name),
  );
  return answered.reduce(
    (text, { name }) =>
      text.replace(
        new RegExp(`(export type ${name} =[^;]*);`),
        "$1\n  | (string & {});",
      ),
    types,
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
  const functions = shipped.map(
    ({ name, kind }) =>
      `    ${name}: (variables, options) => call("${name}", "${kind}", variables, options),`,
  );
  return `import type { CallOptions } from "../src/options.js";
import type {
${types.map((type) => `  ${type},`).join("\n")}
} from "./graphql.types.js";

/** A document without variables. */
export type NoVariables = Record<string, never>;

/** One function per shipped document. */
export interface GraphqlDocuments {
${members.join("\n\n")}
}

/** Sends the shipped document of that name. */
export type CallDocument = <T>(
  name: string,
  kind: "query" | "mutation",
  variables: object | undefined,
  options: CallOptions | undefined,
) => Promise<T>;

/** One function per shipped document, all of them through \`call\`. */
export function createGraphqlDocuments(call: CallDocument): GraphqlDocuments {
  return {
${functions.join("\n")}
  };
}`;
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
