import type { Operation } from "../model/operations.js";

export interface Surface {
  /** The name of the folder in `generated/`: `rest`. */
  readonly file: string;
  /** The name in generated types: `Rest`. */
  readonly name: string;
  /** What stands before the name of each call: the member of the client and a dot, or nothing. */
  readonly prefix: string;
}

/** The functions of a surface: one per operation, each a call of openapi-fetch's client. */
export function renderFetchers(
  operations: readonly Operation[],
  surface: Surface,
): string {
  const { name } = surface;
  const resources = [...byResourceOf(operations)].map(
    ([resource, members]) =>
      `    ${resource}: {\n${members.map((operation) => renderFunction(operation, surface)).join("\n")}\n    },`,
  );
  return `import type { Calls, TypedClient } from "../../src/rest/typed-client.js";
import type { ${name}Resources } from "./resources.js";
import type { paths } from "./types.js";

/** One function per operation: \`client\` writes the request, and \`calls\` send it and judge the response. */
export function create${name}Resources(client: TypedClient<paths>, calls: Calls): ${name}Resources {
  return {
${resources.join("\n")}
  };
}`;
}

/** `get: (podId, query, options) => calls.json("pods.get", "GET /pods/{podId}", options, (init) => …)` */
function renderFunction(operation: Operation, surface: Surface): string {
  const { name, pathParameters, body, synonym } = operation;
  const parameters = [
    ...pathParameters,
    ...(body ? ["body"] : []),
    ...(hasQuery(operation) ? ["query"] : []),
    "options",
  ];
  const fullName = `${surface.prefix}${operation.resource}.${name}`;
  const head = `      ${name}: (${parameters.join(", ")}) =>`;
  if (synonym === undefined)
    return `${head}
        ${renderCall(operation, operation.route, fullName, 10)},`;
  return `${head}
        calls.update("${fullName}", options, {
          patch: () =>
            ${renderCall(operation, operation.route, fullName, 14)},
          post: () =>
            ${renderCall(operation, synonym, fullName, 14)},
        }),`;
}

function renderCall(
  operation: Operation,
  route: string,
  fullName: string,
  indent: number,
): string {
  const [method = "", path = ""] = route.split(" ");
  const { pathParameters, body, answer } = operation;
  const parts = [
    ...(pathParameters.length > 0
      ? [`path: { ${pathParameters.join(", ")} }`]
      : []),
    ...(hasQuery(operation) ? ["query"] : []),
  ];
  const members = [
    "...init",
    ...(parts.length > 0 ? [`params: { ${parts.join(", ")} }`] : []),
    ...(body ? ["body"] : []),
  ];
  const send = answer === undefined ? "calls.empty" : "calls.json";
  return `${send}("${fullName}", "${route}", options, (init) =>
${" ".repeat(indent)}client.${method}("${path}", { ${members.join(", ")} }))`;
}

/** Every GET takes a query, so that a parameter that is added later changes no order of arguments. */
function hasQuery({ method, queryParameters }: Operation): boolean {
  return method === "GET" || queryParameters.length > 0;
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
