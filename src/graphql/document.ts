import {
  Kind,
  OperationTypeNode,
  parse,
  print,
  type DocumentNode,
} from "graphql";
import { GraphQLClient } from "graphql-request";
import { documents } from "../../generated/graphql/documents.js";
import {
  oneLine,
  reasonOf,
  responseError,
  type Answer,
  type Asked,
} from "../http/response.js";
import { GraphQLError, InputError, type GraphQLErrorEntry } from "../errors.js";
import type { CallOptions } from "../options.js";
import { checkHeaders, refuse } from "../checks.js";
import type { Settings } from "../settings.js";
import type { Send } from "../http/transport.js";

/** A document, ready to be sent. */
interface Document {
  readonly text: string;
  readonly kind: "query" | "mutation";
}

const ROUTE = "POST /graphql";

/** Sends the shipped document of that name, or for `request`, which none is called, the user's own. */
export async function sendDocument(
  settings: Settings,
  send: Send,
  name: string,
  document: unknown,
  variables: object | undefined,
  options: CallOptions,
): Promise<unknown> {
  const text = documents[name];
  return deliver(
    settings,
    send,
    `graphql.${name}`,
    text === undefined
      ? readDocument(document)
      : // A shipped text begins with its kind.
        { text, kind: text.startsWith("query") ? "query" : "mutation" },
    variables,
    options,
  );
}

/** Reads a user's document: what graphql's parser makes of it says whether it may be repeated. */
function readDocument(document: unknown): Document {
  const { text, parsed } = parseDocument(document);
  const operations = parsed.definitions.filter(
    (node) => node.kind === Kind.OPERATION_DEFINITION,
  );
  const [operation] = operations;
  if (operations.length !== 1 || !operation)
    throw refused(
      `the document holds ${String(operations.length)} operations; send exactly one`,
    );
  if (operation.operation === OperationTypeNode.SUBSCRIPTION)
    throw refused("a subscription cannot be sent over HTTP");
  return { text, kind: operation.operation };
}

function parseDocument(document: unknown): {
  text: string;
  parsed: DocumentNode;
} {
  if (isParsed(document)) return { text: print(document), parsed: document };
  // A TypedDocumentString is a String object.
  if (typeof document !== "string" && !(document instanceof String))
    throw refused(
      "the document must be a string, or a typed or parsed document",
    );
  const text = document.toString();
  try {
    return { text, parsed: parse(text) };
  } catch (error) {
    throw refused(
      error instanceof Error
        ? oneLine(error.message, 300)
        : "the document cannot be parsed",
    );
  }
}

function isParsed(document: unknown): document is DocumentNode {
  return (
    typeof document === "object" &&
    document !== null &&
    "kind" in document &&
    document.kind === "Document"
  );
}

function refused(why: string): InputError {
  return new InputError("document", why, {
    operation: "graphql.request",
    route: ROUTE,
  });
}

/** Sends a document by graphql-request, whose every request goes through `send`, and resolves with the answer's data. */
async function deliver(
  settings: Settings,
  send: Send,
  operation: string,
  { text, kind }: Document,
  variables: object | undefined,
  { signal, timeout, retries, headers }: CallOptions,
): Promise<unknown> {
  const { graphql } = settings.addresses;
  const url = graphql.url(operation);
  const call = { operation, route: ROUTE, hint: graphql.hint };
  checkHeaders(headers, call);
  let data: unknown;
  const post = async (body: string) => {
    const answer = await send({
      ...{ ...call, url, body, signal, timeout, retries },
      surface: "graphql",
      method: "POST",
      headers: { accept: ACCEPT, ...headers },
      repeatable: kind === "query",
      expects: "json if any",
    });
    data = judge(answer, call);
  };
  let delivery: Promise<void> | undefined;
  const client = new GraphQLClient(url, {
    excludeOperationName: true,
    // What was parsed once, and found good, is not parsed again.
    jsonSerializer: { stringify: JSON.stringify, parse: () => ({ data }) },
    fetch: async (_: unknown, { body }: RequestInit = {}) => {
      delivery = post(typeof body === "string" ? body : "");
      await delivery;
      return new Response("", { headers: JSON_TYPE });
    },
  });
  const given =
    variables && Object.keys(variables).length > 0 ? variables : undefined;
  try {
    await client.rawRequest(text, given);
  } catch (error) {
    if (delivery) throw error;
    refuse("variables", error, call);
  }
  return data;
}

const ACCEPT = "application/graphql-response+json, application/json";
const JSON_TYPE = { "content-type": "application/json" };

/** The data of an answer that holds data and nothing but data. */
function judge(answer: Answer, call: Asked): object {
  const { errors, data } = Object(answer.value) as Record<string, unknown>;
  const faults = errors === undefined || errors === null ? [] : [errors].flat();
  if (faults.length > 0) throw graphqlError(answer, faults, data, call);
  if (!answer.ok) throw responseError(answer, call);
  if (typeof data !== "object" || data === null || Array.isArray(data))
    throw responseError(answer, call, "no data");
  return data;
}

function graphqlError(
  answer: Answer,
  errors: readonly unknown[],
  data: unknown,
  call: Asked,
): GraphQLError {
  const faults = errors.map((error) => toFault(error, answer));
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : "";
  const reason = oneLine(faults[0]?.message ?? "", 300);
  const message = `${ROUTE} answered with an error: ${reason}${more}`;
  // A success without the member `data` was refused before anything was executed; a failure may be a gateway's.
  const isRefused = answer.ok && data === undefined;
  const maybeSent = answer.maybeSent && !isRefused;
  const circumstances = { operation: call.operation, route: ROUTE, maybeSent };
  return new GraphQLError(
    message,
    answer.status,
    faults,
    answer.redact(data),
    circumstances,
  );
}

/** graphql's own validation quotes the variables that it refuses: what was sent is masked. */
function toFault(error: unknown, answer: Answer): GraphQLErrorEntry {
  const fault = Object(answer.redact(error)) as Partial<GraphQLErrorEntry>;
  const message = reasonOf(error) || "an error without a message";
  return { ...fault, message: answer.mask(message) };
}
