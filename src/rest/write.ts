import { createQuerySerializer } from "openapi-fetch";
import { queryNames } from "../../generated/surfaces/queries.js";
import { sizeRanges } from "../../generated/surfaces/values.js";
import {
  UPDATE_OPTIONS,
  check,
  checkObject,
  refuseUnsendable,
} from "../checks.js";
import { InputError, type CallContext } from "../errors.js";
import type { CallInfo } from "../http/request-context.js";
import type { Settings } from "../http/settings.js";
import { describeOptionsPlace, suggestKnown } from "../http/suggestions.js";
import { isPlainObject, writeJson } from "../json.js";

const serializeQuery = createQuerySerializer();
const serializeWithCommas = createQuerySerializer({
  array: { style: "form", explode: false },
});

/**
 * Writes a query, once it is certain that nothing in the query gets lost.
 *
 * @param commaLists the lists that are written as in `a=1,2`
 */
export function writeQuery(
  query: Readonly<Record<string, unknown>>,
  commaLists: readonly string[] = [],
  call: CallInfo,
  { unknownQuery }: Settings,
): string {
  check(isPlainObject(query), "query", "must be a plain object", call);
  if (unknownQuery === "refuse") checkQueryNames(query, call);
  checkPeriod(query, call);
  checkQueryValues(query, call);
  try {
    return Object.entries(query)
      .map(([name, value]) =>
        commaLists.includes(name)
          ? serializeWithCommas({ [name]: value })
          : serializeQuery({ [name]: value }),
      )
      .filter((text) => text !== "")
      .join("&");
  } catch (error) {
    refuseUnsendable("query", error, call);
  }
}

/**
 * Refuses a parameter that the generated function does not know. The service ignores such a parameter: a list would not be
 * filtered, and a report would be about something else.
 */
function checkQueryNames(query: object, call: CallInfo): void {
  const known = queryNames[call.surface][call.route];
  if (!known) return;
  for (const [name, value] of Object.entries(query)) {
    if ((value ?? null) === null || known.includes(name)) continue;
    const advice = Object.hasOwn(UPDATE_OPTIONS, name)
      ? describeOptionsPlace(name, "query")
      : `${suggestKnown(name, known, "parameters")} (the client option \`unknownQuery: "send"\` sends it)`;
    const problem = `query has no parameter ${name}: ${advice}`;
    throw new InputError(`query.${name}`, problem, call);
  }
}

/** Refuses a period that ends before it has begun: the service answers with an empty report, as if nothing was spent. */
function checkPeriod(
  { startTime, endTime }: Readonly<Record<string, unknown>>,
  call: CallInfo,
): void {
  if (typeof startTime !== "string" || typeof endTime !== "string") return;
  // A text that is no time compares as NaN. The service refuses such a text itself.
  const isSwapped = Date.parse(endTime) < Date.parse(startTime);
  const problem = `must not be before startTime: startTime is ${startTime}, endTime is ${endTime}`;
  check(!isSwapped, "query.endTime", problem, call);
}

/**
 * Refuses a value other than text, a number, a boolean, or a list of these. openapi-fetch would silently drop a Date or null,
 * so that a list would not be filtered, and write the members of an AbortSignal into the address.
 */
function checkQueryValues(query: object, call: CallContext): void {
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
    const advice = `leave ${name} out, or pass undefined`;
    const nothing = `holds an empty list as ${name}: ${advice}`;
    check(parts.length > 0, "query", nothing, call);
    for (const part of parts) {
      const isDate = part instanceof Date;
      const wanted = isDate ? "the result of toISOString()" : "text";
      const shown = Object(part) === part ? "an object" : String(part);
      const problem = `holds ${shown} as ${name}: pass ${wanted}, a finite number or a boolean, or ${advice}`;
      const isText = typeof part === "string" || typeof part === "boolean";
      check(isText || Number.isFinite(part), "query", problem, call);
    }
  }
}

/**
 * Writes a body as JSON. Throws an `InputError` for anything in the body that JSON would drop or change, and for a value
 * that the service accepts although it must be a mistake.
 *
 * @param isObject whether the body must be an object
 */
export function writeBody(
  body: unknown,
  isObject: boolean,
  call: CallInfo,
  { warn }: Settings,
): string {
  if (isObject) {
    checkObject("body", body, call);
    checkSize(body, call);
    checkJobTimeout(body, call);
    warnOfQueueDelay(body, call, warn);
  }
  const text = writeJson("body", body, call);
  // The generated functions pass null for a body that is missing.
  const holds = isObject ? text.startsWith("{") : text !== "null";
  const what = isObject ? "a plain object" : "a value of JSON other than null";
  check(holds, "body", `must be ${what}`, call);
  return text;
}

/** Refuses a negative size or count, and a size that the document does not permit: the service accepts that one, and bills it. */
function checkSize(body: object, call: CallInfo): void {
  for (const [name, value] of Object.entries(body)) {
    const isNegative = /(InGb|Count)$/.test(name) && Number(value) < 0;
    check(!isNegative, name, `must not be negative, as ${String(value)}`, call);
  }
  const range = sizeRanges[call.operation];
  const { size } = body as { readonly size?: unknown };
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
function checkJobTimeout(body: object, call: CallInfo): void {
  const name = JOB_TIMEOUTS[call.operation];
  if (name === undefined) return;
  const value = (body as Readonly<Record<string, unknown>>)[name];
  if (typeof value !== "number" || value <= 0) return;
  const problem = `is in milliseconds, and must be 0 or at least ${MIN_JOB_TIMEOUT_MS}: with ${value}, each job would be stopped after ${value / 1000} s (${value} seconds are ${value * 1000})`;
  check(value >= MIN_JOB_TIMEOUT_MS, name, problem, call);
}

/** A delay of so many seconds is probably meant in milliseconds. */
const LONG_QUEUE_DELAY = 1000;

/** Warns of a delay in the queue that is probably meant in milliseconds. */
function warnOfQueueDelay(
  body: object,
  { operation }: CallInfo,
  warn: (message: string) => void,
): void {
  const { scaling, scalerType, scalerValue } = body as Readonly<
    Record<string, unknown>
  >;
  const { queueDelay } = Object(scaling) as Record<string, unknown>;
  const delay = scalerType === "QUEUE_DELAY" ? scalerValue : queueDelay;
  if (typeof delay !== "number" || !Number.isFinite(delay)) return;
  if (delay < LONG_QUEUE_DELAY) return;
  const name = delay === queueDelay ? "scaling.queueDelay" : "scalerValue";
  warn(
    `${operation}: ${name} is in seconds: with ${delay}, a job may wait ${Math.round(delay / 60)} minutes before another worker starts (${delay} ms are ${delay / 1000})`,
  );
}
