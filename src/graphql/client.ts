import {
  documentNames,
  type GraphqlDocuments,
} from "../../generated/graphql/functions.js";
import { checkObject, readCallOptions } from "../checks.js";
import type { CallOptions } from "../options.js";
import { GRAPHQL_ROUTE } from "../http/request-context.js";
import type { Settings } from "../http/settings.js";
import { withTimeout } from "../http/timeout.js";
import type { Transport } from "../http/transport.js";
import { copyAsJson } from "../json.js";

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
type VariablesArgument<Variables> =
  Record<string, never> extends Variables
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

/** What sends documents, once the first call of any client has loaded it. */
let loaded: typeof import("./document.js") | undefined;

/** The GraphQL surface. Its first call loads the parser of GraphQL, which is large. */
export function createGraphql(
  settings: Settings,
  transport: Transport,
): GraphqlClient {
  const call = async (
    name: string,
    document: unknown,
    variables: object = {},
    options?: CallOptions,
  ) => {
    const context = { operation: `graphql.${name}`, route: GRAPHQL_ROUTE };
    const callOptions = readCallOptions(options, context);
    checkObject("variables", variables, context);
    // What the caller changes in the variables afterwards is not sent.
    const copy = copyAsJson("variables", variables, context);
    // Importing again takes some turns of the event loop, in which an abort would go unnoticed.
    loaded ??= await withTimeout(
      Infinity,
      callOptions.signal,
      () => import("./document.js"),
    );
    return loaded.sendDocument(
      settings,
      transport,
      name,
      document,
      copy,
      callOptions,
    );
  };
  const client: Record<string, unknown> = {
    request: (document: unknown, variables?: object, options?: CallOptions) =>
      call("request", document, variables, options),
  };
  for (const name of documentNames)
    client[name] = (variables?: object, options?: CallOptions) =>
      call(name, undefined, variables, options);
  return client as unknown as GraphqlClient;
}
