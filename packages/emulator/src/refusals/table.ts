import type { SurfaceName } from "../http/surface-name.js";
import type { QuirkName } from "../quirks.js";

/**
 * How sure we are of an operation or of a refusal. `captured`: an answer of the running service shows it. `documented`: a
 * document of the service names the condition and the status; the words are those of the emulator. `assumed`: no answer
 * and no document is known.
 */
export type Certainty = "captured" | "documented" | "assumed";

/** The requests that a refusal may answer: those of a kind, or those of some routes. A client may lack a surface. */
type Scope =
  | "every request"
  | "requests that change something"
  | "requests with an id"
  | "requests with a body"
  | "requests with a query"
  | readonly string[];

/** One way in which a surface of the service refuses a request. */
export interface RefusalRow {
  readonly reason: string;
  readonly on: readonly SurfaceName[];
  readonly at: Scope;
  readonly status: number;
  /** The text, with `{names}` for values. `{operation}` is what the request does, such as "create pod". */
  readonly words: string;
  /** The code that GraphQL and OpenAI's API show. @default "BAD_USER_INPUT" in GraphQL, null in OpenAI's API */
  readonly code?: string;
  /**
   * The shape of the body where it is not that of the surface: in a list, as `error` alone, with `title` and `status`, as
   * `detail` alone, or as `detail` with both.
   */
  readonly shape?: "list" | "error" | "title" | "detail" | "problem";
  readonly certainty: Certainty;
  /** What the row rests on. */
  readonly source: string;
  /** The refusal is off unless this quirk is on. */
  readonly quirk?: QuirkName;
}

const NOTHING_KNOWN = "no answer of the service is known";
const REST_DOCUMENT = "the OpenAPI document of version 0.1.0 names the status";
const V2_DOCUMENT = "the OpenAPI document of version 2 names the status";
const JOBS_DOCUMENT = "the public reference of the job API names the status";
const GRAPHQL_RULE = "GraphQL answers 200 with `errors`; the words are assumed";

/** A refusal of a mutation, within an answer of status 200. The words are assumed unless the row says otherwise. */
function inGraphql<
  const Row extends Pick<RefusalRow, "reason" | "words"> & Partial<RefusalRow>,
>(row: Row): Row & RefusalRow {
  const common = {
    on: ["graphql"],
    at: ["POST /graphql"],
    status: 200,
    certainty: "assumed",
    source: GRAPHQL_RULE,
  } as const;
  return { ...common, ...row };
}

/** A refusal whose status the document of version 2 names. */
function documentedInV2<
  const Row extends Pick<RefusalRow, "reason"> & Partial<RefusalRow>,
>(row: Row) {
  return {
    on: ["v2"],
    certainty: "documented",
    source: V2_DOCUMENT,
    ...row,
  } as const;
}

/**
 * Every refusal of the emulated service. Where several rows of a surface have the same reason, the row that names the
 * route is used. The first row of a reason has the words that are shown where no surface is involved.
 */
const rows = [
  // Keys
  {
    reason: "noKey",
    on: ["rest", "jobs", "openai"],
    at: "every request",
    status: 401,
    words: "an API key is required: Authorization: Bearer <API_KEY>",
    certainty: "documented",
    source: "the documents name the status; no body is known",
  },
  {
    reason: "noKey",
    on: ["loadBalancer"],
    at: "every request",
    status: 401,
    words: "no token provided",
    shape: "problem",
    certainty: "captured",
    source: "1 captured answer",
  },
  documentedInV2({
    reason: "noKey",
    at: "every request",
    status: 401,
    words: "missing bearer token",
  }),
  inGraphql({
    reason: "noKey",
    at: "every request",
    words: "an API key is required",
    code: "UNAUTHENTICATED",
  }),
  {
    reason: "wrongKey",
    on: ["rest"],
    at: "every request",
    status: 401,
    words: "unauthorized",
    certainty: "documented",
    source:
      "the document names the status; the test doubles of 2 public clients have the words",
  },
  {
    reason: "wrongKey",
    on: ["jobs", "openai", "v2"],
    at: "every request",
    status: 401,
    words: "the API key is not valid",
    certainty: "documented",
    source: "the documents name the status; no body is known",
  },
  {
    reason: "wrongKey",
    on: ["loadBalancer"],
    at: "every request",
    status: 401,
    words: "invalid api key",
    shape: "problem",
    certainty: "captured",
    source: "1 captured answer",
  },
  {
    reason: "wrongKey",
    on: ["graphql"],
    at: "every request",
    status: 401,
    words: "the API key is not valid",
    code: "UNAUTHENTICATED",
    certainty: "captured",
    source: "1 captured status; the words are assumed",
  },
  {
    reason: "noAccess",
    on: ["rest", "jobs", "openai", "graphql"],
    at: "every request",
    status: 403,
    words: "this API key has no access to this operation",
    certainty: "assumed",
    source: "reports name the status of keys with fewer rights, without a body",
  },
  documentedInV2({
    reason: "noAccess",
    at: "every request",
    status: 403,
    words: "this API key has no access to this operation",
  }),
  {
    reason: "noAccess",
    on: ["v2"],
    at: ["GET /v2/pods/{id}/logs"],
    status: 403,
    words: "this API key has no access to this operation",
    certainty: "captured",
    source: "1 captured status; the words are assumed",
  },

  // Paths and methods
  {
    reason: "unknownPath",
    on: ["rest"],
    at: "every request",
    status: 400,
    words: "{method} {path} does not exist in the specification",
    shape: "list",
    certainty: "captured",
    source: "2 captured answers",
  },
  {
    reason: "unknownPath",
    on: ["v2"],
    at: "every request",
    status: 404,
    words: "The requested path was not found.",
    certainty: "captured",
    source: "1 captured answer of July 2026, and 3 captured statuses",
  },
  {
    reason: "unknownPath",
    on: ["jobs", "files"],
    at: "every request",
    status: 404,
    words: "there is nothing at this path",
    certainty: "assumed",
    source: NOTHING_KNOWN,
  },
  {
    reason: "wrongMethod",
    on: ["rest"],
    at: "every request",
    status: 400,
    words: "{method} {path} does not exist in the specification",
    shape: "list",
    certainty: "captured",
    source: "2 captured answers",
  },
  {
    reason: "wrongMethod",
    on: ["v2", "jobs", "graphql", "files"],
    at: "every request",
    status: 405,
    words: "this path takes {allow} only",
    certainty: "assumed",
    source: NOTHING_KNOWN,
  },
  {
    reason: "mutationByGet",
    on: ["graphql"],
    at: ["GET /graphql"],
    status: 405,
    words: "a mutation must be sent by POST",
    certainty: "assumed",
    source: NOTHING_KNOWN,
  },
  {
    reason: "retired",
    on: ["rest"],
    at: "every request",
    status: 410,
    words: "version 0.1.0 of this API has ended",
    certainty: "documented",
    source: "announced for 2026-11-15; no body is known",
    quirk: "retired",
  },

  // Bodies and queries
  {
    reason: "unreadableBody",
    on: ["rest", "v2", "jobs", "openai", "graphql"],
    at: "requests with a body",
    status: 400,
    words: "{problem}",
    certainty: "assumed",
    source: NOTHING_KNOWN,
  },
  {
    reason: "wrongContentType",
    on: ["rest", "v2", "jobs", "openai", "graphql"],
    at: "requests with a body",
    status: 415,
    words: "the content type must be application/json (it was {type})",
    certainty: "assumed",
    source: NOTHING_KNOWN,
  },
  {
    reason: "bodyTooLarge",
    on: ["rest", "openai", "graphql"],
    at: "requests with a body",
    status: 413,
    words: "the body must be at most {limit} bytes (it was {size})",
    certainty: "assumed",
    source: NOTHING_KNOWN,
  },
  documentedInV2({
    reason: "bodyTooLarge",
    at: "requests with a body",
    status: 413,
    words: "the body must be at most {limit} bytes (it was {size})",
  }),
  {
    reason: "bodyTooLarge",
    on: ["jobs"],
    at: ["POST /v2/{slug}/run"],
    status: 400,
    words: "bad request: body: exceeded max body size of {mebibytes}MiB",
    certainty: "captured",
    source: "7 captured answers; some of them 502 of the edge",
  },
  {
    reason: "bodyTooLarge",
    on: ["jobs"],
    at: ["POST /v2/{slug}/runsync"],
    status: 400,
    words: "bad request: body: exceeded max body size of {mebibytes}MiB",
    certainty: "assumed",
    source: "like /run, whose answers are captured",
  },
  {
    reason: "bodyTooLarge",
    on: ["jobs"],
    at: [
      "POST /v2/{slug}/job-done/{workerId}/{jobId}",
      "POST /v2/{slug}/job-stream/{workerId}/{jobId}",
    ],
    status: 400,
    words: "bad request: body: exceeded max body size of {mebibytes}MiB",
    certainty: "assumed",
    source: "public reports name a 400 for large results, without its words",
  },
  {
    reason: "bodyTooLarge",
    on: ["loadBalancer"],
    at: "requests with a body",
    status: 413,
    words: "the body must be at most {limit} bytes (it was {size})",
    certainty: "assumed",
    source: "the public reference names the limit, and no status",
  },
  {
    reason: "invalidBody",
    on: ["rest"],
    at: "requests with a body",
    status: 400,
    words: "{problem}",
    certainty: "documented",
    source: REST_DOCUMENT,
  },
  {
    reason: "invalidBody",
    on: ["rest"],
    at: ["POST /pods", "POST /endpoints"],
    status: 400,
    words: "{problem}",
    certainty: "captured",
    source:
      "3 captured answers show `problems` of types and lists; `error` and the other problems are assumed",
  },
  {
    reason: "invalidBody",
    on: ["v2"],
    at: "requests with a body",
    status: 422,
    words: "{problem}",
    certainty: "captured",
    source:
      "1 captured answer shows `detail`, and the words of missing, additional and enumerated members; the other words are assumed",
  },
  {
    reason: "idleTimeout",
    on: ["v2"],
    at: ["POST /v2/serverless", "PATCH /v2/serverless/{id}"],
    status: 422,
    words:
      "idleTimeout does not apply to queue-based endpoints scaling on requestCount",
    certainty: "captured",
    source: "1 captured answer",
  },
  documentedInV2({
    reason: "wrongTemplate",
    at: [
      "POST /v2/pods",
      "PATCH /v2/pods/{id}",
      "POST /v2/clusters",
      "POST /v2/serverless",
      "PATCH /v2/serverless/{id}",
    ],
    status: 422,
    words: "the template is not for {purpose}",
  }),
  {
    reason: "invalidBody",
    on: ["jobs"],
    at: "requests with a body",
    status: 400,
    words: "{problem}",
    certainty: "documented",
    source: JOBS_DOCUMENT,
  },
  inGraphql({
    reason: "invalidBody",
    at: "requests with a body",
    words: "{problem}",
  }),
  {
    reason: "unknownMember",
    on: ["rest"],
    at: "requests with a body",
    status: 400,
    words: "Extra input keys provided in request body",
    certainty: "assumed",
    source: "like the creates, whose answers are captured",
  },
  {
    reason: "unknownMember",
    on: ["rest"],
    at: [
      "POST /pods",
      "POST /endpoints",
      "PATCH /endpoints/{endpointId}",
      "POST /containerregistryauth",
    ],
    status: 400,
    words: "Extra input keys provided in request body",
    certainty: "captured",
    source: "11 captured answers, 1 of them with the nearest name",
  },
  {
    reason: "unknownName",
    on: ["rest"],
    at: [
      "POST /pods",
      "POST /endpoints",
      "PATCH /endpoints/{endpointId}",
      "POST /endpoints/{endpointId}/update",
    ],
    status: 400,
    words: "{problem}",
    certainty: "captured",
    source: "2 captured answers show `problems`; `error` is assumed",
  },
  {
    reason: "unknownName",
    on: ["v2"],
    at: [
      "POST /v2/pods",
      "POST /v2/clusters",
      "POST /v2/serverless",
      "PATCH /v2/serverless/{id}",
    ],
    status: 400,
    words: "{problem}",
    certainty: "assumed",
    source: NOTHING_KNOWN,
  },
  inGraphql({
    reason: "unknownPool",
    words: "Invalid GPU Pool ID: {id}. Valid GPU Pool IDs: {known}",
    certainty: "captured",
    source: "4 captured answers; the words of the list are assumed",
  }),
  inGraphql({
    reason: "unknownName",
    at: "requests with a body",
    words: "{problem}",
  }),
  documentedInV2({
    reason: "invalidQuery",
    at: "requests with a query",
    status: 422,
    words: "{problem}",
  }),
  documentedInV2({
    reason: "brokenQuery",
    at: [
      "GET /v2/catalog/gpus",
      "GET /v2/catalog/gpus/{id}",
      "GET /v2/catalog/cpus",
      "GET /v2/catalog/cpus/{id}",
    ],
    status: 400,
    words: "{problem}",
  }),
  {
    reason: "noProduct",
    on: ["v2"],
    at: [
      "GET /v2/catalog/gpus",
      "GET /v2/catalog/gpus/{id}",
      "GET /v2/catalog/cpus",
      "GET /v2/catalog/cpus/{id}",
    ],
    status: 400,
    words:
      "product is required with include=AVAILABILITY; availability differs by product context",
    certainty: "captured",
    source: "1 captured answer",
  },
  {
    reason: "invalidQuery",
    on: ["rest", "jobs"],
    at: "requests with a query",
    status: 400,
    words: "{problem}",
    certainty: "assumed",
    source: NOTHING_KNOWN,
  },
  documentedInV2({
    reason: "invalidCursor",
    at: [
      "GET /v2/pods",
      "GET /v2/serverless",
      "GET /v2/serverless/{id}/builds",
      "GET /v2/serverless/{id}/releases",
      "GET /v2/templates",
    ],
    status: 422,
    words: "cursor is not one that a page has returned",
  }),
  {
    reason: "invalidDocument",
    on: ["graphql"],
    at: ["POST /graphql", "GET /graphql"],
    status: 400,
    words: "{problem}",
    certainty: "captured",
    source: "2 captured answers with the words of graphql-js",
  },

  // Resources
  {
    reason: "unknownId",
    on: ["rest"],
    at: "requests with an id",
    status: 404,
    words: "{kind} not found",
    certainty: "documented",
    source: `${REST_DOCUMENT}; the test doubles of 4 public clients have the words`,
  },
  {
    reason: "unknownId",
    on: ["rest"],
    at: ["DELETE /networkvolumes/{networkVolumeId}"],
    status: 500,
    words: "{operation}: Tried to delete nonexistent network volume",
    certainty: "captured",
    source: "3 captured answers",
  },
  documentedInV2({
    reason: "unknownId",
    at: "requests with an id",
    status: 404,
    words: "{kind} not found",
  }),
  {
    reason: "unknownId",
    on: ["v2"],
    at: [
      "GET /v2/pods/{id}",
      "PATCH /v2/pods/{id}",
      "DELETE /v2/pods/{id}",
      "POST /v2/pods/{id}/action",
      "GET /v2/pods/{id}/logs",
    ],
    status: 404,
    words: "pod not found",
    certainty: "captured",
    source: "1 captured answer of GET and DELETE",
  },
  {
    reason: "unknownDelegation",
    on: ["v2"],
    at: ["DELETE /v2/registries/delegations/{id}"],
    status: 400,
    words: "Delegation not found or access denied",
    certainty: "captured",
    source: "the notes of a test of the official MCP server",
  },
  {
    reason: "invalidArn",
    on: ["v2"],
    at: ["POST /v2/registries/delegations"],
    status: 400,
    words: "Invalid ARN format",
    certainty: "captured",
    source: "the notes of a test of the official MCP server",
  },
  inGraphql({
    reason: "unknownId",
    words: 'there is no {kind} with the id "{id}"',
  }),
  inGraphql({
    reason: "noPodToTerminate",
    words: "pod not found to terminate",
    code: "POD_NOT_FOUND",
    certainty: "captured",
    source: "9 captured answers; 1 report names the code",
  }),
  inGraphql({
    reason: "noVolumeToDelete",
    words: "Tried to delete nonexistent network volume",
    certainty: "captured",
    source: "version 0.1.0 quotes GraphQL in 3 captured answers",
  }),
  inGraphql({
    reason: "noClusterToDelete",
    words: "Cluster not found",
    code: "Cluster not found",
    source: "a public client matches the code; the words are assumed",
  }),
  inGraphql({
    reason: "noFlash",
    words: "Flash {kind} not found",
    source: "public clients match `app not found`; the other words are assumed",
  }),
  inGraphql({
    reason: "notEmulated",
    words: "the emulator does not have {what}",
    code: "NOT_EMULATED",
    source: "a refusal of the emulator, not of the service",
  }),
  {
    reason: "unknownReference",
    on: ["rest", "v2"],
    at: "requests with a body",
    status: 400,
    words: '{field} names nothing that you own: "{id}"',
    certainty: "assumed",
    source: NOTHING_KNOWN,
  },
  inGraphql({
    reason: "unknownReference",
    words: '{field} names nothing that you own: "{id}"',
  }),
  {
    reason: "brokenRule",
    on: ["rest", "jobs"],
    at: "requests that change something",
    status: 400,
    words: "{problem}",
    certainty: "assumed",
    source: NOTHING_KNOWN,
  },
  documentedInV2({
    reason: "brokenRule",
    at: "requests that change something",
    status: 400,
    words: "{problem}",
  }),
  inGraphql({
    reason: "brokenRule",
    words: "{problem}",
  }),
  documentedInV2({
    reason: "nameTaken",
    at: ["POST /v2/account/secrets"],
    status: 409,
    words: 'there is already a secret with the name "{name}"',
  }),
  documentedInV2({
    reason: "notAllowedNow",
    at: [
      "POST /v2/pods/{id}/action",
      "PATCH /v2/pods/{id}",
      "DELETE /v2/pods/{id}",
    ],
    status: 409,
    words: "{problem}",
  }),
  {
    reason: "smallerSize",
    on: ["rest"],
    at: [
      "PATCH /networkvolumes/{networkVolumeId}",
      "POST /networkvolumes/{networkVolumeId}/update",
    ],
    status: 400,
    words:
      "size must be greater than the current size (it is {now} GB, {wanted} GB was asked for)",
    certainty: "documented",
    source:
      "the interface document names the rule and the status; 1 captured answer shows that the volume shrinks: see the quirk shrinkingVolumes",
  },
  documentedInV2({
    reason: "smallerSize",
    at: ["PATCH /v2/network-volumes/{id}"],
    status: 400,
    words:
      "size must be greater than the current size (it is {now} GB, {wanted} GB was asked for)",
  }),
  inGraphql({
    reason: "smallerSize",
    words:
      "size must be greater than the current size (it is {now} GB, {wanted} GB was asked for)",
  }),
  {
    reason: "volumeInUse",
    on: ["rest"],
    at: ["DELETE /networkvolumes/{networkVolumeId}"],
    status: 500,
    words: "{operation}: remove from all pods",
    certainty: "captured",
    source: "1 report with a part of the words, of a volume of an endpoint",
  },
  documentedInV2({
    reason: "volumeInUse",
    at: ["DELETE /v2/network-volumes/{id}"],
    status: 400,
    words: 'the network volume "{id}" is in use by {user}',
  }),
  inGraphql({
    reason: "volumeInUse",
    words: 'the network volume "{id}" is in use by {user}',
  }),
  {
    reason: "noVolumesThere",
    on: ["rest"],
    at: ["POST /networkvolumes"],
    status: 500,
    words:
      '{operation}: Data center "{id}" not found or does not support network volumes. Available data centers: {known}',
    certainty: "captured",
    source: "5 captured answers",
  },
  {
    reason: "noVolumesThere",
    on: ["v2"],
    at: ["POST /v2/network-volumes"],
    status: 400,
    words:
      'Data center "{id}" not found or does not support network volumes. Available data centers: {known}',
    certainty: "captured",
    source:
      "1 captured answer, which lists the data centers; the words are those of version 0.1.0",
  },
  inGraphql({
    reason: "noVolumesThere",
    words:
      'Data center "{id}" not found or does not support network volumes. Available data centers: {known}',
  }),
  {
    reason: "unknownImage",
    on: ["v2"],
    at: [
      "POST /v2/pods",
      "PATCH /v2/pods/{id}",
      "POST /v2/clusters",
      "POST /v2/serverless",
      "PATCH /v2/serverless/{id}",
    ],
    status: 422,
    words:
      'The image "{image}" was not found in its registry. Check its name and its tag.',
    certainty: "documented",
    source:
      "notes of the operator state the status and a reason in prose; the words are assumed",
  },
  {
    reason: "unknownImage",
    on: ["rest"],
    at: ["POST /pods", "PATCH /pods/{podId}", "POST /pods/{podId}/update"],
    status: 500,
    words:
      '{operation}: The image "{image}" was not found in its registry. Check its name and its tag.',
    certainty: "documented",
    source: "notes of the operator state the status; the words are assumed",
  },
  inGraphql({
    reason: "unknownImage",
    words:
      'The image "{image}" was not found in its registry. Check its name and its tag.',
  }),
  {
    reason: "cpuDisk",
    on: ["rest"],
    at: ["POST /pods"],
    status: 500,
    words: "{operation}: Container Disk must be less than or equal to {limit}",
    certainty: "captured",
    source:
      "9 captured answers, with limits of 20, 40, 80, 160 and 240; that a limit is 10 GB for each vCPU is assumed",
  },
  {
    reason: "cpuDisk",
    on: ["v2"],
    at: ["POST /v2/pods"],
    status: 400,
    words: "Container Disk must be less than or equal to {limit}",
    certainty: "assumed",
    source: "like version 0.1.0, whose answers are captured",
  },
  inGraphql({
    reason: "cpuDisk",
    words: "Container Disk must be less than or equal to {limit}",
    source: "like version 0.1.0, whose answers are captured",
  }),

  // Faults, which only a fault rule brings about
  {
    reason: "fault",
    on: ["rest", "v2"],
    at: "every request",
    status: 500,
    words: "Internal Server Error",
    shape: "error",
    certainty: "assumed",
    source: "the test double of 1 public client",
  },
  {
    reason: "fault",
    on: ["rest"],
    at: ["POST /pods"],
    status: 500,
    words:
      "{operation}: Something went wrong. Please try again later or contact support.",
    certainty: "captured",
    source: "7 captured answers",
  },
  inGraphql({
    reason: "fault",
    words: "Something went wrong. Please try again later or contact support.",
    code: "INTERNAL_SERVER_ERROR",
    certainty: "captured",
    source: "captured answers; their code is not recorded",
  }),
  {
    reason: "hostDoesNotFit",
    on: ["rest"],
    at: ["POST /pods"],
    status: 500,
    words:
      "{operation}: This machine does not have the resources to deploy your pod. Please try a different machine",
    certainty: "captured",
    source: "9 captured answers",
  },
  inGraphql({
    reason: "hostDoesNotFit",
    words:
      "This machine does not have the resources to deploy your pod. Please try a different machine",
    certainty: "captured",
    source: "captured answers; their code is not recorded",
  }),
  {
    reason: "noneLeft",
    on: ["rest"],
    at: ["POST /pods"],
    status: 500,
    words:
      "{operation}: There are no longer any instances available with the requested specifications. Please refresh and try again.",
    certainty: "captured",
    source: "5 captured answers",
  },

  // Machines, money, quotas
  {
    reason: "noStock",
    on: ["rest"],
    at: ["POST /pods"],
    status: 500,
    words: "{operation}: There are no instances currently available",
    certainty: "captured",
    source:
      "14 captured answers; 5 more say `There are no longer any instances available …`",
  },
  {
    reason: "noStock",
    on: ["v2"],
    at: ["POST /v2/pods", "POST /v2/clusters"],
    status: 400,
    words:
      "There are no longer any instances available with the requested specifications. Please refresh and try again.",
    certainty: "captured",
    source: "4 captured answers",
  },
  inGraphql({
    reason: "noStock",
    words:
      "There are no longer any instances available with the requested specifications. Please refresh and try again.",
    code: "SUPPLY_CONSTRAINT",
    certainty: "captured",
    source: "1 captured answer",
  }),
  {
    reason: "notPlaced",
    on: ["rest"],
    at: ["POST /pods"],
    status: 500,
    words: "{operation}: could not find any pods with required specifications",
    certainty: "captured",
    source: "8 captured answers",
  },
  {
    reason: "notPlaced",
    on: ["v2"],
    at: ["POST /v2/pods"],
    status: 400,
    words: "This GPU and data center combination could not be placed.",
    certainty: "captured",
    source: "1 captured answer",
  },
  inGraphql({
    reason: "notPlaced",
    words:
      "There are no longer any instances available with the requested specifications. Please refresh and try again.",
    code: "SUPPLY_CONSTRAINT",
    certainty: "captured",
    source: "1 captured answer of a create without stock",
  }),
  {
    reason: "noMachine",
    on: ["rest"],
    at: ["POST /pods"],
    status: 500,
    words: "{operation}: could not find any pods with required specifications",
    certainty: "captured",
    source: "8 captured answers",
  },
  {
    reason: "noMachine",
    on: ["v2"],
    at: [
      "POST /v2/pods",
      "POST /v2/clusters",
      "POST /v2/serverless",
      "PATCH /v2/serverless/{id}",
    ],
    status: 400,
    words:
      "There are no longer any instances available with the requested specifications. Please refresh and try again.",
    certainty: "captured",
    source:
      "5 captured answers; the missing `count` is a note of the official MCP server",
  },
  inGraphql({
    reason: "noMachine",
    words:
      "There are no longer any instances available with the requested specifications. Please refresh and try again.",
    code: "SUPPLY_CONSTRAINT",
    certainty: "captured",
    source: "1 captured answer",
  }),
  {
    reason: "hostIsFull",
    on: ["rest"],
    at: ["POST /pods/{podId}/start", "POST /pods/{podId}/restart"],
    status: 500,
    words:
      "{operation}: There are not enough free GPUs on the host machine to start this pod.",
    certainty: "captured",
    source: "10 captured answers of a start",
  },
  {
    reason: "hostIsFull",
    on: ["v2"],
    at: ["POST /v2/pods/{id}/action"],
    status: 400,
    words:
      "There are not enough free GPUs on the host machine to start this pod.",
    certainty: "captured",
    source: "captured beside the answers of a create without stock",
  },
  inGraphql({
    reason: "hostIsFull",
    words:
      "There are not enough free GPUs on the host machine to start this pod.",
    code: "SUPPLY_CONSTRAINT",
    certainty: "captured",
    source: "4 captured answers; their code is not recorded",
  }),
  {
    reason: "noBalance",
    on: ["rest"],
    at: [
      "POST /networkvolumes",
      "POST /pods/{podId}/start",
      "POST /pods/{podId}/restart",
    ],
    status: 500,
    words: "{operation}: Your account balance is too low.",
    certainty: "assumed",
    source: "like a create of a Pod, whose answers are captured",
  },
  {
    reason: "noBalance",
    on: ["rest"],
    at: ["POST /pods"],
    status: 500,
    words:
      "{operation}: Your account balance is too low to rent a pod. Please add funds.",
    certainty: "captured",
    source: "6 captured answers, whose last sentence is not recorded",
  },
  {
    reason: "noBalance",
    on: ["rest"],
    at: ["POST /endpoints"],
    status: 500,
    words:
      "{operation}: {operation}: graphql: You must have at least $0.01 in your account balance to create an endpoint.",
    certainty: "captured",
    source: "1 captured answer",
  },
  {
    reason: "noBalance",
    on: ["v2"],
    at: [
      "POST /v2/pods",
      "POST /v2/pods/{id}/action",
      "POST /v2/clusters",
      "POST /v2/serverless",
      "POST /v2/network-volumes",
    ],
    status: 402,
    words: "Your account balance is too low to rent a pod",
    certainty: "captured",
    source: "3 captured answers",
  },
  inGraphql({
    reason: "noBalance",
    words: "Your account balance is too low to rent a pod. Please add funds.",
    code: "INSUFFICIENT_BALANCE",
    source: "2 reports, of which no captured answer is known",
  }),
  {
    reason: "noBalance",
    on: ["jobs", "openai"],
    at: [
      "POST /v2/{slug}/run",
      "POST /v2/{slug}/runsync",
      "POST /v2/{slug}/openai/v1/chat/completions",
      "POST /v2/{slug}/openai/v1/completions",
      "POST /v2/{slug}/openai/v1/embeddings",
    ],
    status: 402,
    words: "Your account balance is too low for this job.",
    certainty: "assumed",
    source:
      "no 402 of a job is known: the jobs of the service may wait in the queue instead",
  },
  {
    reason: "tooManyWorkers",
    on: ["rest"],
    at: [
      "POST /endpoints",
      "PATCH /endpoints/{endpointId}",
      "POST /endpoints/{endpointId}/update",
    ],
    status: 500,
    words:
      "{operation}: {operation}: graphql: Max workers across all endpoints must not exceed your workers quota ({quota}). This endpoint may have at most {left}.",
    certainty: "captured",
    source: "9 captured answers, whose second sentence is recorded in part",
  },
  {
    reason: "tooManyWorkers",
    on: ["v2"],
    at: ["PATCH /v2/serverless/{id}"],
    status: 400,
    words:
      "Max workers across all endpoints must not exceed your workers quota ({quota}). This endpoint may have at most {left}.",
    certainty: "captured",
    source: "3 captured answers",
  },
  {
    reason: "tooManyWorkers",
    on: ["v2"],
    at: ["POST /v2/serverless"],
    status: 500,
    words: "Internal Server Error",
    certainty: "assumed",
    source: "1 note reports a 500 without a reason",
  },
  inGraphql({
    reason: "tooManyWorkers",
    words:
      "Max workers across all endpoints must not exceed your workers quota ({quota}). This endpoint may have at most {left}.",
    certainty: "captured",
    source: "version 0.1.0 quotes GraphQL in 9 captured answers",
  }),
  {
    reason: "podTemplate",
    on: ["rest"],
    at: [
      "POST /endpoints",
      "PATCH /endpoints/{endpointId}",
      "POST /endpoints/{endpointId}/update",
    ],
    status: 500,
    words:
      "{operation}: {operation}: graphql: Serverless endpoints cannot use pod templates.",
    certainty: "captured",
    source: "1 captured answer of a create",
  },
  inGraphql({
    reason: "podTemplate",
    words: "Serverless endpoints cannot use pod templates.",
    certainty: "captured",
    source: "version 0.1.0 quotes GraphQL in 1 captured answer",
  }),
  {
    reason: "spotEnded",
    on: ["rest"],
    at: ["POST /pods"],
    status: 500,
    words: "{operation}: Spot pods are no longer offered",
    certainty: "captured",
    source: "6 captured answers since September 2026",
  },

  // Jobs and files
  {
    reason: "unknownSlug",
    on: ["jobs", "openai"],
    at: "every request",
    status: 404,
    words: 'there is no model or endpoint "{slug}"',
    certainty: "documented",
    source: JOBS_DOCUMENT,
  },
  {
    reason: "invalidParameter",
    on: ["openai"],
    at: "requests with a body",
    status: 400,
    words: "{problem}",
    certainty: "assumed",
    source: "the routes are those of OpenAI's API; the words are assumed",
  },
  {
    reason: "wrongModel",
    on: ["openai"],
    at: [
      "POST /v2/{slug}/openai/v1/chat/completions",
      "POST /v2/{slug}/openai/v1/completions",
      "POST /v2/{slug}/openai/v1/embeddings",
      "GET /v2/{slug}/openai/v1/models/{model}",
    ],
    status: 404,
    words: 'the model "{model}" does not exist at "{slug}"',
    code: "model_not_found",
    certainty: "assumed",
    source: "the routes are those of OpenAI's API; the words are assumed",
  },
  {
    reason: "unknownJob",
    on: ["jobs"],
    at: [
      "GET /v2/{slug}/status/{jobId}",
      "GET /v2/{slug}/status-sync/{jobId}",
      "GET /v2/{slug}/stream/{jobId}",
      "POST /v2/{slug}/cancel/{jobId}",
      "POST /v2/{slug}/retry/{jobId}",
    ],
    status: 404,
    words: "job not found",
    shape: "title",
    certainty: "captured",
    source: "8 captured answers of /status",
  },
  {
    reason: "foreignEndpoint",
    on: ["jobs"],
    at: ["GET /v2/{slug}/health"],
    status: 401,
    words: "unauthorized access to endpoint",
    shape: "detail",
    certainty: "captured",
    source: "1 captured answer",
  },
  {
    reason: "wrongEndpointType",
    on: ["jobs"],
    at: "every request",
    status: 400,
    words: "not allowed for QB API",
    certainty: "documented",
    source:
      "2 worked examples of the operator; which paths were tried is recorded in part",
  },
  {
    reason: "wrongEndpointType",
    on: ["loadBalancer"],
    at: "every request",
    status: 400,
    words: "not allowed for QB API",
    certainty: "documented",
    source: "2 worked examples of the operator, and words that users match on",
  },
  {
    reason: "jobNotVisible",
    on: ["jobs"],
    at: ["GET /v2/{slug}/status/{jobId}"],
    status: 404,
    words: "job not found",
    shape: "title",
    certainty: "captured",
    source: "8 captured answers; how long they last is assumed",
    quirk: "invisibleJobs",
  },
  {
    reason: "tooManyRequests",
    on: ["jobs", "openai"],
    at: "every request",
    status: 429,
    words: "this endpoint takes no more than {limit} of these calls",
    certainty: "documented",
    source: JOBS_DOCUMENT,
  },
  {
    reason: "jobNotHeld",
    on: ["jobs"],
    at: [
      "POST /v2/{slug}/job-done/{workerId}/{jobId}",
      "POST /v2/{slug}/job-stream/{workerId}/{jobId}",
    ],
    status: 400,
    words: 'the worker "{workerId}" does not run the job "{jobId}" ({status})',
    certainty: "assumed",
    source: NOTHING_KNOWN,
  },
  {
    reason: "workerNotReady",
    on: ["loadBalancer"],
    at: "every request",
    status: 400,
    words: "timed out waiting for worker",
    certainty: "documented",
    source:
      "a worked example of the operator states status and words; the member `error` is assumed",
  },
  {
    reason: "noWorker",
    on: ["loadBalancer"],
    at: "every request",
    status: 400,
    words: "no workers available",
    certainty: "documented",
    source:
      "a worked example of the operator states the words; when they come is assumed",
  },
  {
    reason: "workerTooSlow",
    on: ["loadBalancer"],
    at: "every request",
    status: 504,
    words: "the worker did not respond in time",
    certainty: "assumed",
    source: "the public reference names the limit, and no status",
  },
  {
    reason: "unknownFile",
    on: ["files"],
    at: ["GET /files/{name}"],
    status: 404,
    words: 'there is no file "{name}"',
    certainty: "assumed",
    source: NOTHING_KNOWN,
  },
  {
    reason: "expiredFile",
    on: ["files"],
    at: ["GET /files/{name}"],
    status: 410,
    words: 'the file "{name}" has expired',
    certainty: "assumed",
    source: "the interface document names the 7 days, and no status",
  },
] as const satisfies readonly RefusalRow[];

/** What a request is refused for. */
export type RefusalReason = (typeof rows)[number]["reason"];

/** The same rows, each with every member that a row may have. */
export const refusalRows: readonly (RefusalRow & {
  readonly reason: RefusalReason;
})[] = rows;
