import {
  documentNames,
  type GraphqlDocuments,
} from "../../generated/graphql/functions.js";
import { checkObject, checkOptions } from "../checks.js";
import { lazy } from "../http/lazy.js";
import type { CallOptions } from "../options.js";
import type { Settings } from "../settings.js";
import type { Send } from "../http/transport.js";
import { copyAsJson } from "../rest/write-json.js";
import { ROUTE } from "./route.js";

/** A document that carries its types, as graphql-codegen writes them (`TypedDocumentString`, `TypedDocumentNode`). */
export interface TypedDocument<Result, Variables> {
  __apiType?: (variables: Variables) => Result;
}

/** A parsed document without types. */
export interface PlainDocument {
  readonly kind: "Document";
  readonly definitions: readonly unknown[];
}

/** The variables of a document, optional when none of them is required. */
export type VariablesArgument<Variables> = object extends Variables
  ? [variables?: Variables]
  : [variables: Variables];

/** The GraphQL API: a function for each shipped document, and `request` for every other. */
export interface GraphqlClient extends GraphqlDocuments {
  /**
   * Sends a document of your own: a string, or a typed or parsed document, which holds exactly one query or mutation.
   * A query may be retried; a mutation is retried only when it was certainly not carried out.
   *
   * @throws InputError when the document cannot be parsed or holds more than one operation; nothing was sent
   * @throws GraphQLError when the response holds errors; the error keeps the partial data
   * @throws ResponseError when the service refuses the call
   * @throws ConnectionError when no response came
   * @throws TimeoutError when no response came in time
   *
   * @example
   * ```ts
   * const data = await cloud.graphql.request("query ($id: String!) { podTemplate(id: $id) { name } }", { id });
   * ```
   */
  request<Result, Variables extends object>(
    document: TypedDocument<Result, Variables>,
    ...rest: [...VariablesArgument<Variables>, options?: CallOptions]
  ): Promise<Result>;
  request<Result = unknown>(
    document: string | PlainDocument,
    variables?: object,
    options?: CallOptions,
  ): Promise<Result>;
}

/** The GraphQL surface. Its first call loads what it needs: graphql, graphql-request and the documents. */
export function createGraphql(settings: Settings, send: Send): GraphqlClient {
  const load = lazy(() => import("./document.js"));
  const call = async (
    name: string,
    document: unknown,
    variables?: object | null,
    options: CallOptions = {},
  ) => {
    const context = { operation: `graphql.${name}`, route: ROUTE };
    checkOptions(options, context);
    const given = variables ?? {};
    checkObject("variables", given, context);
    // What the caller changes in the variables afterwards is not sent.
    const copy = copyAsJson("variables", given, context);
    const { sendDocument } = await load(context.operation, options.signal);
    return sendDocument(settings, send, name, document, copy, options);
  };
  const client: Record<string, unknown> = {
    request: call.bind(null, "request"),
  };
  for (const name of documentNames)
    client[name] = call.bind(null, name, undefined);
  return client as unknown as GraphqlClient;
}
