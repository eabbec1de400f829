import { synonyms } from "../../generated/synonyms.js";
import type {
  FurtherPaths,
  FurtherRoute,
} from "../../generated/further-surfaces.js";
import type { JobsRoute, RestRoute } from "../../generated/routes.js";
import type {
  JobsComponents as components,
  JobsPaths,
} from "cloud-compute-sdk";
import type { RestPaths } from "cloud-compute-sdk";
import type { S3Route } from "./s3-operations.js";
import type { WorkerPaths } from "./worker-paths.js";

/** The routes that the workers of an endpoint call. */
export type WorkerRoute =
  | "GET /v2/{slug}/job-take/{workerId}"
  | "GET /v2/{slug}/job-take-batch/{workerId}"
  | "GET /v2/{slug}/job-stop/{workerId}"
  | "GET /v2/{slug}/ping/{workerId}"
  | "POST /v2/{slug}/job-done/{workerId}/{jobId}"
  | "POST /v2/{slug}/job-stream/{workerId}/{jobId}";

/** A route that the official client of the service calls although no OpenAPI document describes the route. */
export type StatusSyncRoute = "GET /v2/{slug}/status-sync/{jobId}";

/** The routes that clients of OpenAI's API call. */
export type OpenAIRoute =
  | "POST /v2/{slug}/openai/v1/chat/completions"
  | "POST /v2/{slug}/openai/v1/completions"
  | "POST /v2/{slug}/openai/v1/embeddings"
  | "GET /v2/{slug}/openai/v1/models/{model}"
  | "GET /v2/{slug}/openai/v1/models";

/** Every request to the gateway of load balancing endpoints. */
export const GATEWAY_ROUTE = "ANY /lb/{slug}/{path}";

/**
 * A route of one of the surfaces, or of the output files of jobs: a method and a path without its prefix. The routes for the
 * files of volumes are named by the operations of S3, because several of them share a method and a path: `S3 UploadPart`.
 */
export type Route =
  | RestRoute
  | FurtherRoute
  | JobsRoute
  | StatusSyncRoute
  | OpenAIRoute
  | WorkerRoute
  | "GET /graphql"
  | "POST /graphql"
  | typeof GATEWAY_ROUTE
  | S3Route
  | "GET /openapi.json"
  | "GET /v2/openapi.json"
  | "GET /files/{name}";

/** The PATCH route for each POST route that means the same. */
const patchRoutes: ReadonlyMap<string, Route> = new Map(
  Object.entries(synonyms).map(([patch, post]) => [post, patch as Route]),
);

/** The route of an update as PATCH; any other route as it is. Fault rules and restricted keys know no spellings. */
export function canonicalRoute(route: Route): Route {
  return patchRoutes.get(route) ?? route;
}

/** Whether a route belongs to version 2 of the management API. */
export function isVersion2(route: Route): boolean {
  return /^[A-Z]+ \/v2\/\w/.test(route);
}

/** Whether a route submits a job. */
export function isSubmit(route: Route): boolean {
  return route.startsWith("POST /v2/{slug}/");
}

/** The operations that no OpenAPI document describes, in the form of the generated types. */
interface UndocumentedPaths extends WorkerPaths {
  "/v2/{slug}/status-sync/{jobId}": {
    get: {
      parameters: {
        path: { slug: string; jobId: string };
        query?: { wait?: string | string[] };
      };
      responses: {
        200: {
          content: { "application/json": components["schemas"]["Job"] };
        };
      };
    };
  };
  "/v2/{slug}/openai/v1/chat/completions": OpenAIRequest;
  "/v2/{slug}/openai/v1/completions": OpenAIRequest;
  "/v2/{slug}/openai/v1/embeddings": OpenAIRequest;
  "/v2/{slug}/openai/v1/models/{model}": {
    get: { parameters: { path: { slug: string; model: string } } };
  };
  "/v2/{slug}/openai/v1/models": {
    get: { parameters: { path: { slug: string } } };
  };
  "/graphql": {
    get: {
      parameters: {
        query?: { query?: string; variables?: string; operationName?: string };
      };
      responses: {
        200: { content: { "application/json": object } };
        400: { content: { "application/json": object } };
      };
    };
    post: {
      requestBody: { content: { "application/json": unknown } };
      responses: {
        200: { content: { "application/json": object } };
        400: { content: { "application/json": object } };
      };
    };
  };
  "/openapi.json": {
    get: { parameters: object };
  };
  "/v2/openapi.json": {
    get: { parameters: object };
  };
  "/files/{name}": {
    get: { parameters: { path: { name: string } } };
  };
}

interface OpenAIRequest {
  post: {
    parameters: { path: { slug: string } };
    requestBody: { content: { "application/json": unknown } };
  };
}

type Paths = RestPaths & FurtherPaths & JobsPaths & UndocumentedPaths;

/** The generated type of the operation at a route. */
type Operation<R extends Route> =
  R extends `${infer Method} ${infer Path extends keyof Paths}`
    ? Exclude<Paths[Path][Lowercase<Method> & keyof Paths[Path]], undefined>
    : never;

/** The path parameters of a route. */
export type ParamsOf<R extends Route> =
  Operation<R> extends { parameters: { path: infer Params } } ? Params : object;

/** The query parameters of a route, with the types that the document declares. */
export type QueryOf<R extends Route> =
  Operation<R> extends { parameters: { query?: infer Query } }
    ? Exclude<Query, undefined>
    : object;

/** The body of a request to a route; undefined where the route takes none. */
export type BodyOf<R extends Route> =
  Operation<R> extends {
    requestBody: { content: { "application/json": infer Body } };
  }
    ? Body
    : undefined;

/** What a route responds with: one of its documented statuses and the body of that status. A file or a stream is a whole Response. */
export type ReplyOf<R extends Route> = R extends
  | "GET /files/{name}"
  | "GET /openapi.json"
  | "GET /v2/openapi.json"
  | OpenAIRoute
  ? Response
  : Operation<R> extends { responses: infer Responses }
    ? {
        [Status in keyof Responses]: JsonReply<Status, Responses[Status]>;
      }[keyof Responses]
    : never;

type JsonReply<Status, Documented> = Documented extends {
  content: infer Content extends object;
}
  ? ReplyWith<Status, Content>
  : { readonly status: Status };

/** A reply with a body: JSON, or a whole Response for a stream of events. */
type ReplyWith<Status, Content> = Content extends {
  "application/json": infer Body;
}
  ? { readonly status: Status; readonly body: Body }
  : Content extends { "text/event-stream": unknown }
    ? Response
    : { readonly status: Status };
