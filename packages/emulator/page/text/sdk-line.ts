import type { ReferenceEntry } from "../server/reference-entry.js";
import { pathWithQuery, type CopiedRequest } from "./copied-request.js";
import { decodeText } from "./decode-text.js";

/** The operation of a request, and the values of the parameters in its path. */
interface MatchedOperation {
  readonly entry: ReferenceEntry;
  readonly params: readonly string[];
}

/** The operation whose route, or whose POST spelling, a request has. */
export function matchOperation(
  reference: readonly ReferenceEntry[],
  { method, path }: Pick<CopiedRequest, "method" | "path">,
): MatchedOperation | undefined {
  for (const entry of reference)
    for (const route of [entry.route, entry.synonym]) {
      const [routeMethod, template] = (route ?? "").split(" ");
      if (template === undefined || routeMethod !== method) continue;
      const pattern = template.replace(/\{\w+\}/g, "([^/]+)");
      const match = new RegExp(`^${entry.prefix}${pattern}$`).exec(path);
      const params = match?.slice(1).map(decodeText);
      if (params?.every((param) => param !== undefined))
        return { entry, params };
    }
  return undefined;
}

/** The request as a statement with the client of this SDK, whose name is `cloud`. */
export function sdkLine(
  reference: readonly ReferenceEntry[],
  request: CopiedRequest,
  origin: string,
): string {
  const graphql = graphqlCall(request);
  if (graphql !== undefined) return graphql;
  const matched = matchOperation(reference, request);
  if (!matched) return fetchCall(request, origin);
  return matched.entry.resource === "jobs"
    ? jobCall(matched, request)
    : resourceCall(matched, request);
}

function graphqlCall({ path, query, body }: CopiedRequest): string | undefined {
  if (path !== "/graphql") return undefined;
  const sent = isObject(body) ? body : query;
  if (typeof sent["query"] !== "string") return undefined;
  const document = "`" + sent["query"].replace(/[\\`$]/g, "\\$&") + "`";
  const variables = isObject(sent["variables"]) ? sent["variables"] : {};
  const args = [document];
  if (Object.keys(variables).length > 0) args.push(literal(variables));
  return `await cloud.graphql.request(${args.join(", ")});`;
}

/** Ids, body, query: the order of the arguments in every call. */
function resourceCall(
  { entry, params }: MatchedOperation,
  { method, query, body }: CopiedRequest,
): string {
  const args = params.map((param) => literal(param));
  if (body !== undefined && method !== "GET") args.push(literal(body));
  const typed = typedQuery(entry, query);
  if (Object.keys(typed).length > 0) args.push(literal(typed));
  return `await cloud.${entry.resource}.${entry.name}(${args.join(", ")});`;
}

/** A query arrives as text. The line has the values that the types of the operation ask for. */
function typedQuery(
  { fields }: ReferenceEntry,
  query: CopiedRequest["query"],
): Record<string, unknown> {
  const typed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(query)) {
    const field = fields.find(
      (each) => each.in === "query" && each.name === name,
    );
    typed[name] = valueOfType(field?.type ?? "string", value);
  }
  return typed;
}

function valueOfType(type: string, value: string | readonly string[]): unknown {
  if (type.endsWith("[]")) return [value].flat();
  if (type === "boolean") return value === "true";
  return /^(integer|number)/.test(type) ? Number(value) : value;
}

const JOB_CALLS: Readonly<Record<string, string>> = {
  status: "status()",
  cancel: "cancel()",
  retry: "retry()",
};

function jobCall(
  { entry: { name }, params }: MatchedOperation,
  { body, query }: CopiedRequest,
): string {
  const [slug = "", jobId = ""] = params;
  const model = `cloud.model(${literal(slug)})`;
  const job = `${model}.job(${literal(jobId)})`;
  const jobMember = JOB_CALLS[name];
  if (jobMember !== undefined) return `await ${job}.${jobMember};`;
  if (name === "stream")
    return `for await (const part of ${job}.stream()) console.log(part);`;
  if (name !== "run" && name !== "runSync") return `await ${model}.${name}();`;
  const { input = {}, ...options } = isObject(body) ? body : {};
  if (typeof query["wait"] === "string")
    options["wait"] = Number(query["wait"]);
  const args = [literal(input)];
  if (Object.keys(options).length > 0) args.push(literal(options));
  return `await ${model}.${name}(${args.join(", ")});`;
}

/** What the client has no function for goes through its `fetch`. */
function fetchCall(request: CopiedRequest, origin: string): string {
  const { method, body } = request;
  const url = literal(origin + pathWithQuery(request));
  if (method === "GET" && body === undefined)
    return `await cloud.fetch(${url});`;
  const members = [`method: ${literal(method)}`];
  if (body !== undefined) {
    members.push('headers: { "content-type": "application/json" }');
    members.push(`body: JSON.stringify(${literal(body)})`);
  }
  return `await cloud.fetch(${url}, { ${members.join(", ")} });`;
}

/** A value as it is written in TypeScript: on one line, with plain names of members. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${memberName(name)}: ${literal(member)}`,
  );
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function memberName(name: string): string {
  // As a plain name this one would set the prototype.
  if (name === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
