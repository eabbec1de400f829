import { queryNames } from "../../generated/surfaces/queries.js";
import { sizeRanges } from "../../generated/surfaces/values.js";
import { check } from "../checks.js";
import { InputError } from "../errors.js";
import { CALL_OPTIONS, type CallInfo } from "../http/request-context.js";
import { isPlainObject } from "../json.js";
import { findSimilar } from "../similar.js";

/** Names that one version of the service, or everyday language, has for a parameter of another name. */
const PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  from: ["startTime", "since"],
  since: ["startTime"],
  start: ["startTime"],
  to: ["endTime"],
  until: ["endTime"],
  end: ["endTime"],
  group: ["grouping"],
  groupBy: ["grouping"],
  bucket: ["bucketSize"],
  state: ["desiredStatus"],
  image: ["imageName"],
  page: ["cursor"],
  pageSize: ["limit"],
  endpointId: ["serverlessId"],
};

/** The parameters of version 0.1.0, most of which filter a list. */
const OLD = new Set(Object.values(queryNames.rest).flat());

/**
 * Refuses a parameter that the generated function does not know. The service ignores such a parameter: a list would not be
 * filtered, and a report would be about something else.
 */
export function checkQueryNames(query: unknown, call: CallInfo): void {
  const known = queryNames[call.surface][call.route];
  // What is no query at all is refused when it is written.
  if (!known || !isPlainObject(query)) return;
  for (const [name, value] of Object.entries(query)) {
    const isAbsent = value === undefined || value === null;
    if (isAbsent || known.includes(name)) continue;
    if (Object.hasOwn(CALL_OPTIONS, name)) {
      const problem = `has no parameter ${name}, which is an option of a call: the options come after the query, as in (id, {}, { ${name} })`;
      throw new InputError(`query.${name}`, `query ${problem}`, call);
    }
    const meant =
      PARAMETERS[name]?.find((other) => known.includes(other)) ??
      findSimilar(name, known);
    const names =
      known.length > 0
        ? `its parameters are ${known.join(", ")}`
        : "it takes none";
    const hint = meant ? `did you mean ${meant}?` : names;
    const option = ` (the client option \`unknownQuery: "send"\` sends it)`;
    // The service would ignore the parameter, and list everything.
    const isOld = call.surface !== "rest" && !meant && OLD.has(name);
    const advice = isOld ? adviseOnOld(name) : `${hint}${option}`;
    const problem = `query has no parameter ${name}: ${advice}`;
    throw new InputError(`query.${name}`, problem, call);
  }
}

/** What to do without a parameter that only 0.1.0 has. */
function adviseOnOld(name: string): string {
  return name === "grouping"
    ? "0.1.0 had it; version 2 does not group records"
    : "0.1.0 had this filter; filter the items in your program";
}

/** Refuses a period that ends before it has begun: the service answers with an empty report, as if nothing was spent. */
export function checkPeriod(query: unknown, call: CallInfo): void {
  const { startTime, endTime } = Object(query) as Record<string, unknown>;
  if (typeof startTime !== "string" || typeof endTime !== "string") return;
  // A text that is no time compares as NaN. The service refuses such a text itself.
  const isSwapped = Date.parse(endTime) < Date.parse(startTime);
  const problem = `must not be before startTime: startTime is ${startTime}, endTime is ${endTime}`;
  check(!isSwapped, "query.endTime", problem, call);
}

/** Refuses a size that the document does not permit: the service accepts it, and bills it. */
export function checkSize(body: unknown, call: CallInfo): void {
  const range = sizeRanges[call.operation];
  const { size } = Object(body) as { readonly size?: unknown };
  if (!range || size === undefined) return;
  const [least, most] = range;
  const isValid =
    Number.isInteger(size) && Number(size) >= least && Number(size) <= most;
  const problem = `must be a whole number of GB from ${least} to ${most}, not ${JSON.stringify(size)}`;
  check(isValid, "size", problem, call);
}

/** The least time limit of a job: the `minimum` of `policy.executionTimeout` in specs/jobs.openapi.yaml. */
const MIN_JOB_TIMEOUT_MS = 5000;

/** Which member of a body limits the time of each job of an endpoint, in milliseconds. */
const JOB_TIMEOUTS: Readonly<Record<string, string>> = {
  "endpoints.create": "executionTimeoutMs",
  "endpoints.update": "executionTimeoutMs",
  "v2.serverless.create": "timeout",
  "v2.serverless.update": "timeout",
};

/**
 * Refuses a time limit that is certainly meant in seconds: the service accepts it, and stops each job after a moment. The
 * documents name no least value for an endpoint, and 0 is the value of an endpoint without a limit of its own.
 */
export function checkJobTimeout(body: unknown, call: CallInfo): void {
  const name = JOB_TIMEOUTS[call.operation];
  if (name === undefined) return;
  const value = (Object(body) as Record<string, unknown>)[name];
  if (typeof value !== "number" || value <= 0) return;
  const problem = `is in milliseconds, and must be 0 or at least ${MIN_JOB_TIMEOUT_MS}: with ${value}, each job would be stopped after ${value / 1000} s (${value} seconds are ${value * 1000})`;
  check(value >= MIN_JOB_TIMEOUT_MS, name, problem, call);
}

/** A delay of so many seconds is probably meant in milliseconds. */
const LONG_QUEUE_DELAY = 1000;

/** Which clients have warned of a delay. */
const warnedOfDelay = new WeakSet<object>();

/** Warns once for each client of a delay in the queue that is probably meant in milliseconds. */
export function noteQueueDelay(
  body: unknown,
  { operation }: CallInfo,
  settings: { readonly warn: (message: string) => void },
): void {
  const [name, delay] = findQueueDelay(
    Object(body) as Record<string, unknown>,
    operation,
  );
  if (typeof delay !== "number" || delay < LONG_QUEUE_DELAY) return;
  if (warnedOfDelay.has(settings)) return;
  warnedOfDelay.add(settings);
  settings.warn(
    `${operation}: ${name} is in seconds: with ${delay}, a job may wait ${Math.round(delay / 60)} minutes before another worker starts (${delay} ms are ${delay / 1000})`,
  );
}

/** The member of a body that is a delay in the queue, and its value. */
function findQueueDelay(
  body: Readonly<Record<string, unknown>>,
  operation: string,
): [name: string, delay: unknown] {
  if (operation.startsWith("v2.serverless.")) {
    const { queueDelay } = Object(body["scaling"]) as Record<string, unknown>;
    return ["scaling.queueDelay", queueDelay];
  }
  const defaultType =
    operation === "endpoints.create" ? "QUEUE_DELAY" : undefined;
  const { scalerType = defaultType, scalerValue } = body;
  const isDelay =
    operation.startsWith("endpoints.") && scalerType === "QUEUE_DELAY";
  return ["scalerValue", isDelay ? scalerValue : undefined];
}
