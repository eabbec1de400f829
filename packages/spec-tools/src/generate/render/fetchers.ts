import type { DocumentModel, Operation, Schema } from "../../document/model.js";
import { argumentName, isFreeParameter } from "../../document/names.js";
import { isCommaList } from "../../document/parameters.js";
import { targetIn } from "../../document/targets.js";
import { literal } from "./literal.js";

/** A surface, and what the generator makes of its document. */
export interface SurfaceModel {
  readonly surface: Surface;
  readonly model: DocumentModel;
  /** The operations that the client has a function for. */
  readonly functions: readonly Operation[];
}

export interface Surface {
  /** The name of the folder in `generated/`: `rest`. */
  readonly file: string;
  /** The name in generated types: `Rest`. */
  readonly name: string;
  /** The prefix of the name of each call: the name of the surface and a dot, `v2.`; empty for a built-in surface. */
  readonly prefix: string;
}

/** The functions of a surface: one per operation, each a call of openapi-fetch's client. */
export function renderFetchers(described: SurfaceModel): string {
  const { name } = described.surface;
  const resources = [...byResourceOf(described.functions)].map(
    ([resource, members]) =>
      `    ${resource}: {\n${members.map((operation) => renderFunction(operation, described)).join("\n")}\n    },`,
  );
  return `import type { Calls, TypedClient } from "../../src/rest/typed-client.js";
import type { ${name}Resources } from "./resources.js";
import type { paths } from "./types.js";

/** One function per operation: \`client\` writes the request, and \`calls\` send it and check the response. */
export function create${name}Resources(client: TypedClient<paths>, calls: Calls): ${name}Resources {
  return {
${resources.join("\n")}
  };
}`;
}

/** `get: (podId, query, options) => calls.object("pods.get", "GET /pods/{podId}", options, (init) => …)` */
function renderFunction(
  operation: Operation,
  { surface, model }: SurfaceModel,
): string {
  const { name, synonym } = operation;
  const call = (route: string, indent: number) =>
    renderCall(model, operation, { route, prefix, fullName, indent });
  const { prefix } = surface;
  const fullName = `${prefix}${operation.resource}.${name}`;
  const names = operation.signature.parameters.map(
    (parameter) => parameter.name,
  );
  const head = `      ${name}: (${names.join(", ")}) =>`;
  if (synonym === undefined)
    return `${head}
        ${call(operation.route, 10)},`;
  return `${head}
        calls.update("${fullName}", options, {
          patch: (options) =>
            ${call(operation.route, 14)},
          post: (options) =>
            ${call(synonym, 14)},
        }),`;
}

function renderCall(
  model: DocumentModel,
  operation: Operation,
  {
    route,
    prefix,
    fullName,
    indent,
  }: {
    readonly route: string;
    readonly prefix: string;
    readonly fullName: string;
    readonly indent: number;
  },
): string {
  const [method = "", path = ""] = route.split(" ");
  const { pathParameters, body, answer } = operation;
  const ids = pathParameters.map(({ name }) => {
    const argument = argumentName(name) ?? name;
    return argument === name ? name : `${JSON.stringify(name)}: ${argument}`;
  });
  const parts = [
    ...(ids.length > 0 ? [`path: { ${ids.join(", ")} }`] : []),
    "query",
  ];
  const members = [
    "...init",
    `params: { ${parts.join(", ")} }`,
    // The library would send nothing for a required body that is undefined, as it may be in JavaScript.
    ...(body ? [body.required ? "body: body ?? null" : "body"] : []),
  ];
  const isPaged = answer.list?.isPaged === true;
  const before = isPaged ? "query, options" : "options";
  const parameters = isPaged ? "(init, query)" : "(init)";
  const after = [
    ...(answer.list ? [renderPick(answer.list.member)] : []),
    ...formatOf(model, operation, prefix),
  ];
  const tail = after.length > 0 ? `, ${after.join(", ")}` : "";
  return `calls.${senderOf(operation)}("${fullName}", "${route}", ${before}, ${parameters} =>
${" ".repeat(indent)}client.${method}("${path}", { ${members.join(", ")} })${tail})`;
}

/** The member of `Calls` that sends an operation. */
function senderOf({ answer }: Operation): string {
  if (answer.list) return answer.list.isPaged ? "pages" : "list";
  if (answer.kind === "nothing") return "empty";
  if (answer.kind !== "json") return answer.kind;
  const { container = "json", mayBeEmpty } = answer;
  if (!mayBeEmpty) return container;
  return container === "object" ? "objectIfAny" : "jsonIfAny";
}

/**
 * The format of a call whose body may be something else than an object or has another spelling of JSON, whose query has lists
 * with commas, whose success may be empty, or that changes something; nothing for other calls.
 */
function formatOf(
  model: DocumentModel,
  operation: Operation,
  prefix: string,
): string[] {
  const { answer, body, queryParameters } = operation;
  const members: string[] = [];
  const sent = body?.sent;
  if (sent && (sent.mediaType !== JSON_TYPE || !body.isObject))
    members.push(`bodyType: ${JSON.stringify(sent.mediaType)}`);
  if (answer.emptyStatuses)
    members.push(`empty: [${answer.emptyStatuses.join(", ")}]`);
  const isChange = operation.method !== "GET" && !answer.list;
  const emptyOnlyFor = model.rules.emptyOnlyFor?.[operation.route];
  if (emptyOnlyFor) members.push(`emptyOnlyFor: ${literal(emptyOnlyFor)}`);
  const promised = promisedMember(model, operation);
  if (promised !== undefined && isChange)
    members.push(`promised: ${JSON.stringify(promised)}`);
  const changed = changedIdOf(model, operation);
  if (changed !== undefined)
    members.push(changed === "id" ? "id" : `id: ${changed}`);
  const isMade = promised === "id" && changed === undefined;
  if (body?.isObject === true && (isMade || emptyOnlyFor))
    members.push("sent: body");
  const shownBy = isChange ? readerOf(model, operation) : undefined;
  if (shownBy !== undefined)
    members.push(`shownBy: ${JSON.stringify(prefix + shownBy)}`);
  const commaLists = queryParameters
    .filter((parameter) => isCommaList(parameter, targetIn(model.schemas)))
    .map(({ name }) => JSON.stringify(name));
  if (commaLists.length > 0)
    members.push(`commaLists: [${commaLists.join(", ")}]`);
  return members.length > 0 ? [`{ ${members.join(", ")} }`] : [];
}

/** A member that every success of an operation must have: `id`, or else the first that the schemas require. */
function promisedMember(
  { schemas }: DocumentModel,
  { answer }: Operation,
): string | undefined {
  if (answer.container !== "object") return undefined;
  const required = requiredInAll(answer.schemas, targetIn(schemas));
  return required.includes("id") ? "id" : required[0];
}

function requiredInAll(
  schemas: readonly Schema[],
  target: (schema: Schema) => Schema,
): readonly string[] {
  const [first = [], ...others] = schemas.map((each) => {
    const { required = [], anyOf } = target(each);
    return anyOf ? requiredInAll(anyOf, target) : required;
  });
  return first.filter((name) => others.every((names) => names.includes(name)));
}

/**
 * The argument with the id of what an operation changes, if a success may show that id: the last one in the path. A POST
 * below the resource may make something else, unless its answer is the same as that of reading the resource.
 */
function changedIdOf(
  model: DocumentModel,
  operation: Operation,
): string | undefined {
  const { method, path, answer } = operation;
  const [, resource = "", name = "", verb] =
    /^(.*\{(\w*)\})(\/[^/{}]+)?$/.exec(path) ?? [];
  if (method === "GET" || !/^id$|(?:I|_i)d$/.test(name)) return undefined;
  const { kind, emptyStatuses } = answer;
  const argument = argumentName(name) ?? name;
  if (kind === "nothing") {
    const isEmpty = emptyStatuses?.every((status) => status === 204);
    return isEmpty ? undefined : argument;
  }
  if (promisedMember(model, operation) !== "id") return undefined;
  const read = model.operations.find(
    (each) => each.route === `GET ${resource}`,
  );
  const refs = [read?.answer, answer].map((each) => each?.schemas[0]?.ref);
  const isSame = refs[0] !== undefined && refs[0] === refs[1];
  return verb === undefined || isSame ? argument : undefined;
}

const JSON_TYPE = "application/json";

/** The call that reads what an operation changes: the GET of the same path, or else of the longest path that this one begins with. */
function readerOf(
  { operations }: DocumentModel,
  { path }: Operation,
): string | undefined {
  for (
    let parent = path;
    parent !== "";
    parent = parent.replace(/\/[^/]*$/, "")
  ) {
    const read = operations.find(({ route }) => route === `GET ${parent}`);
    if (read) return `${read.resource}.${read.name}`;
  }
  return undefined;
}

/** `({ pods }) => pods` */
function renderPick(member: string): string {
  return isFreeParameter(member)
    ? `({ ${member} }) => ${member}`
    : `(answer) => answer[${JSON.stringify(member)}]`;
}

/** The operations by the resource they belong to, in the order of the document. */
export function byResourceOf(
  operations: readonly Operation[],
): Map<string, readonly Operation[]> {
  const resources = [...new Set(operations.map(({ resource }) => resource))];
  return new Map(
    resources.map((name) => [
      name,
      operations.filter(({ resource }) => resource === name),
    ]),
  );
}
