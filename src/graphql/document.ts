import {
  GraphQLError as SyntaxError,
  Kind,
  OperationTypeNode,
  parse,
  print,
  visit,
  type DocumentNode,
} from "graphql";
import { ClientError, GraphQLClient } from "graphql-request";
import { documents } from "../../generated/graphql/documents.js";
import { refuseUnsendable } from "../checks.js";
import {
  defineHidden,
  GraphQLError,
  InputError,
  type GraphQLErrorEntry,
} from "../errors.js";
import {
  createDisclosure,
  REPEATING_REASON,
  WHOLE_REASON,
  type Disclosure,
} from "../http/disclosure.js";
import { quoteRequestId, reasonOf } from "../http/explain.js";
import { readCallOptions, type CallInfo } from "../http/request.js";
import {
  checkContent,
  redactedBody,
  responseError,
  notifyDriftWatcher,
} from "../http/response.js";
import type { LightResponse } from "../http/light-response.js";
import type { Send } from "../http/transport.js";
import type { CallOptions } from "../options.js";
import type { Settings } from "../settings.js";
import { ROUTE } from "./route.js";

const EXPECTS = "json if any";

/** A document, ready to be sent. */
interface PreparedDocument {
  readonly text: string;
  readonly kind: "query" | "mutation";
  /** Reads the texts and numbers that the user has written into the document. */
  readonly readLiterals: () => readonly string[];
}

/** Sends the shipped document of this name, or the user's own when no shipped document has the name. */
export async function sendDocument(
  settings: Settings,
  send: Send,
  name: string,
  document: unknown,
  variables: object,
  options: CallOptions,
): Promise<object> {
  const { text, kind, readLiterals } =
    shippedDocument(name) ?? ownDocument(document);
  const address = settings.addresses.graphql;
  const call: CallInfo = {
    surface: "graphql",
    operation: `graphql.${name}`,
    route: ROUTE,
    hint: address.hint,
  };
  const url = address.require(call.operation);
  const { headers, ...sendOptions } = readCallOptions(options, call);

  /** The state of the single request that the library sends. */
  const exchange: { isWritten: boolean; response?: LightResponse } = {
    isWritten: false,
  };
  const client = new GraphQLClient(url, {
    excludeOperationName: true,
    // The library would write the whole response into the message of its error.
    errorPolicy: "all",
    fetch: async (_: unknown, init: RequestInit = {}) => {
      exchange.isWritten = true;
      const written = Object.fromEntries(init.headers as Headers);
      exchange.response = await send({
        call,
        method: "POST",
        url,
        body: init.body as string,
        isQuery: kind === "query",
        readVariables: () => [variables, readLiterals()],
        options: { ...sendOptions, headers: { ...written, ...headers } },
      });
      return exchange.response as unknown as Response;
    },
  });
  const hasVariables = Object.keys(variables).length > 0;
  const outcome = await client
    .rawRequest<unknown>(text, hasVariables ? variables : undefined)
    .then(
      ({ data, errors }) => ({ data, errors }),
      (error: unknown) => ({ error }),
    );

  const { isWritten, response } = exchange;
  if (response) {
    notifyDriftWatcher(settings, response, call, EXPECTS);
    return await readOutcome(outcome, response, call);
  }
  const error = "error" in outcome ? outcome.error : undefined;
  // The transport's own error, or the reason of an abort.
  if (isWritten) throw error;
  refuseUnsendable("variables", error, call);
}

/** What the library has made of a response: what it has read, or its error. */
type Read =
  | { readonly data: unknown; readonly errors: unknown }
  | { readonly error: unknown };

/** Returns the data that the library has read. Replaces the library's errors, which print the variables or the body. */
async function readOutcome(
  read: Read,
  response: LightResponse,
  call: CallInfo,
): Promise<object> {
  const outcome = outcomeOf(read);
  const errors = errorsOf(outcome);
  if (errors.length > 0)
    throw graphqlError(response, errors, outcome.data, call);
  if ("data" in read) {
    if (isObject(outcome.data)) return outcome.data;
    throw await responseError(response, call, "no data");
  }
  if (!response.ok) throw await responseError(response, call);
  await checkContent(response, call, EXPECTS);
  // graphql-request refuses a response without a content type, and `errors: null`. Neither says that anything failed.
  const { data, errors: noErrors } = toOutcome(response.parsed.value);
  if (isObject(data) && (noErrors ?? null) === null) return data;
  const problem = isObject(data) ? "a malformed GraphQL response" : "no data";
  throw await responseError(response, call, problem);
}

function outcomeOf(read: Read): Outcome {
  if ("data" in read) return read;
  return read.error instanceof ClientError ? read.error.response : {};
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
  const { status, ok, maybeSent, sent } = response;
  const disclosure = createDisclosure(sent);
  const requestId = quoteRequestId(response, disclosure);
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  // A success without the member `data` was refused before it was executed. A failure may be that of a gateway.
  const isRefused = ok && data === undefined;
  const redacted = once(() => {
    const body = redactedBody(response, MAX_KEPT_CHARACTERS);
    return { body, errors: errorsOf(body), data: toOutcome(body).data };
  });
  return new GraphQLError(
    `${route} answered with an error: ${messageOf(errors[0], disclosure)}${more}`,
    status,
    {
      errors: () =>
        errors
          .slice(0, MAX_ENTRIES)
          .map((error, at) =>
            toEntry(error, disclosure, (): unknown => redacted().errors[at]),
          ),
      data: () => redacted().data,
      body: () => redacted().body,
    },
    { operation, route, requestId, maybeSent: maybeSent && !isRefused },
  );
}

/** The errors of a body: a list by the specification; some services send a single error. */
function errorsOf(body: unknown): readonly unknown[] {
  const errors = toOutcome(body).errors ?? [];
  return Array.isArray(errors) ? errors : [errors];
}

/** A function that calls `read` at its first call, and returns the same value ever after. */
function once<Value extends object>(read: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= read());
}

function toOutcome(body: unknown): Outcome {
  return Object(body) as Outcome;
}

/** The most errors of a response that an error lists. */
const MAX_ENTRIES = 100;

/** Of a longer response, an error keeps the beginning of the text and no data: redacting it all would take too long. */
const MAX_KEPT_CHARACTERS = 2 ** 18;

/** One error of a response. Loggers print its message; nothing prints the other members, which may repeat what was sent. */
function toEntry(
  error: unknown,
  disclosure: Disclosure,
  redacted: () => unknown,
): GraphQLErrorEntry {
  const entry = { message: messageOf(error, disclosure) };
  const members = Object(error) as Partial<GraphQLErrorEntry>;
  for (const name of ["path", "locations", "extensions"] as const)
    if (members[name] !== undefined)
      defineHidden(entry, {
        [name]: (): unknown => Reflect.get(Object(redacted()) as object, name),
      });
  return entry;
}

function messageOf(error: unknown, { quote }: Disclosure): string {
  const reason = reasonOf(error) || "an error without a message";
  return quote(reason, undefined, WHOLE_REASON) ?? REPEATING_REASON;
}

function shippedDocument(name: string): PreparedDocument | undefined {
  const text = documents[name];
  if (text === undefined) return undefined;
  const kind = text.startsWith("query") ? "query" : "mutation";
  return { text, kind, readLiterals: () => [] };
}

/** Parses a document of the user. The kind of its operation decides whether the request may be retried. */
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
  const { operation: kind } = operation;
  return { text, kind, readLiterals: () => literalsIn(parse(text)) };
}

function literalsIn(document: DocumentNode): string[] {
  const literals: string[] = [];
  const add = ({ value }: { readonly value: string }) => {
    literals.push(value);
  };
  visit(document, { StringValue: add, IntValue: add, FloatValue: add });
  return literals;
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
    throw documentError(syntaxProblem(error));
  }
}

/** What the parser found wrong, and where. The text of a token is left out: it may be a literal. */
function syntaxProblem(error: unknown): string {
  const problem = "the document cannot be parsed";
  if (!(error instanceof SyntaxError)) return problem;
  const { line, column } = error.locations?.[0] ?? { line: 1, column: 1 };
  const reason = error.message.replace(/(Name|String|Int|Float) ".*/s, "$1");
  return `${problem} at line ${line}, column ${column}: ${reason}`;
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
