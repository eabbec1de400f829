import type { Direction } from "../document/model.js";
import { receivedSchemas, sentSchemas } from "../document/operations.js";
import { reachableNames } from "../document/walk.js";
import { mergeChanges, type Change } from "./change.js";
import type { ComparedModel, ComparedOperation } from "./compared.js";
import type { Finding } from "./findings.js";

/**
 * Findings as changes: each line once, under its worst verdict, with every route that it concerns. When an operation has
 * two routes and a change is on one of them only, the line names that route.
 */
export function mergeFindings(
  findings: readonly Finding[],
  before: ComparedModel,
  after: ComparedModel,
): Change[] {
  const spellings = findSpellings([before, after]);
  const users = findUsers(before);
  const routesByLine = new Map<string, Set<string>>();
  for (const { line, route, schema, direction } of findings) {
    const shared = users[direction ?? "response"].get(schema ?? "") ?? [];
    const routes = route === undefined ? shared : [route];
    const known = routesByLine.get(line) ?? new Set();
    routesByLine.set(line, new Set([...known, ...routes]));
  }
  const changes = findings.map(({ verdict, line, route = "" }): Change => {
    const found = routesByLine.get(line) ?? new Set();
    const others = spellings.get(route) ?? [];
    const isShared = others.every((other) => found.has(other));
    const routes = isShared ? [...found] : [route];
    return {
      verdict,
      line: isShared ? line : `${line}, only as \`${route}\``,
      ...(routes.length > 0 && { routes }),
    };
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

/** All routes of the operation of each route, from the document in which the operation has more routes. */
function findSpellings(
  models: readonly ComparedModel[],
): Map<string, readonly string[]> {
  const byName = new Map<string, readonly string[]>();
  for (const model of models) {
    const own = new Map<string, string[]>();
    for (const operation of model.operations) {
      const { route } = operation;
      const name = callName(model, operation) ?? route;
      own.set(name, [...(own.get(name) ?? []), route]);
    }
    for (const [name, routes] of own)
      if (routes.length > (byName.get(name)?.length ?? 0))
        byName.set(name, routes);
  }
  return new Map(
    [...byName.values()].flatMap((routes) =>
      routes.map((route) => [route, routes] as const),
    ),
  );
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
