import { codegen } from "@graphql-codegen/core";
import * as operations from "@graphql-codegen/typescript-operations";
import {
  buildASTSchema,
  isEnumType,
  Kind,
  lexicographicSortSchema,
  parse,
  printSchema,
  visit,
  type DocumentNode,
  type FieldDefinitionNode,
  type GraphQLSchema,
} from "graphql";
import { findUsage } from "../../compare/graphql.js";
import { PLUGIN_CONFIG, REQUIRED_FIELDS } from "../../../../../codegen.js";
import { capitalize } from "../../document/names.js";
import type { GraphqlDocument, GraphqlSpec } from "../parse/graphql.js";
import { docComment } from "./doc-comment.js";
import { renderGraphqlExample } from "./graphql-example.js";

/** A schema, and the documents whose types are rendered. */
interface GraphqlSource extends Omit<GraphqlSpec, "documents"> {
  readonly documents: readonly Pick<GraphqlDocument, "name" | "text">[];
}

/** The types of what the shipped documents send and receive, by graphql-codegen. */
export async function renderGraphqlTypes({
  sdl,
  schema,
  documents,
}: GraphqlSource): Promise<string> {
  // The library's command would load whatever its configuration could ask for, which takes longer than all of this.
  const sorted = lexicographicSortSchema(buildASTSchema(requireFields(sdl)));
  const types = await codegen({
    filename: "types.ts",
    // As syntax: the library may have another instance of graphql.
    schema: parse(printSchema(sorted)),
    documents: documents.map(({ name, text }) => ({
      location: name,
      document: parse(text),
    })),
    config: PLUGIN_CONFIG,
    plugins: [{ operations: {} }],
    pluginMap: { operations },
  });
  return openEnumerations(withoutUnused(types), schema);
}

/** The schema in which the fields of `REQUIRED_FIELDS` cannot be null. */
function requireFields(sdl: string): DocumentNode {
  const document: DocumentNode = visit(parse(sdl), {
    ObjectTypeDefinition: ({ name, fields = [], ...others }) => {
      const required = REQUIRED_FIELDS[name.value] ?? [];
      return {
        ...others,
        name,
        fields: fields.map((field) =>
          required.includes(field.name.value) ? withoutNull(field) : field,
        ),
      };
    },
  });
  return document;
}

function withoutNull(field: FieldDefinitionNode): FieldDefinitionNode {
  const { type } = field;
  return type.kind === Kind.NON_NULL_TYPE
    ? field
    : { ...field, type: { kind: Kind.NON_NULL_TYPE, type } };
}

/** Removes the helper types of graphql-codegen that no other type uses, and exports none of the others. */
function withoutUnused(types: string): string {
  const [, helpers = "", declarations = types] =
    /^((?:\/\*\* Internal type\. DO NOT USE DIRECTLY\. \*\/\n.*\n)*)([^]*)$/.exec(
      types,
    ) ?? [];
  const used = helpers
    .split(/(?=\/\*\* Internal type)/)
    .filter((helper) => {
      const [, name = ""] = /type (\w+)/.exec(helper) ?? [];
      return declarations.includes(`${name}<`);
    })
    .map((helper) => helper.replace("export type", "type"));
  return used.join("") + declarations;
}

/**
 * Lets each enumeration that only responses use accept any other string as well: a service may return new values before
 * its schema names them.
 */
function openEnumerations(types: string, schema: GraphQLSchema): string {
  const { request } = findUsage(schema);
  const isOpen = (name: string) =>
    isEnumType(schema.getType(name)) && !request.has(name);
  return types.replace(
    /export type (\w+) =[^;]*(?=;)/g,
    (declaration, name: string) =>
      isOpen(name) ? `${declaration}\n  | (string & {})` : declaration,
  );
}

/** The interface of `cloud.graphql`: one function per shipped document, and their names. */
export function renderGraphqlFunctions(
  documents: readonly GraphqlDocument[],
  schema: GraphQLSchema,
): string {
  const types = documents.flatMap((document) => {
    const { result, variables } = typeNamesOf(document);
    return variables === undefined ? [result] : [result, variables];
  });
  return `import type { CallOptions } from "../../src/options.js";
import type {
${types.map((type) => `  ${type},`).join("\n")}
} from "./types.js";

/** A document without variables. */
export type NoVariables = Record<string, never>;

/** One function per shipped document. */
export interface GraphqlDocuments {
${documents.map((document) => renderFunction(document, schema)).join("\n\n")}
}

/** The names of the functions. */
export const documentNames: readonly (keyof GraphqlDocuments)[] = [
${documents.map(({ name }) => `  "${name}",`).join("\n")}
];`;
}

const THROWS: readonly string[] = [
  "@throws InputError when a variable cannot be sent; nothing was sent",
  "@throws GraphQLError when the answer holds errors; the error keeps the partial data",
  "@throws ResponseError when the service refuses the call",
  "@throws ConnectionError when no response came",
  "@throws TimeoutError when no response came in time",
];

function renderFunction(
  document: GraphqlDocument,
  schema: GraphQLSchema,
): string {
  const { name, kind, description, requiresVariables } = document;
  const { result, variables = "NoVariables" } = typeNamesOf(document);
  const comment = docComment(
    [description, `Sends the ${kind} \`${name}\`.`],
    "  ",
    [...THROWS, `@example\n${renderGraphqlExample(document, schema)}`],
  );
  const optional = requiresVariables ? "" : "?";
  return `${comment}  ${name}(variables${optional}: ${variables}, options?: CallOptions): Promise<${result}>;`;
}

/** The names that graphql-codegen gives the types of a document. */
function typeNamesOf({ name, kind, hasVariables }: GraphqlDocument): {
  readonly result: string;
  readonly variables: string | undefined;
} {
  const result = capitalize(name) + capitalize(kind);
  return { result, variables: hasVariables ? `${result}Variables` : undefined };
}

/** The texts of the documents. They are a module of their own, which is loaded when the first of them is sent. */
export function renderGraphqlDocuments(
  documents: readonly GraphqlDocument[],
): string {
  const rows = documents.map(
    ({ name, text }) => `  ${name}: ${JSON.stringify(text)},`,
  );
  return `/** The text of each shipped document. */
export const documents: Readonly<Record<string, string>> = {
${rows.join("\n")}
};`;
}

/** The schema as a string. */
export function renderGraphqlSchema(sdl: string): string {
  return `/** The GraphQL schema, as SDL. */
export const schema: string = ${JSON.stringify(sdl)};`;
}
