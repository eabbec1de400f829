import { READ_METHODS } from "./retry.js";
import type { CallInfo } from "./request-context.js";

/** What a message adds where a submit may have been accepted without an id in the response. */
export const LOST_JOB = "; the job may be running, but its id is lost";

/** What calls may have done whose outcome is unknown, where that is more than a change of a resource. */
const OUTCOMES: Readonly<Record<string, string>> = {
  "jobs.cancel":
    "the job may have been cancelled, or may still run and be billed: call job.status()",
  "jobs.retry": "the job may run again and be billed: call job.status()",
  "jobs.purgeQueue": "the queue may have been purged: call model.health()",
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

/**
 * Says what a call may have done whose outcome is unknown, and how to find out; empty for a call that only reads. Every
 * error of a call that may have been carried out ends with this text, whatever the call met.
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
  if (list !== undefined)
    return `; what was to be created may exist and cost money: search ${list} for its name before you create it again`;
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
