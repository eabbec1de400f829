import type { Operation } from "../model/operations.js";

export interface Surface {
  /** The name of the generated files: `rest` for `rest.ts`, `rest.fetchers.ts` and `rest.types.ts`. */
  readonly file: string;
  /** The name in generated types: `Rest`. */
  readonly name: string;
  /** What stands before the name of each call: the member of the client and a dot, or nothing. */
  readonly prefix: string;
}

/** The table of a surface, one row an operation; the client makes the functions of it. */
export function renderFetchers(
  operations: readonly Operation[],
  { name, prefix }: Surface,
): string {
  const resources = [...byResourceOf(operations)].map(
    ([resource, members]) =>
      `    ${resource}: {\n${members.map(renderRow).join("\n")}\n    },\n`,
  );
  const named = prefix === "" ? "" : `, "${prefix}"`;
  return `import type { Make } from "../surfaces/operations.js";
import type { ${name}Resources } from "./resources.js";

/** One function per operation, all of them by \`make\`. */
export function create${name}Resources(make: Make): ${name}Resources {
  return make<${name}Resources>({\n${resources.join("")}  }${named});
}`;
}

/** `update: "PATCH /pods/{podId} {body} synonym"`, in the words that `Operations` lists. */
function renderRow(operation: Operation): string {
  const { name, route, method, queryParameters, body, answer, synonym } =
    operation;
  const words = [
    route,
    answer === undefined ? "nothing" : "json",
    ...(body ? ["{body}"] : []),
    ...(method === "GET" || queryParameters.length > 0 ? ["{query}"] : []),
    ...(synonym === undefined ? [] : ["synonym"]),
  ];
  return `      ${name}: "${words.join(" ")}",`;
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
