import {
  Kind,
  OperationTypeNode,
  parse,
  print,
  type DocumentNode,
} from "graphql";
import { ClientError, GraphQLClient } from "graphql-request";
import { documents } from "../../generated/graphql/documents.js";
import { checkHeaders, refuseUnsendable } from "../checks.js";
import {
  GraphQLError,
  InputError,
  toMessageText,
  type GraphQLErrorEntry,
} from "../errors.js";
import type { CallInfo } from "../http/request.js";
import {
  checkContent,
  reasonOf,
  responseError,
  notifyDriftWatcher,
  type LightResponse,
} from "../http/response.js";
import type { Send } from "../http/transport.js";
import type { CallOptions } from "../options.js";
import type { Settings } from "../settings.js";

const ROUTE = "POST /graphql";
const EXPECTS = "json if any";

/** A document, ready to be sent. */
interface PreparedDocument {
  readonly text: string;
  readonly kind: "query" | "mutation";
}

/** Sends the shipped document of this name, or the user's own when no shipped document has the name. */
export async function sendDocument(
  settings: Settings,
  send: Send,
  name: string,
  document: unknown,
  variables: object | undefined,
  options: CallOptions,
): Promise<object> {
  const { text, kind } = shippedDocument(name) ?? ownDocument(document);
  const address = settings.addresses.graphql;
  const call: CallInfo = {
    surface: "graphql",
    operation: `graphql.${name}`,
    route: ROUTE,
    hint: address.hint,
  };
  const url = address.require(call.operation);
  const { signal, timeout, retries, headers } = options;
  checkHeaders(headers, call);

  /** What became of the one request that the library sends. */
  const exchange: { isWritten: boolean; response?: LightResponse } = {
    isWritten: false,
  };
  const client = new GraphQLClient(url, {
    excludeOperationName: true,
    fetch: async (_: unknown, init: RequestInit = {}) => {
      exchange.isWritten = true;
      const written = Object.fromEntries(new Headers(init.headers));
      exchange.response = await send({
        call,
        method: "POST",
        url,
        body: init.body as string,
        safe: kind === "query",
        options: {
          signal,
          timeout,
          retries,
          headers: { ...written, ...headers },
        },
      });
      return exchange.response as unknown as Response;
    },
  });
  const hasVariables = variables && Object.keys(variables).length > 0;
  const outcome = await client
    .rawRequest<unknown>(text, hasVariables ? variables : undefined)
    .then(
      ({ data }) => ({ data }),
      (error: unknown) => ({ error }),
    );

  const { isWritten, response } = exchange;
  if (response) {
    notifyDriftWatcher(settings, response, call, EXPECTS);
    return readOutcome(outcome, response, call);
  }
  const error = "error" in outcome ? outcome.error : undefined;
  // The transport's own error, or the reason of an abort.
  if (isWritten) throw error;
  refuseUnsendable("variables", error, call);
}

/** The data that the library has read. Its errors print the variables or the body: ours take their place. */
function readOutcome(
  outcome: { readonly data: unknown } | { readonly error: unknown },
  response: LightResponse,
  call: CallInfo,
): object {
  if ("data" in outcome) {
    if (isObject(outcome.data)) return outcome.data;
    throw responseError(response, call, "no data");
  }
  if (outcome.error instanceof ClientError) {
    const { errors, data } = outcome.error.response;
    // A list by the specification; some services send a single error.
    const list = [(errors as unknown) ?? []].flat();
    if (list.length > 0) throw graphqlError(response, list, data, call);
  }
  if (!response.ok) throw responseError(response, call);
  checkContent(response, call, EXPECTS);
  const { data, errors } = Object(response.parsed.value) as Outcome;
  // graphql-request refuses a response without a content type, and `errors: null`. Neither says that anything failed.
  if (isObject(data) && (errors ?? null) === null) return data;
  const problem = isObject(data) ? "a malformed GraphQL response" : "no data";
  throw responseError(response, call, problem);
}

interface Outcome {
  readonly data?: unknown;
  readonly errors?: unknown;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function graphqlError(
  response: LightResponse,
  errors: readonly unknown[],
  data: unknown,
  { operation, route }: CallInfo,
): GraphQLError {
  const entries = errors.map((error) => toEntry(error, response));
  const more = entries.length > 1 ? ` (and ${entries.length - 1} more)` : "";
  const reason = toMessageText(entries[0]?.message ?? "", 300);
  // A success without the member `data` was refused before it was executed. A failure may be that of a gateway.
  const isRefused = response.ok && data === undefined;
  return new GraphQLError(
    `${route} answered with an error: ${reason}${more}`,
    response.status,
    entries,
    response.redact(data),
    { operation, route, maybeSent: response.maybeSent && !isRefused },
  );
}

/** One error of a response. Its message may quote the variables that the service refuses: they are redacted. */
function toEntry(error: unknown, response: LightResponse): GraphQLErrorEntry {
  const members = Object(response.redact(error)) as Partial<GraphQLErrorEntry>;
  const message = reasonOf(error) || "an error without a message";
  return { ...members, message: response.redactAll(message) };
}

function shippedDocument(name: string): PreparedDocument | undefined {
  const text = documents[name];
  if (text === undefined) return undefined;
  return { text, kind: text.startsWith("query") ? "query" : "mutation" };
}

/** Reads a user's document. Whether it may be retried depends on its kind, which graphql's parser knows. */
function ownDocument(document: unknown): PreparedDocument {
  const { text, parsed } = parseDocument(document);
  const operations = parsed.definitions.filter(
    (node) => node.kind === Kind.OPERATION_DEFINITION,
  );
  const [operation] = operations;
  if (operations.length !== 1 || !operation)
    throw documentError(
      `the document holds ${operations.length} operations; send exactly one`,
    );
  if (operation.operation === OperationTypeNode.SUBSCRIPTION)
    throw documentError("a subscription cannot be sent over HTTP");
  return { text, kind: operation.operation };
}

function parseDocument(document: unknown): {
  text: string;
  parsed: DocumentNode;
} {
  if (isParsed(document)) return { text: print(document), parsed: document };
  // A TypedDocumentString is a String object.
  if (typeof document !== "string" && !(document instanceof String))
    throw documentError(
      "the document must be a string, or a typed or parsed document",
    );
  const text = document.toString();
  try {
    return { text, parsed: parse(text) };
  } catch (error) {
    throw documentError(
      error instanceof Error
        ? toMessageText(error.message, 300)
        : "the document cannot be parsed",
    );
  }
}

function isParsed(document: unknown): document is DocumentNode {
  return (
    isObject(document) && "kind" in document && document.kind === "Document"
  );
}

function documentError(problem: string): InputError {
  const call = { operation: "graphql.request", route: ROUTE };
  return new InputError("document", problem, call);
}
