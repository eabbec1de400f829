import { surfaceVariables } from "../../generated/surfaces/addresses.js";
import {
  ConnectionError,
  ResponseError,
  TimeoutError,
  type RefusalCode,
} from "../errors.js";
import { parseJson } from "../json.js";
import { bodyOf, isRedirect, type NetworkFailure } from "./attempt.js";
import { discard, MAX_FAILURE_BYTES } from "./body.js";
import type {
  CallInfo,
  RequestContext,
  ResponseMetadata,
  ServiceResponse,
  TransportRequest,
} from "./request-context.js";
import { connectReason, isUnreadable } from "./network-failure.js";
import { findReason, readRefusal, showReason } from "./reason.js";
import {
  redactCause,
  redactHeaders,
  redactJson,
  type Redact,
} from "./redact.js";
import { describeLongPause, READ_METHODS } from "./retry.js";
import { suggestNames } from "./suggestions.js";
import { EXPIRED, showLimit } from "./timeout.js";

/** The headers in which services and their gateways name a request, the service's own first. */
const REQUEST_ID_HEADERS = ["x-request-id", "request-id", "cf-ray"];

/**
 * The error for a response that is no success, or for a success that holds something else than was promised: its
 * `problem`. The message shows the service's reason.
 *
 * @param parsed what openapi-fetch has read of the body, for a response of a middleware, whose body is read only once
 */
export async function responseError(
  { response, metadata }: ServiceResponse,
  call: CallInfo,
  problem = "",
  parsed?: unknown,
): Promise<ResponseError> {
  const { operation, route } = call;
  const { status, headers } = response;
  // A middleware has made a response without metadata by itself: nothing was sent.
  const {
    redact = (text: string) => text,
    maybeSent = false,
    address: { base, hint } = { base: "", hint: "" },
  } = metadata ?? {};
  const body = response.bodyUsed
    ? redactJson(parsed, redact)
    : await readErrorBody(response, metadata, redact);
  // The text of a success that cannot be read is no reason for anything.
  const isUnreadable = problem !== "" && typeof body === "string";
  const reason = isUnreadable || isRedirect(status) ? "" : showReason(body);
  const found = problem && ` with ${redact(problem)}`;
  const followed = isRedirect(status) ? ": the redirect is not followed" : "";
  const refusal = response.ok ? undefined : refusalOf(status, body, call);
  const pause = response.ok ? "" : describeLongPause(headers);
  const message = `${route} answered ${status}${found}${followed}${reason && `: ${reason}`}${pause}`;
  // With the id of an endpoint in the address, the service refuses every route with 400.
  const isElsewhere =
    [404, 405].includes(status) || (status === 400 && base.includes("/v2/"));
  const isAddressWrong = hint !== "" && (problem !== "" || isElsewhere);
  const names = response.ok ? "" : suggestNames(status, refusal, metadata);
  // A wrong address or a retired version is the reason; a similar name is only a guess.
  const otherCall = names === "" ? adviseOtherCall(status, call, body) : "";
  const explanation = isAddressWrong ? hint : otherCall;
  const note = explanation || names || nameKey(status, base);
  const isText = typeof body === "string" && body.trim() !== "";
  // A success comes here only if it is not what the document promises.
  const isOfGateway = status < 300 || (isText && status < 500);
  const context = metadata?.context;
  const isExplained = explanation !== "" && !context?.controls?.submit;
  const doubt =
    context && maybeSent && !isExplained
      ? describeOutcome(context, body, isOfGateway)
      : "";
  const advice = doubt === LOST_JOB ? adviseRunForLongJobs(status, call) : "";
  return new ResponseError(
    `${message}${note && ` (${note})`}${doubt}${advice}`,
    { status, headers: redactHeaders(headers, redact), body },
    {
      operation,
      route,
      maybeSent,
      requestId: requestIdOf(headers, redact),
    },
    problem === "" ? refusal : "invalid_response",
  );
}

/**
 * What a refusal is about, whatever its status: the management API 0.1.0 says with 500 that no machine is free. The service
 * gives its reason in JSON: a text or a page comes from a gateway in between. The words of the job API may be those of a
 * worker.
 */
function refusalOf(
  status: number,
  body: unknown,
  { surface }: CallInfo,
): RefusalCode | undefined {
  if (status === 402) return "insufficient_balance";
  if (surface === "jobs" || typeof body === "string") return undefined;
  return readRefusal(findReason(body));
}

/** The body as errors keep it: JSON, or text; the beginning of a long one. An unread stream is released, and not kept. */
async function readErrorBody(
  response: Response,
  metadata: ResponseMetadata | undefined,
  redact: Redact,
): Promise<unknown> {
  if (metadata?.context.isStreamed && response.ok) {
    discard(response.body);
    return undefined;
  }
  const text = await response.text();
  const kept = redact(text.slice(0, MAX_FAILURE_BYTES));
  const parsed = parseJson(kept);
  return parsed === undefined ? kept : parsed;
}

/** The service's words for the health of an endpoint that is not of the account: every public model is one. */
const FOREIGN_ENDPOINT = "unauthorized access to endpoint";

/** Version 2 calls valid members of a body additional while another member is missing, as was seen on 2026-08-18. */
const BLAMES_VALID_MEMBERS = /^(?=.*missing propert).*additional propert/s;

/**
 * Names what to use where a version of the service has ended, or where a call is for one's own endpoints only, and explains
 * a refusal that blames valid members.
 */
function adviseOtherCall(
  status: number,
  { surface, operation }: CallInfo,
  body: unknown,
): string {
  if (operation === "model.health" && findReason(body) === FOREIGN_ENDPOINT)
    return "only your own endpoints show their health, and public models do not; the key may be right";
  if (status === 422 && BLAMES_VALID_MEMBERS.test(findReason(body)))
    return "add what is missing first: until then, the service calls valid members additional, too";
  const variable = surfaceVariables["v2"];
  if (status !== 410 || surface !== "rest" || !variable) return "";
  return `use cloud.v2, with the option surfaces.v2.baseUrl or ${variable}`;
}

/** Which key was refused, and by which host. */
export function nameKey(status: number, address: string): string {
  return status === 401 && address !== ""
    ? `the key is that of apiKey or CLOUD_COMPUTE_API_KEY, sent to ${new URL(address).host}`
    : "";
}

/** The service's own id of a request, if the response has one that is no free text and holds no key. */
export function requestIdOf(
  headers: Headers,
  redact: Redact,
): string | undefined {
  for (const name of REQUEST_ID_HEADERS) {
    const id = headers.get(name) ?? "";
    if (/^[\w.:/+=-]{1,100}$/.test(id) && redact(id) === id) return id;
  }
  return undefined;
}

/** The edge in front of the service ends a call without a response after about 100 s with a page of its own. */
function adviseRunForLongJobs(status: number, { operation }: CallInfo): string {
  const isOfEdge = status === 502 || status === 504 || status === 524;
  return operation === "model.runSync" && isOfEdge
    ? "; use run for jobs that may take longer than 100 s, a cold start included"
    : "";
}

/** The option that bounds the last attempt. */
export interface Limit {
  readonly option: "timeout" | "attemptTimeout";
  readonly milliseconds: number;
}

/** The error after a last attempt without a response, which a time-out may have ended at `limit`. */
export function failureError(
  request: TransportRequest,
  requestContext: RequestContext,
  failure: NetworkFailure,
  maybeSent: boolean,
  { option, milliseconds }: Limit,
  redact: Redact,
): Error {
  const { cause, brokenStatus } = failure;
  const { operation, route } = requestContext.call;
  const context = { operation, route, maybeSent };
  const note = maybeSent
    ? describeOutcome(requestContext, bodyOf(failure), false)
    : "";
  if (cause === EXPIRED) {
    const message = `${route} ${describeDelay(failure)} (${option}: ${showLimit(milliseconds)})${note}`;
    return new TimeoutError(message, milliseconds, context);
  }
  const message = `${route}: ${describe(failure, request)}${note}`;
  const shownCause = redactCause(cause, redact);
  return new ConnectionError(
    message,
    { ...context, cause: shownCause },
    brokenStatus,
  );
}

function describeDelay({ maybeSent, lacksKey }: NetworkFailure): string {
  if (lacksKey) return "was not sent: apiKey gave no key in time";
  return maybeSent ? "had no response in time" : "was not sent in time";
}

function describe(
  { maybeSent, brokenStatus, isNoResponse, cause }: NetworkFailure,
  { url }: TransportRequest,
): string {
  if (isNoResponse) return "the option `fetch` resolved with no Response";
  const { host } = new URL(url);
  if (!maybeSent) {
    const reason = connectReason(cause);
    return `no connection to ${host} could be made${reason && `: ${reason}`}`;
  }
  if (brokenStatus !== undefined)
    return `the response with status ${brokenStatus} broke off`;
  return isUnreadable(cause)
    ? `what answered at ${host} is not HTTP: is the address right, or does a proxy answer?`
    : "the connection was lost before a response came";
}

/** What a message adds where a submit may have been accepted without an id in the response. */
export const LOST_JOB = "; the job may be running, but its id is lost";

/** What calls may have done whose outcome is unknown, where that is more than a change of a resource. */
const OUTCOMES: Readonly<Record<string, string>> = {
  "job.cancel":
    "the job may have been cancelled, or may still run and be billed: call job.status()",
  "job.retry": "the job may run again and be billed: call job.status()",
  "model.purgeQueue": "the queue may have been purged: call model.health()",
  "model.openai": "the call may have been carried out and billed",
  "graphql.request":
    "the mutation may have been carried out: read what it changes before you send it again",
};

/** The shipped mutations that create something, and the query that lists what they create. */
const CREATING_MUTATIONS: Readonly<Record<string, string>> = {
  "graphql.deployPod": "graphql.pods",
  "graphql.deployCpuPod": "graphql.pods",
  "graphql.deploySpotPod": "graphql.pods",
  "graphql.saveEndpoint": "graphql.endpoints",
  "graphql.saveTemplate": "graphql.templates",
};

/** The lists of what is not charged. */
const COSTS_NOTHING = /templates|registries|RegistryAuths|Secrets|Delegations/;

/** Says what a call may have done. A submit whose response names the job has nothing to find out. */
function describeOutcome(
  { call, controls, isQuery }: RequestContext,
  body: unknown,
  isOfGateway: boolean,
): string {
  const { submit } = controls ?? {};
  if (!submit) return describeDoubt(call, isQuery, isOfGateway);
  return submit.readJobId(body) === undefined ? LOST_JOB : "";
}

/**
 * Says what a call may have done whose outcome is unknown, and how to find out; empty for a call that only reads.
 *
 * @param isQuery whether the call sends a query of GraphQL
 * @param isOfGateway whether a gateway seems to have answered in place of the service
 */
export function describeDoubt(
  { operation, route, shownBy }: CallInfo,
  isQuery: boolean | undefined,
  isOfGateway = false,
): string {
  const [method = ""] = route.split(" ");
  if (READ_METHODS.includes(method) || isQuery) return "";
  const list = isCreate(operation) ? shownBy : CREATING_MUTATIONS[operation];
  if (list !== undefined) {
    const cost = COSTS_NOTHING.test(list) ? "" : " and cost money";
    return `; what was to be created may exist${cost}: search ${list} for its name before you create it again`;
  }
  const gateway = isOfGateway ? "a gateway may have answered, and " : "";
  const outcome = OUTCOMES[operation] ?? describeChange(operation, shownBy);
  return `; ${gateway}${outcome}`;
}

function describeChange(
  operation: string,
  shownBy: string | undefined,
): string {
  const query = shownBy ?? queryOf(operation);
  return query === undefined
    ? "the call may have been carried out: read what it changes before you repeat it"
    : `the change may have been carried out: call ${query} before you repeat it`;
}

/** Whether a call of the management API creates something: `pods.create`, `v2.account.createSecret`. */
function isCreate(operation: string): boolean {
  return /\.create(?![a-z])/.test(operation);
}

/** The query that shows what a shipped mutation changes: `graphql.pod` for `graphql.stopPod`. */
function queryOf(operation: string): string | undefined {
  const [, resource] = /^graphql\.[a-z]+([A-Z]\w*)$/.exec(operation) ?? [];
  return resource === undefined
    ? undefined
    : `graphql.${resource.toLowerCase()}`;
}
