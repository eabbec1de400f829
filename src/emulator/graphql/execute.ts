import {
  buildSchema,
  execute,
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type ExecutionResult,
} from "graphql";

import { schema as sdl } from "../../../generated/graphql/schema.js";
import type { Call, Reply } from "../server/handler.js";
import { mutations } from "./mutations.js";
import { queries } from "./queries.js";
import { Refusal } from "../server/refused-error.js";
import { changed } from "../resources/state.js";
import { codeOf } from "../server/surfaces.js";

/** Carries out a GraphQL document on the account. A refusal is an error within an answer of status 200. */
export async function answerGraphql({
  state,
  hasKey,
  body,
}: Call): Promise<Reply> {
  const { query, variables, operationName } = readRequest(body);
  const document = read(query);
  if (document instanceof GraphQLError)
    return invalid([document], "GRAPHQL_PARSE_FAILED");
  const faults = validate(schema(), document, rules);
  if (faults.length > 0) return invalid(faults, "GRAPHQL_VALIDATION_FAILED");
  const result = await execute({
    ...{
      schema: schema(),
      document,
      rootValue,
      contextValue: { state, hasKey },
    },
    ...{ variableValues: variables, operationName },
  });
  if (isMutation(document)) changed(state);
  if (result.data === undefined)
    return invalid(result.errors ?? [], "BAD_USER_INPUT");
  return { status: 200, body: withCodes(result) };
}

function isMutation({ definitions }: DocumentNode): boolean {
  return definitions.some(
    (part) =>
      part.kind === Kind.OPERATION_DEFINITION &&
      part.operation === OperationTypeNode.MUTATION,
  );
}

const rootValue = { ...queries, ...mutations };

/** As in the deployed service, the schema cannot be asked for. */
const rules = [...specifiedRules, NoSchemaIntrospectionCustomRule];

let builtSchema: ReturnType<typeof buildSchema> | undefined;

/** Built on first use: it takes some milliseconds that an emulator without GraphQL need not spend. */
function schema(): ReturnType<typeof buildSchema> {
  return (builtSchema ??= buildSchema(sdl));
}

interface GraphqlRequest {
  readonly query: string;
  readonly variables: Record<string, unknown>;
  readonly operationName: string | undefined;
}

function readRequest(body: unknown): GraphqlRequest {
  const { query, variables, operationName } = Object(body) as Record<
    string,
    unknown
  >;
  if (typeof query !== "string")
    throw new Refusal(400, "query is required and must be a string");
  if (typeof (variables ?? {}) !== "object")
    throw new Refusal(400, "variables must be an object");
  return {
    query,
    variables: (variables ?? {}) as Record<string, unknown>,
    operationName:
      typeof operationName === "string" ? operationName : undefined,
  };
}

function read(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query);
  } catch (error) {
    return error instanceof GraphQLError
      ? error
      : new GraphQLError(String(error));
  }
}

function invalid(errors: readonly GraphQLError[], code: string): Reply {
  return {
    status: 400,
    body: { errors: errors.map((error) => coded(error, code)) },
  };
}

function withCodes({ data, errors }: ExecutionResult): object {
  if (!errors) return { data };
  return {
    errors: errors.map((error) => coded(error, codeOf(statusOf(error)))),
    data,
  };
}

function statusOf({ originalError }: GraphQLError): number {
  return originalError instanceof Refusal ? originalError.status : 500;
}

function coded(error: GraphQLError, code: string) {
  return { ...error.toJSON(), extensions: { code } };
}
