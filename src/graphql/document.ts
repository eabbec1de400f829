import {
  type GraphQLError as SyntaxError,
  Kind,
  OperationTypeNode,
  parse,
  print,
  type DocumentNode,
} from "graphql";
import { GraphQLClient } from "graphql-request";
import { documents } from "../../generated/graphql/documents.js";
import { CALL_OPTIONS, type SendOptions } from "../checks.js";
import { GraphQLError, InputError } from "../errors.js";
import { MAX_FAILURE_BYTES } from "../http/body.js";
import {
  describeDoubt,
  nameKey,
  requestIdOf,
  responseError,
} from "../http/call-errors.js";
import type { Transport } from "../http/transport.js";
import {
  GRAPHQL_ROUTE,
  type CallInfo,
  type ServiceResponse,
} from "../http/request-context.js";
import { idOf } from "../http/maybe-sent.js";
import { readRefusal, showReason } from "../http/reason.js";
import type { Settings } from "../http/settings.js";
import { isPlainObject, parseJson } from "../json.js";
import {
  describeUnreadable,
  findOtherId,
  findOtherName,
  isJson,
} from "../http/expectation.js";
import {
  describeOptionsPlace,
  suggestKnown,
  suggestNames,
} from "../http/suggestions.js";

/** The call that sends a document of the user. */
const OWN_DOCUMENT = "graphql.request";

/** A document, ready to be sent. */
interface PreparedDocument {
  readonly text: string;
  readonly kind: "query" | "mutation";
  /** The names of the variables that the operation declares. */
  readonly variables: readonly string[];
}

/** The body of a GraphQL response. */
interface Content {
  readonly data?: unknown;
  readonly errors?: unknown;
}

/** The headers that graphql-request writes into each request. Reading them back would cost a tenth of a call. */
const HEADERS = {
  accept: "application/graphql-response+json, application/json",
  "content-type": "application/json",
};

/** Sends the shipped document of this name, or the user's own when no shipped document has the name. */
export async function sendDocument(
  settings: Settings,
  transport: Transport,
  name: string,
  document: unknown,
  variables: object,
  options: SendOptions,
): Promise<object> {
  const call: CallInfo = {
    surface: "graphql",
    operation: `graphql.${name}`,
    route: GRAPHQL_ROUTE,
  };
  const prepared = prepareDocument(documents[name] ?? textOf(document));
  checkVariables(variables, prepared.variables, call);
  const { text, kind } = prepared;
  const url = settings.addresses.graphql.require(call.operation);
  const context = {
    call,
    options,
    isQuery: kind === "query",
    named: { body: variables },
  };
  /** What came of the single request that graphql-request sends. */
  const sent: { result?: ServiceResponse } = {};
  // graphql-request takes no `fetch` for a single call, so each call has a client of its own.
  const client = new GraphQLClient(url, {
    excludeOperationName: true,
    // graphql-request would write the whole response into the message of its error.
    errorPolicy: "all",
    fetch: async (_: unknown, init: RequestInit = {}) => {
      const body = init.body as string;
      const request = { method: "POST", url, headers: HEADERS, body };
      sent.result = await transport(request, context);
      return sent.result.response;
    },
  });
  const hasVariables = Object.keys(variables).length > 0;
  const content: unknown = await client
    .rawRequest(text, hasVariables ? variables : undefined)
    .catch(async (error: unknown) => {
      // The transport's own error, or the reason of an abort.
      if (!sent.result) throw error;
      // graphql-request reads no failure, and no success without a content type.
      return parseJson(await sent.result.response.text());
    });
  // graphql-request resolves only after a response.
  const result = sent.result as ServiceResponse;
  const data = await readContent(content, result, call);
  if (kind === "mutation" && name in documents) {
    const problem = findOtherResource(data, variables);
    if (problem !== "") throw await responseError(result, call, problem);
  }
  return data;
}

/** Says that the result of a shipped mutation shows another resource than its input names, by the id or by the name. */
function findOtherResource(data: object, variables: object): string {
  const { input } = variables as { readonly input?: unknown };
  const { podId } = Object(input) as { readonly podId?: unknown };
  const asked = idOf({ id: podId }) ?? idOf(input);
  const [changed] = Object.values(data) as unknown[];
  return asked === undefined
    ? findOtherName(changed, input)
    : findOtherId(idOf(changed), asked);
}

/** Returns the data of a response. Throws for a response with errors, and for one without data. */
async function readContent(
  content: unknown,
  result: ServiceResponse,
  call: CallInfo,
): Promise<object> {
  const { response } = result;
  const type = response.headers.get("content-type") ?? "";
  if (response.ok && !isJson(type))
    throw await responseError(result, call, describeUnreadable(response));
  const { data, errors: errorOrList } = Object(content) as Content;
  // A list by the specification; some services send a single error.
  const errors: readonly unknown[] = [errorOrList ?? []].flat();
  if (errors.length > 0) throw await graphqlError(result, errors, call);
  if (!response.ok) throw await responseError(result, call);
  if (!isPlainObject(data)) throw await responseError(result, call, "no data");
  if (lacksAccount(data, call))
    throw await responseError(result, call, "no account: the key is not known");
  return data;
}

/** Whether a shipped document has found no account, which the types of its result promise. */
function lacksAccount(data: object, { operation }: CallInfo): boolean {
  return operation !== OWN_DOCUMENT && "myself" in data && data.myself === null;
}

/** For a longer response, the error keeps only the beginning of the text. */
const MAX_KEPT_CHARACTERS = 2 ** 18;

async function graphqlError(
  { response, metadata }: ServiceResponse,
  errors: readonly unknown[],
  call: CallInfo,
): Promise<GraphQLError> {
  const { operation, route } = call;
  const { status, headers } = response;
  const { redact = (text: string) => text, maybeSent = true } = metadata ?? {};
  const reason = showReason(errors, redact) || "an error without a message";
  const text = await response.text();
  const isLong = text.length > MAX_KEPT_CHARACTERS;
  const kept = redact(isLong ? text.slice(0, MAX_FAILURE_BYTES) : text);
  const refusal = errors
    .map((error) => readRefusal(JSON.stringify(error)))
    .find((each) => each !== undefined);
  const advice =
    suggestNames(status, refusal, metadata) ||
    nameKey(status, metadata?.address.base ?? "");
  const isQuery = metadata?.context.isQuery;
  const doubt = maybeSent && describeDoubt(call, isQuery);
  return new GraphQLError(
    `${route} answered with an error: ${reason}${advice && ` (${advice})`}${doubt || ""}`,
    { status, body: parseJson(kept) ?? kept },
    {
      operation,
      route,
      requestId: requestIdOf(headers, redact),
      maybeSent,
    },
    refusal,
  );
}

/** The documents that have been parsed, by their text: a program sends the same few many times. */
const parsedBefore = new Map<string, PreparedDocument>();
const MAX_PARSED_BEFORE = 100;

/** Parses a document. The kind of its operation decides whether the request may be retried. */
function prepareDocument(text: string): PreparedDocument {
  const known = parsedBefore.get(text);
  if (known) return known;
  const operations = parseDocument(text).definitions.filter(
    (node) => node.kind === Kind.OPERATION_DEFINITION,
  );
  const [operation] = operations;
  if (operations.length !== 1 || !operation)
    throw documentError(
      `the document holds ${operations.length} operations; send exactly one`,
    );
  const { operation: kind, variableDefinitions = [] } = operation;
  if (kind === OperationTypeNode.SUBSCRIPTION)
    throw documentError("a subscription cannot be sent over HTTP");
  if (parsedBefore.size >= MAX_PARSED_BEFORE) parsedBefore.clear();
  const variables = variableDefinitions.map(
    ({ variable }) => variable.name.value,
  );
  const prepared = { text, kind, variables };
  parsedBefore.set(text, prepared);
  return prepared;
}

/** Refuses a variable that the document does not declare. The service ignores it: a list would not be filtered. */
function checkVariables(
  variables: object,
  known: readonly string[],
  call: CallInfo,
): void {
  for (const name of Object.keys(variables)) {
    if (known.includes(name)) continue;
    const advice = Object.hasOwn(CALL_OPTIONS, name)
      ? describeOptionsPlace(name, "variables")
      : suggestKnown(name, known, "variables");
    const problem = `the document declares no variable ${name}: ${advice}`;
    throw new InputError(`variables.${name}`, problem, call);
  }
}

/** The text of a document: a string, a parsed document, or a TypedDocumentString, which is a String object. */
function textOf(document: unknown): string {
  if (typeof document === "string" || document instanceof String)
    return document.toString();
  if ((Object(document) as Partial<DocumentNode>).kind === Kind.DOCUMENT)
    return print(document as DocumentNode);
  throw documentError(
    "the document must be a string, or a typed or parsed document",
  );
}

/** Parses a text. The error says what the parser has found wrong, and where. */
function parseDocument(text: string): DocumentNode {
  try {
    return parse(text);
  } catch (error) {
    const { message, locations } = error as SyntaxError;
    const { line = 1, column = 1 } = locations?.[0] ?? {};
    throw documentError(
      `the document cannot be parsed at line ${line}, column ${column}: ${message}`,
    );
  }
}

function documentError(problem: string): InputError {
  const call = { operation: OWN_DOCUMENT, route: GRAPHQL_ROUTE };
  return new InputError("document", problem, call);
}
