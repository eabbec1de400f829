import type { SurfaceName } from "../http/surface-name.js";

/** One way in which the service refuses a request. A row says how sure we are of it; without a word on that it is assumed. */
export interface RefusalRow {
  /** @default the surfaces that no later row of the reason names */
  readonly on?: readonly SurfaceName[];
  /** The routes that are refused so. @default every route */
  readonly only?: readonly string[];
  /** @default that of the first row. In GraphQL most refusals are errors within an answer of status 200. */
  readonly status?: number;
  /** The text, with `{names}` for values. @default that of the first row */
  readonly words?: string;
  /** The code that GraphQL and OpenAI's API show. @default "BAD_USER_INPUT" in GraphQL, null in OpenAI's API */
  readonly code?: string;
  /**
   * The shape of the body where it is not that of the surface: in a list, as `error` alone, with `title` and `status`, as
   * `detail` alone, or as `detail` with both.
   */
  readonly shape?: "list" | "error" | "title" | "detail" | "problem";
  /** The answers of the running service that show the refusal. */
  readonly captured?: string;
  /** The document of the service that names the condition and the status. The words are those of the emulator. */
  readonly documented?: string;
  /** Why the emulator assumes this, where something is known. */
  readonly assumed?: string;
}

/** The first row of a reason has a status and words, which the other rows inherit. */
type RefusalRows = readonly [
  RefusalRow & { readonly status: number; readonly words: string },
  ...RefusalRow[],
];

const DOCUMENTS = "the OpenAPI documents name the status";
const JOBS_REFERENCE = "the public reference of the job API names the status";
const NONE_LEFT =
  "There are no longer any instances available with the requested specifications. Please refresh and try again.";
const LOW_BALANCE = "Your account balance is too low to rent a pod";
const FLAWED =
  "Something went wrong. Please try again later or contact support.";

/** Every refusal of the emulated service. The last row that fits a request is used. */
const rows = {
  // Keys
  noKey: [
    {
      status: 401,
      words: "an API key is required: Authorization: Bearer <API_KEY>",
      documented: DOCUMENTS,
    },
    {
      on: ["loadBalancer"],
      words: "no token provided",
      shape: "problem",
      captured: "1 answer",
    },
    { on: ["v2"], words: "missing bearer token", documented: DOCUMENTS },
    { on: ["graphql"], code: "UNAUTHENTICATED" },
  ],
  wrongKey: [
    {
      status: 401,
      words: "the API key is not valid",
      documented: DOCUMENTS,
    },
    {
      on: ["rest"],
      words: "unauthorized",
      documented: `${DOCUMENTS}; the test doubles of 2 public clients have the words`,
    },
    {
      on: ["loadBalancer"],
      words: "invalid api key",
      shape: "problem",
      captured: "1 answer",
    },
    {
      on: ["graphql"],
      code: "UNAUTHENTICATED",
      captured: "1 status; the words are assumed",
    },
  ],
  noAccess: [
    {
      status: 403,
      words: "this API key has no access to this operation",
      documented: `${DOCUMENTS} for version 2, where 1 answer to a read of logs shows it; elsewhere reports do`,
    },
  ],

  // Paths and methods
  unknownPath: [
    { status: 404, words: "there is nothing at this path" },
    {
      on: ["rest"],
      status: 400,
      words: "{method} {path} does not exist in the specification",
      shape: "list",
      captured: "2 answers",
    },
    {
      on: ["v2"],
      words: "The requested path was not found.",
      captured: "1 answer of July 2026, and 3 statuses",
    },
  ],
  wrongMethod: [
    { status: 405, words: "this path takes {allow} only" },
    {
      on: ["rest"],
      status: 400,
      words: "{method} {path} does not exist in the specification",
      shape: "list",
      captured: "2 answers",
    },
  ],
  mutationByGet: [{ status: 405, words: "a mutation must be sent by POST" }],
  retired: [
    {
      status: 410,
      words: "version 0.1.0 of this API has ended",
      documented: "announced for 2026-11-15; no body is known",
    },
  ],

  // Bodies and queries
  unreadableBody: [{ status: 400, words: "{problem}" }],
  wrongContentType: [
    {
      status: 415,
      words: "the content type must be application/json (it was {type})",
    },
  ],
  bodyTooLarge: [
    {
      status: 413,
      words: "the body must be at most {limit} bytes (it was {size})",
      documented:
        "the document of version 2 names the status; the public reference of load balancers names the limit",
    },
    {
      on: ["jobs"],
      status: 400,
      words: "bad request: body: exceeded max body size of {mebibytes}MiB",
      captured: "7 answers of /run; reports name a 400 for large results",
    },
  ],
  invalidBody: [
    { status: 400, words: "{problem}", documented: DOCUMENTS },
    {
      on: ["rest"],
      captured:
        "3 answers to creates show `problems` of types and lists; `error` and the other problems are assumed",
    },
    {
      on: ["v2"],
      status: 422,
      captured:
        "1 answer shows `detail`, and the words of missing, additional and enumerated members; the other words are assumed",
    },
  ],
  idleTimeout: [
    {
      status: 422,
      words:
        "idleTimeout does not apply to queue-based endpoints scaling on requestCount",
      captured: "1 answer",
    },
  ],
  wrongTemplate: [
    {
      status: 422,
      words: "the template is not for {purpose}",
      documented: DOCUMENTS,
    },
  ],
  unknownMember: [
    {
      status: 400,
      words: "Extra input keys provided in request body",
      captured:
        "11 answers to creates and an update, 1 of them with the nearest name",
    },
  ],
  unknownName: [
    {
      status: 400,
      words: "{problem}",
      captured: "2 answers of 0.1.0 show `problems`; `error` is assumed",
    },
  ],
  unknownPool: [
    {
      status: 400,
      words: "Invalid GPU Pool ID: {id}. Valid GPU Pool IDs: {known}",
      captured: "4 answers; the words of the list are assumed",
    },
  ],
  invalidQuery: [
    { status: 400, words: "{problem}" },
    { on: ["v2"], status: 422, documented: DOCUMENTS },
  ],
  brokenQuery: [{ status: 400, words: "{problem}", documented: DOCUMENTS }],
  noProduct: [
    {
      status: 400,
      words:
        "product is required with include=AVAILABILITY; availability differs by product context",
      captured: "1 answer",
    },
  ],
  invalidCursor: [
    {
      status: 422,
      words: "cursor is not one that a page has returned",
      documented: DOCUMENTS,
    },
  ],
  invalidDocument: [
    {
      status: 400,
      words: "{problem}",
      captured: "2 answers with the words of graphql-js",
    },
  ],

  // Resources
  unknownId: [
    {
      status: 404,
      words: "{kind} not found",
      documented: `${DOCUMENTS}; 1 answer of version 2, and the test doubles of 4 public clients, have the words for a Pod`,
    },
    {
      on: ["rest"],
      only: ["DELETE /networkvolumes/{networkVolumeId}"],
      status: 500,
      words: "Tried to delete nonexistent network volume",
      captured: "3 answers",
    },
  ],
  unknownDelegation: [
    {
      status: 400,
      words: "Delegation not found or access denied",
      captured: "the notes of a test of the official MCP server",
    },
  ],
  invalidArn: [
    {
      status: 400,
      words: "Invalid ARN format",
      captured: "the notes of a test of the official MCP server",
    },
  ],
  noPodToTerminate: [
    {
      status: 404,
      words: "pod not found to terminate",
      code: "POD_NOT_FOUND",
      captured: "9 answers; 1 report names the code",
    },
  ],
  noVolumeToDelete: [
    {
      status: 404,
      words: "Tried to delete nonexistent network volume",
      captured: "version 0.1.0 quotes GraphQL in 3 answers",
    },
  ],
  noClusterToDelete: [
    {
      status: 404,
      words: "Cluster not found",
      code: "Cluster not found",
      assumed: "a public client matches the code",
    },
  ],
  notEmulated: [
    {
      status: 501,
      words: "the emulator does not have {what}",
      code: "NOT_EMULATED",
      assumed: "a refusal of the emulator, not of the service",
    },
  ],
  unknownReference: [
    { status: 400, words: '{field} names nothing that you own: "{id}"' },
  ],
  brokenRule: [{ status: 400, words: "{problem}", documented: DOCUMENTS }],
  nameTaken: [
    {
      status: 409,
      words: 'there is already a secret with the name "{name}"',
      documented: DOCUMENTS,
    },
  ],
  notAllowedNow: [{ status: 409, words: "{problem}", documented: DOCUMENTS }],
  smallerSize: [
    {
      status: 400,
      words:
        "size must be greater than the current size (it is {now} GB, {wanted} GB was asked for)",
      documented:
        "the documents name the rule and the status; 1 answer shows that the volume shrinks: see the quirk shrinkingVolumes",
    },
  ],
  volumeInUse: [
    {
      status: 400,
      words: 'the network volume "{id}" is in use by {user}',
      documented: DOCUMENTS,
    },
    {
      on: ["rest"],
      status: 500,
      words: "remove from all pods",
      captured: "1 report with a part of the words, of a volume of an endpoint",
    },
  ],
  noVolumesThere: [
    {
      status: 500,
      words:
        'Data center "{id}" not found or does not support network volumes. Available data centers: {known}',
      captured: "5 answers",
    },
    {
      on: ["v2"],
      status: 400,
      captured: "1 answer, which lists the data centers",
    },
  ],
  unknownImage: [
    {
      status: 422,
      words:
        'The image "{image}" was not found in its registry. Check its name and its tag.',
      documented: "notes of the operator state the status",
    },
    {
      on: ["rest"],
      status: 500,
      documented: "notes of the operator state the status",
    },
  ],
  cpuDisk: [
    {
      status: 500,
      words: "Container Disk must be less than or equal to {limit}",
      captured:
        "9 answers, with limits of 20, 40, 80, 160 and 240; that a limit is 10 GB for each vCPU is assumed",
    },
    { on: ["v2"], status: 400, assumed: "like version 0.1.0" },
  ],

  // Faults, which only a fault rule brings about
  fault: [
    {
      on: ["rest", "v2"],
      status: 500,
      words: "Internal Server Error",
      shape: "error",
      assumed: "the test double of 1 public client",
    },
    {
      on: ["rest"],
      only: ["POST /pods"],
      words: FLAWED,
      captured: "7 answers",
    },
    {
      on: ["graphql"],
      status: 200,
      words: FLAWED,
      code: "INTERNAL_SERVER_ERROR",
      captured: "some answers; their code is not recorded",
    },
  ],
  hostDoesNotFit: [
    {
      on: ["rest"],
      only: ["POST /pods"],
      status: 500,
      words:
        "This machine does not have the resources to deploy your pod. Please try a different machine",
      captured: "9 answers",
    },
    {
      on: ["graphql"],
      status: 200,
      code: "BAD_USER_INPUT",
      captured: "some answers; their code is not recorded",
    },
  ],
  noneLeft: [
    {
      on: ["rest"],
      only: ["POST /pods"],
      status: 500,
      words: NONE_LEFT,
      captured: "5 answers",
    },
  ],

  // Machines, money, quotas
  noStock: [
    {
      status: 400,
      words: NONE_LEFT,
      captured: "4 answers of version 2",
    },
    {
      on: ["rest"],
      status: 500,
      words: "There are no instances currently available",
      captured: "14 answers; 5 more have the words of the fault noneLeft",
    },
    { on: ["graphql"], code: "SUPPLY_CONSTRAINT", captured: "1 answer" },
  ],
  notPlaced: [
    {
      status: 400,
      words: "This GPU and data center combination could not be placed.",
      captured: "1 answer of version 2",
    },
    {
      on: ["rest"],
      status: 500,
      words: "could not find any pods with required specifications",
      captured: "8 answers",
    },
    {
      on: ["graphql"],
      words: NONE_LEFT,
      code: "SUPPLY_CONSTRAINT",
      captured: "1 answer to a create without stock",
    },
  ],
  noMachine: [
    {
      status: 400,
      words: NONE_LEFT,
      captured:
        "5 answers of version 2; the missing `count` is a note of the official MCP server",
    },
    {
      on: ["rest"],
      status: 500,
      words: "could not find any pods with required specifications",
      captured: "8 answers",
    },
    { on: ["graphql"], code: "SUPPLY_CONSTRAINT", captured: "1 answer" },
  ],
  hostIsFull: [
    {
      status: 400,
      words:
        "There are not enough free GPUs on the host machine to start this pod.",
      captured: "shown beside the answers to a create without stock",
    },
    { on: ["rest"], status: 500, captured: "10 answers to a start" },
    {
      on: ["graphql"],
      code: "SUPPLY_CONSTRAINT",
      captured: "4 answers; their code is not recorded",
    },
  ],
  noBalance: [
    {
      status: 402,
      words: "Your account balance is too low for this job.",
      assumed:
        "no 402 of a job is known: the jobs may wait in the queue instead",
    },
    {
      on: ["rest"],
      status: 500,
      words: "Your account balance is too low.",
      assumed: "like a create of a Pod",
    },
    {
      on: ["rest"],
      only: ["POST /pods"],
      status: 500,
      words: `${LOW_BALANCE}. Please add funds.`,
      captured: "6 answers, whose last sentence is not recorded",
    },
    {
      on: ["rest"],
      only: ["POST /endpoints"],
      status: 500,
      words:
        "You must have at least $0.01 in your account balance to create an endpoint.",
      captured: "1 answer",
    },
    { on: ["v2"], words: LOW_BALANCE, captured: "3 answers" },
    {
      on: ["graphql"],
      words: `${LOW_BALANCE}. Please add funds.`,
      code: "INSUFFICIENT_BALANCE",
      assumed: "2 reports",
    },
  ],
  tooManyWorkers: [
    {
      status: 500,
      words:
        "Max workers across all endpoints must not exceed your workers quota ({quota}). This endpoint may have at most {left}.",
      captured: "9 answers, whose second sentence is recorded in part",
    },
    { on: ["v2"], status: 400, captured: "3 answers" },
    {
      on: ["v2"],
      only: ["POST /v2/serverless"],
      words: "Internal Server Error",
      assumed: "1 note reports a 500 without a reason",
    },
  ],
  podTemplate: [
    {
      status: 500,
      words: "Serverless endpoints cannot use pod templates.",
      captured: "1 answer to a create",
    },
  ],
  spotEnded: [
    {
      status: 500,
      words: "Spot pods are no longer offered",
      captured: "6 answers since September 2026",
    },
  ],

  // Jobs and files
  unknownSlug: [
    {
      status: 404,
      words: 'there is no model or endpoint "{slug}"',
      documented: JOBS_REFERENCE,
    },
  ],
  invalidParameter: [
    { status: 400, words: "{problem}", assumed: "as in OpenAI's API" },
  ],
  wrongModel: [
    {
      status: 404,
      words: 'the model "{model}" does not exist at "{slug}"',
      code: "model_not_found",
      assumed: "as in OpenAI's API",
    },
  ],
  unknownJob: [
    {
      status: 404,
      words: "job not found",
      shape: "title",
      captured: "8 answers of /status",
    },
  ],
  foreignEndpoint: [
    {
      status: 401,
      words: "unauthorized access to endpoint",
      shape: "detail",
      captured: "1 answer",
    },
  ],
  wrongEndpointType: [
    {
      status: 400,
      words: "not allowed for QB API",
      documented:
        "2 worked examples of the operator; which paths were tried is recorded in part",
    },
  ],
  tooManyRequests: [
    {
      status: 429,
      words: "this endpoint takes no more than {limit} of these calls",
      documented: JOBS_REFERENCE,
    },
  ],
  jobNotHeld: [
    {
      status: 400,
      words:
        'the worker "{workerId}" does not run the job "{jobId}" ({status})',
    },
  ],
  workerNotReady: [
    {
      status: 400,
      words: "timed out waiting for worker",
      documented:
        "a worked example of the operator; the member `error` is assumed",
    },
  ],
  noWorker: [
    {
      status: 400,
      words: "no workers available",
      documented:
        "a worked example of the operator states the words; when they come is assumed",
    },
  ],
  workerTooSlow: [
    {
      status: 504,
      words: "the worker did not respond in time",
      assumed: "the public reference names the limit, and no status",
    },
  ],
  unknownFile: [{ status: 404, words: 'there is no file "{name}"' }],
  expiredFile: [
    {
      status: 410,
      words: 'the file "{name}" has expired',
      assumed: "the interface document names the 7 days, and no status",
    },
  ],
} as const satisfies Readonly<Record<string, RefusalRows>>;

/** What a request is refused for. */
export type RefusalReason = keyof typeof rows;

/** The same rows, each with every member that a row may have. */
export const refusalRows: Readonly<Record<RefusalReason, RefusalRows>> = rows;

/** The row for a request, with the status and the words that it inherits; undefined where the surface has no such refusal. */
export function findRow(
  reason: RefusalReason,
  surface: SurfaceName,
  route: string | undefined,
): (RefusalRow & RefusalRows[0]) | undefined {
  const [{ status, words }] = refusalRows[reason];
  const row = refusalRows[reason].findLast(
    ({ on, only }) =>
      (on?.includes(surface) ?? true) &&
      (only?.some((each) => each === route) ?? true),
  );
  return row && { status, words, ...row };
}
