import {
  buildSchema,
  defaultFieldResolver,
  execute,
  GraphQLError,
  Kind,
  NoSchemaIntrospectionCustomRule,
  OperationTypeNode,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type GraphQLFieldResolver,
  type GraphQLSchema,
} from "graphql";
import { schema as schemaSource } from "../../generated/graphql.js";
import { withoutBlankIds } from "../blank-ids.js";
import {
  emitChange,
  emitWarning,
  type AccountState,
} from "../state/account-state.js";
import { isRecord } from "../check-arguments.js";
import { answerOf, Refusal } from "../refusals/refusal.js";
import { ApiError } from "../http/api-error.js";
import { ok, type Handler } from "../requests/handler.js";
import { graphqlErrorCode } from "../requests/surfaces.js";
import { withGraphqlNames } from "./field-names.js";
import { mutations } from "./mutations.js";
import { checkEmulated } from "./not-emulated.js";
import { queries } from "./queries.js";
import type { Context } from "./resolver.js";

/** Executes a GraphQL document. An ApiError of a resolver is an error within a response of status 200. */
export const answerGraphql: Handler<"POST /graphql"> = ({
  state,
  hasKey,
  body,
}) => answer({ state, hasKey }, readRequest(body), "any");

/** Executes a query of the address. A mutation is refused: a GET changes nothing. */
export const answerGraphqlGet: Handler<"GET /graphql"> = ({
  state,
  hasKey,
  query,
}) => {
  const { query: document, operationName } = query;
  const variables = parseVariables(query.variables);
  const request = readRequest({ query: document, variables, operationName });
  return answer({ state, hasKey }, request, "query");
};

function parseVariables(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal("invalidDocument", "variables must be JSON");
  }
}

async function answer(
  contextValue: Context,
  { query, variables, operationName }: GraphqlRequest,
  allowed: "any" | "query",
) {
  const { state } = contextValue;
  const document = parseDocument(query);
  if (document instanceof GraphQLError)
    return badRequest([document], "GRAPHQL_PARSE_FAILED");
  if (allowed === "query" && isMutation(document))
    throw new Refusal("mutationByGet", {}, { headers: { allow: "POST" } });
  const schema = getSchema();
  const rules = state.introspection ? specifiedRules : VALIDATION_RULES;
  const issues = validate(schema, document, rules);
  if (issues.length > 0) return badRequest(issues, "GRAPHQL_VALIDATION_FAILED");
  const { data, errors } = await execute({
    schema,
    document,
    rootValue,
    contextValue,
    variableValues: variables,
    operationName,
    fieldResolver: resolveField,
  });
  if (isMutation(document)) emitChange(state);
  if (data === undefined) return badRequest(errors ?? [], "BAD_USER_INPUT");
  if (!errors) return ok({ data });
  const shown = errors.map((error) => resolverError(error, state));
  return { ...ok({ errors: shown, data }), headers: adviceOn(errors, state) };
}

/** Refuses what the emulator cannot do. An error names the fields of GraphQL. */
const resolveField: GraphQLFieldResolver<unknown, Context> = (
  source,
  args: Readonly<Record<string, unknown>>,
  context,
  info,
) => {
  try {
    checkEmulated(args, info);
    return defaultFieldResolver(source, args, context, info);
  } catch (error) {
    throw withGraphqlNames(error, info);
  }
};

const rootValue = { ...queries, ...mutations };

/** Like the deployed service, the emulator refuses introspection by default. */
const VALIDATION_RULES = [...specifiedRules, NoSchemaIntrospectionCustomRule];

let builtSchema: GraphQLSchema | undefined;

/** The schema is built at the first request, which takes some milliseconds. */
function getSchema(): GraphQLSchema {
  return (builtSchema ??= buildSchema(schemaSource));
}

interface GraphqlRequest {
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly operationName: string | undefined;
}

function readRequest(body: unknown): GraphqlRequest {
  const { query, variables, operationName } = isRecord(body) ? body : {};
  if (typeof query !== "string")
    throw new Refusal(
      "invalidDocument",
      "query is required and must be a string",
    );
  const values = withoutBlankIds(variables ?? {});
  if (!isRecord(values))
    throw new Refusal("invalidDocument", "variables must be an object");
  const name = typeof operationName === "string" ? operationName : undefined;
  return { query, variables: values, operationName: name };
}

/** The longest document that is executed. The shipped documents have less than a tenth of these tokens. */
const MAX_TOKENS = 10_000;

function parseDocument(query: string): DocumentNode | GraphQLError {
  try {
    return parse(query, { maxLexicalTokens: MAX_TOKENS });
  } catch (error) {
    if (error instanceof GraphQLError) return error;
    return new GraphQLError(String(error));
  }
}

function isMutation({ definitions }: DocumentNode): boolean {
  return definitions.some(
    (definition) =>
      definition.kind === Kind.OPERATION_DEFINITION &&
      definition.operation === OperationTypeNode.MUTATION,
  );
}

function badRequest(errors: readonly GraphQLError[], code: string) {
  const body = { errors: errors.map((error) => withCode(error, code)) };
  return { status: 400, body } as const;
}

/** What the words of the service leave open, as a header. The log says so too. */
function adviceOn(
  errors: readonly GraphQLError[],
  state: AccountState,
): Readonly<Record<string, string>> {
  for (const { originalError } of errors) {
    if (!(originalError instanceof Refusal) || !originalError.advice) continue;
    emitWarning(state, `POST /graphql: ${originalError.advice}`);
    return { ...originalError.headers };
  }
  return {};
}

function resolverError(error: GraphQLError, { account }: AccountState) {
  const { originalError } = error;
  const answer = answerOf(originalError, "graphql");
  const code =
    originalError instanceof Refusal
      ? (answer.code ?? "BAD_USER_INPUT")
      : graphqlErrorCode(answer);
  const shown = withCode(error, code);
  if (!(originalError instanceof ApiError)) return shown;
  const { message } = answer;
  if (code !== "SUPPLY_CONSTRAINT") return { ...shown, message };
  const extensions = { code, userId: account.id };
  return { ...shown, message, extensions };
}

function withCode(error: GraphQLError, code: string) {
  return { ...error.toJSON(), extensions: { code } };
}
