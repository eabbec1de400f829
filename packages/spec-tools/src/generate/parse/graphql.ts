import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  buildASTSchema,
  GraphQLError,
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
import { DocumentError } from "../../document/error.js";
import { toUsableName } from "../../document/names.js";
import { mapCollectingErrors, throwErrors } from "./errors.js";

/** The GraphQL surface: its schema, and the documents that the client ships. */
export interface GraphqlSpec {
  /** The text of the schema. */
  readonly sdl: string;
  readonly schema: GraphQLSchema;
  readonly documents: readonly GraphqlDocument[];
}

/** One shipped document: a named query or mutation in a file of its own. */
export interface GraphqlDocument {
  /** The name of the operation, and of the function. */
  readonly name: string;
  readonly kind: "query" | "mutation";
  /** The text as it is sent. */
  readonly text: string;
  /** The comment at the top of the file. */
  readonly description: string;
  readonly hasVariables: boolean;
  /** Whether a variable must be given. */
  readonly requiresVariables: boolean;
}

/**
 * Reads the schema of the specs in `folder`, and every document that the client ships.
 * @throws {DocumentError} with all problems of the schema, or of the documents
 */
export async function readGraphql(folder: string): Promise<GraphqlSpec> {
  const file = join(folder, "schema.graphql");
  const sdl = await readFile(file, "utf8");
  const schema = parseSchema(file, sdl);
  const documents = await readDocuments(join(folder, "operations"), schema);
  return { sdl, schema, documents };
}

/** The schema of an SDL, called `file` in messages. */
export function parseSchema(file: string, sdl: string): GraphQLSchema {
  return catchGraphqlErrors(file, () => {
    const document = parse(sdl);
    throwErrors(validateSDL(document).map((error) => locate(file, error)));
    const schema = buildASTSchema(document, { assumeValidSDL: true });
    throwErrors(validateSchema(schema).map((error) => locate(file, error)));
    return schema;
  });
}

/** Every `.graphql` file of a folder, in the order of the file names. */
export async function readDocuments(
  folder: string,
  schema: GraphQLSchema,
): Promise<GraphqlDocument[]> {
  const files = (await readdir(folder))
    .filter((name) => name.endsWith(".graphql"))
    .sort()
    .map((name) => join(folder, name));
  const texts = await Promise.all(
    files.map(async (file) => [file, await readFile(file, "utf8")] as const),
  );
  const names = new Set<string>();
  return mapCollectingErrors(texts, ([file, text]) => {
    const document = parseShippedDocument(file, text, schema);
    if (names.has(document.name))
      throw new DocumentError(
        `${file}:1: another file holds an operation ${document.name}, too`,
      );
    names.add(document.name);
    return document;
  });
}

function parseShippedDocument(
  file: string,
  text: string,
  schema: GraphQLSchema,
): GraphqlDocument {
  return catchGraphqlErrors(file, () => {
    const document = parse(text);
    throwErrors(validate(schema, document).map((error) => locate(file, error)));
    const operations = document.definitions.filter(
      (node): node is OperationDefinitionNode =>
        node.kind === Kind.OPERATION_DEFINITION,
    );
    const [operation, ...others] = operations;
    if (
      !operation?.name ||
      others.length > 0 ||
      operation.operation === OperationTypeNode.SUBSCRIPTION
    )
      throw new DocumentError(
        `${file}:1: the file must hold exactly one named query or mutation`,
      );
    const name = operation.name.value;
    if (toUsableName(name) === undefined || name === "request")
      throw new DocumentError(
        `${file}:${operation.loc?.startToken.line ?? 1}: ${name} is not possible as the name of a function`,
      );
    const fragments = document.definitions.filter((node) => node !== operation);
    const variables = operation.variableDefinitions ?? [];
    return {
      name,
      kind: operation.operation,
      // The operation comes first, so that the beginning of the text shows its kind.
      text: print({ ...document, definitions: [operation, ...fragments] }),
      description: readLeadingComment(text),
      hasVariables: variables.length > 0,
      requiresVariables: variables.some(
        ({ type, defaultValue }) =>
          type.kind === Kind.NON_NULL_TYPE && !defaultValue,
      ),
    };
  });
}

/** Runs `act`. An error of GraphQL becomes a `DocumentError` with file and line. */
function catchGraphqlErrors<T>(file: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof GraphQLError) throw locate(file, error);
    throw error;
  }
}

function locate(
  file: string,
  { locations, message }: GraphQLError,
): DocumentError {
  return new DocumentError(`${file}:${locations?.[0]?.line ?? 1}: ${message}`);
}

function readLeadingComment(text: string): string {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => !line.startsWith("#"));
  return lines
    .slice(0, end)
    .map((line) => line.replace(/^#\s?/, ""))
    .join("\n");
}
