import type { Direction } from "../document/model.js";
import { receivedSchemas, sentSchemas } from "../document/operations.js";
import { reachableNames } from "../document/walk.js";
import { mergeChanges, type Change } from "./change.js";
import type { ComparedModel, ComparedOperation } from "./compared.js";
import type { Finding } from "./findings.js";

/** Findings as changes: each line once, under its worst verdict, with every route that it concerns. */
export function mergeFindings(
  findings: readonly Finding[],
  before: ComparedModel,
): Change[] {
  const users = findUsers(before);
  const routesByLine = new Map<string, Set<string>>();
  for (const { line, route, schema, direction } of findings) {
    const shared = users[direction ?? "response"].get(schema ?? "") ?? [];
    const routes = route === undefined ? shared : [route];
    const known = routesByLine.get(line) ?? new Set();
    routesByLine.set(line, new Set([...known, ...routes]));
  }
  const changes = findings.map(({ verdict, line }): Change => {
    const routes = [...(routesByLine.get(line) ?? [])];
    return { verdict, line, ...(routes.length > 0 && { routes }) };
  });
  return mergeChanges(changes);
}

/**
 * The name of a call in the client, `"pods.list"`; undefined where no name can be derived. The call of a model has only its
 * name, without a resource.
 */
export function callName(
  { prefix }: ComparedModel,
  { resource, name }: ComparedOperation,
): string | undefined {
  if (name === "") return undefined;
  return resource === "" ? name : `${prefix}${resource}.${name}`;
}

/** The routes of each named schema by the direction in which they use it, directly or through other schemas. */
function findUsers({
  operations,
  schemas,
}: ComparedModel): Record<Direction, Map<string, string[]>> {
  const users = {
    request: new Map<string, string[]>(),
    response: new Map<string, string[]>(),
  };
  for (const operation of operations) {
    const parts = {
      request: sentSchemas(operation),
      response: [
        ...receivedSchemas({ responses: operation.successes }),
        ...Object.values(operation.errors),
      ],
    };
    for (const direction of ["request", "response"] as const)
      for (const ref of reachableNames(parts[direction], schemas)) {
        const routes = users[direction].get(ref) ?? [];
        users[direction].set(ref, [...routes, operation.route]);
      }
  }
  return users;
}
