import { requests } from "../../generated/validators.js";
import type {
  RequestChecks,
  Validate,
  ValidationIssue,
} from "../http/request-checks.js";
import { isBlankId } from "../blank-ids.js";
import { isRecord } from "../check-arguments.js";
import { describeValue } from "../describe-value.js";
import { given } from "../given.js";
import { findNearest } from "../similar.js";
import { describeIssues } from "../refusals/issues-v2.js";
import { oneOf, problemOf, typeOf } from "../refusals/problems.js";
import { Refusal } from "../refusals/refusal.js";
import {
  isSubmit,
  isVersion2,
  type BodyOf,
  type Route,
} from "../http/operations.js";

/** The checks of a route. Those of version 2 have the name of their surface before the route. */
function checksOf(route: Route): RequestChecks | undefined {
  return requests[route] ?? requests[`v2.${route}`];
}

/** Whether the route takes a body. */
export function takesBody(route: Route): boolean {
  // No document describes the bodies of these.
  if (route === "POST /graphql" || /^POST .*\/openai\//.test(route))
    return true;
  return checksOf(route)?.body !== undefined;
}

/** Refuses a body that the document does not allow. The message names the field, the rule and the value. */
export function checkBody<R extends Route>(
  route: R,
  body: unknown,
): asserts body is BodyOf<R> {
  const validate = checksOf(route)?.body;
  if (!validate) return;
  if (isVersion2(route)) checkEveryRule(route, validate, body, "invalidBody");
  else check(validate, body, "the body", "invalidBody");
}

/** Refuses members that the document does not name. Version 2 checks them with the other rules; a submit may have any. */
export function checkBodyMembers(route: Route, body: unknown): void {
  const known = bodyMembers(route);
  if (!known || isVersion2(route) || isSubmit(route)) return;
  const names = isRecord(body) ? Object.keys(body) : [];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const problems = unknown.map((name) => {
    const nearest = findNearest(name, known);
    const hint = nearest === undefined ? "" : ` (Did you mean '${nearest}'?)`;
    return `key provided in request body which is not in input schema: '${name}'${hint}`;
  });
  throw new Refusal("unknownMember", {}, { problems });
}

/** The members that the body of a route may have; undefined where any member is allowed. */
export function bodyMembers(route: Route): readonly string[] | undefined {
  return checksOf(route)?.members;
}

/** A body that the emulator itself puts together, checked like one of a request. Members that are null or undefined are left out. */
export function validBody<R extends Route>(
  route: R,
  members: object,
): BodyOf<R> {
  const body: unknown = given(members);
  checkBody(route, body);
  return body;
}

/** The query with the types that the document declares: numbers, booleans and lists. Refuses an invalid query. */
export function readQuery(
  route: Route,
  search: URLSearchParams,
): Record<string, unknown> {
  const { query: validate, separators } = checksOf(route) ?? {};
  const query: Record<string, unknown> = {};
  for (const name of new Set(search.keys())) {
    const values = search.getAll(name);
    const separator = separators?.[name];
    const list = separator
      ? values.flatMap((each) => each.split(separator))
      : values;
    if (!isBlankId(name, list.join()))
      query[name] = list.length > 1 ? list : list[0];
  }
  if (!validate) return query;
  if (isVersion2(route)) checkEveryRule(route, validate, query, "invalidQuery");
  else check(validate, query, "the query", "invalidQuery");
  return query;
}

/** A validator of a query converts the values in place. */
function check(
  validate: Validate,
  data: unknown,
  whole: string,
  reason: "invalidBody" | "invalidQuery",
): void {
  if (validate(data)) return;
  const issues = validate.errors ?? [];
  const own = issues.filter(({ keyword }) => !COMPOSITES.includes(keyword));
  const [issue = issues[0]] = own;
  const problem = issue
    ? describeIssue(issue, data, whole)
    : `${whole} is not valid`;
  const problems = own.map((each) => serviceProblem(each, data));
  throw new Refusal(reason, problem, { problems });
}

/** An issue as the service writes it. */
function serviceProblem(issue: ValidationIssue, data: unknown): string {
  const path = fieldPath(issue);
  const { keyword, params } = issue;
  const allowed = params["allowedValues"];
  if (keyword === "enum" && Array.isArray(allowed))
    return problemOf(path, keyword, oneOf(allowed));
  if (keyword === "type") {
    const wanted = [params["type"]].flat().join(" or ");
    const given = typeOf(valueAt(data, path));
    return problemOf(path, keyword, `got ${given}, want ${wanted}`);
  }
  return problemOf(path, keyword, describeIssue(issue, data, "the body"));
}

/** Refuses what version 2 does not allow, with each broken rule in the words of the service. */
function checkEveryRule(
  route: Route,
  validate: Validate,
  data: unknown,
  reason: "invalidBody" | "invalidQuery",
): void {
  if (validate(data)) return;
  const issues = (validate.errors ?? []).filter(
    ({ keyword }) => !COMPOSITES.includes(keyword),
  );
  const problems = describeIssues(
    [...issues, ...unreadMembers(route, issues, data)].map((issue) => ({
      ...issue,
      path: fieldPath(issue),
      value: valueAt(data, fieldPath(issue)),
    })),
  );
  throw new Refusal(reason, "Request validation failed.", { problems });
}

/** The bodies that join the settings of a container with members of their own. */
const JOINED_BODIES = /^POST \/v2\/(pods|clusters|serverless|templates)$/;
const CONTAINER_MEMBERS: readonly string[] = [
  "image",
  "args",
  "entrypoint",
  "cmd",
  "disk",
  "env",
  "ports",
  "registry",
];

/** Where a member of its own is missing, the service does not read the others of a joined body: it reports them as additional. */
function unreadMembers(
  route: Route,
  issues: readonly ValidationIssue[],
  data: unknown,
): ValidationIssue[] {
  const isMissing = issues.some(
    ({ keyword, instancePath, params }) =>
      keyword === "required" &&
      instancePath === "" &&
      params["missingProperty"] !== "image",
  );
  if (!isMissing || !JOINED_BODIES.test(route) || !isRecord(data)) return [];
  return Object.keys(data)
    .filter((name) => !CONTAINER_MEMBERS.includes(name))
    .map((name) => ({
      instancePath: "",
      keyword: "unevaluatedProperties",
      params: { unevaluatedProperty: name },
    }));
}

/** The keywords that fail because a schema within them does. */
const COMPOSITES: readonly string[] = ["if", "allOf", "anyOf", "oneOf"];
function fieldPath({ instancePath }: ValidationIssue): string[] {
  return instancePath.split("/").slice(1).map(unescapePointer);
}

function describeIssue(
  issue: ValidationIssue,
  data: unknown,
  whole: string,
): string {
  const path = fieldPath(issue);
  if (issue.keyword === "required") {
    const missing = String(issue.params["missingProperty"]);
    return `${[...path, missing].join(".")} is required`;
  }
  const value = describeValue(path, valueAt(data, path));
  const field = path.join(".") || whole;
  return `${field} ${describeRule(issue)} (it was ${value})`;
}

function describeRule({ keyword, message, params }: ValidationIssue): string {
  const allowed = params["allowedValues"];
  if (keyword === "enum" && Array.isArray(allowed))
    return `must be one of ${allowed.join(", ")}`;
  return message ?? `breaks the rule ${keyword}`;
}

function valueAt(data: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => {
    if (Array.isArray(value)) return value[Number(name)];
    return isRecord(value) ? value[name] : undefined;
  }, data);
}

/** A name within a JSON pointer. */
function unescapePointer(name: string): string {
  return name.replaceAll("~1", "/").replaceAll("~0", "~");
}
