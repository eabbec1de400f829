import {
  Kind,
  OperationTypeNode,
  parse,
  print,
  type DocumentNode,
} from "graphql";
import { GraphQLClient } from "graphql-request";
import { documents } from "../generated/documents.js";
import { oneLine, responseError, type Answer, type Asked } from "./answer.js";
import { GraphQLError, InputError, type GraphQLFault } from "./errors.js";
import type { CallOptions } from "./options.js";
import type { Settings } from "./settings.js";
import type { Send } from "./send.js";

/** A document, ready to be sent. */
export interface Document {
  readonly text: string;
  readonly kind: "query" | "mutation";
}

const ROUTE = "POST /graphql";

/** The shipped document of that name. */
export function shippedDocument(
  name: string,
  kind: Document["kind"],
): Document {
  return { text: documents[name] ?? "", kind };
}

/** Reads a user's document: what graphql's parser makes of it says whether it may be repeated. */
export function readDocument(document: unknown): Document {
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
  return new InputError("document", `graphql.request: ${why}`, {
    operation: "graphql.request",
    route: ROUTE,
  });
}

/** Sends a document by graphql-request, whose every request goes through `send`, and resolves with the answer's data. */
export async function sendDocument(
  settings: Settings,
  send: Send,
  operation: string,
  { text, kind }: Document,
  variables: object | undefined,
  { signal, timeout, retries, headers = {} }: CallOptions = {},
): Promise<unknown> {
  const { graphql } = settings.addresses;
  const url = graphql.url(operation);
  let value: unknown;
  const client = new GraphQLClient(url, {
    excludeOperationName: true,
    jsonSerializer: { stringify: JSON.stringify, parse: () => value },
    fetch: async (_: unknown, { body }: RequestInit = {}) => {
      const answer = await send({
        ...{ operation, url, signal, timeout, retries },
        method: "POST",
        route: ROUTE,
        body: typeof body === "string" ? body : undefined,
        headers: {
          accept: "application/graphql-response+json, application/json",
          ...headers,
        },
        repeatable: kind === "query",
        keyIn: "query",
        expects: "json",
        hint: graphql.hint,
      });
      value = judge(answer, { operation, route: ROUTE, hint: graphql.hint });
      return new Response("", {
        headers: { "content-type": "application/json" },
      });
    },
  });
  const given =
    variables && Object.keys(variables).length > 0 ? variables : undefined;
  const answer: { data: unknown } = await client.rawRequest(text, given);
  return answer.data;
}

/** The whole answer when it holds data and nothing but data. */
function judge(answer: Answer, call: Asked): unknown {
  const { value, ok } = answer;
  const members =
    typeof value === "object" && value !== null
      ? (value as Record<string, unknown>)
      : {};
  const { errors, data } = members;
  if (Array.isArray(errors) && errors.length > 0)
    throw graphqlError(answer, errors, members, call);
  if (!ok) throw responseError(answer, call);
  if (typeof data !== "object" || data === null)
    throw responseError(answer, call, "no data");
  return value;
}

function graphqlError(
  answer: Answer,
  errors: readonly unknown[],
  members: Record<string, unknown>,
  call: Asked,
): GraphQLError {
  const faults = answer.blot(errors).map(toFault);
  const more =
    faults.length > 1 ? ` (and ${String(faults.length - 1)} more)` : "";
  const reason = oneLine(withoutValues(faults[0]?.message ?? ""), 300);
  const message = `${call.operation ?? ""}: ${ROUTE} answered with an error: ${reason}${more}`;
  // An answer without the member `data` was refused before anything was executed.
  const maybeSent = answer.maybeSent && "data" in members;
  const circumstances = { operation: call.operation, route: ROUTE, maybeSent };
  return new GraphQLError(
    message,
    answer.status,
    faults,
    answer.blot(members["data"]),
    circumstances,
  );
}

function toFault(fault: unknown): GraphQLFault {
  if (
    typeof fault === "object" &&
    fault !== null &&
    "message" in fault &&
    typeof fault.message === "string"
  )
    return fault as GraphQLFault;
  return {
    message: typeof fault === "string" ? fault : "an error without a message",
  };
}

/** graphql's own validation quotes the variable it refuses, and a variable may be a secret. */
function withoutValues(message: string): string {
  return message.replace(
    /got invalid value .*?(?=; |$)/s,
    "got an invalid value",
  );
}
