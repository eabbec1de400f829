import { mergeChanges, type Change } from "./change.js";
import type { Description, Shape } from "./description.js";
import type { Finding } from "./findings.js";
import type { Direction } from "./reach.js";

/**
 * Findings as changes: each line once, under its worst verdict, with every route that it concerns. When an operation has
 * two routes and a change is on one of them only, the line names that route.
 */
export function mergeFindings(
  findings: readonly Finding[],
  before: Description,
  after: Description,
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
  const changes = findings.map((finding): Change => {
    const { verdict, line, kind, before: was, after: is, route } = finding;
    const found = routesByLine.get(line) ?? new Set();
    const others = spellings.get(route ?? "") ?? [];
    const isShared = others.every((other) => found.has(other));
    const routes = isShared || route === undefined ? [...found] : [route];
    const [first] = routes;
    const operation = nameOf(first, before) ?? nameOf(first, after);
    return {
      verdict,
      line: isShared ? line : `${line}, only as \`${route ?? ""}\``,
      kind,
      ...(was !== undefined && { before: was }),
      ...(is !== undefined && { after: is }),
      ...(routes.length > 0 && { routes }),
      ...(operation !== undefined && { operation }),
    };
  });
  return mergeChanges(changes);
}

function nameOf(
  route: string | undefined,
  { operations }: Description,
): string | undefined {
  return route !== undefined && Object.hasOwn(operations, route)
    ? operations[route]?.name
    : undefined;
}

/** All routes of the operation of each route, from the description in which the operation has more routes. */
function findSpellings(
  descriptions: readonly Description[],
): Map<string, readonly string[]> {
  const byName = new Map<string, readonly string[]>();
  for (const { operations } of descriptions) {
    const own = new Map<string, string[]>();
    for (const [route, { name = route }] of Object.entries(operations))
      own.set(name, [...(own.get(name) ?? []), route]);
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
}: Description): Record<Direction, Map<string, string[]>> {
  const users = {
    request: new Map<string, string[]>(),
    response: new Map<string, string[]>(),
  };
  for (const [route, operation] of Object.entries(operations)) {
    const { parameters = {}, body, response, errors = {} } = operation;
    const parts = {
      request: [...Object.values(parameters), body ?? {}],
      response: [response ?? {}, ...Object.values(errors)],
    };
    for (const direction of ["request", "response"] as const)
      for (const ref of refsWithin(parts[direction], schemas)) {
        const routes = users[direction].get(ref) ?? [];
        users[direction].set(ref, [...routes, route]);
      }
  }
  return users;
}

/** Every named schema that shapes lead to. */
function refsWithin(
  shapes: readonly Shape[],
  schemas: Description["schemas"],
): Set<string> {
  const found = new Set<string>();
  const queue = [...shapes];
  for (let shape = queue.pop(); shape; shape = queue.pop()) {
    const { ref, fields = {}, items, additional, anyOf = [] } = shape;
    queue.push(...Object.values(fields), ...anyOf);
    if (items) queue.push(items);
    if (additional) queue.push(additional);
    if (ref === undefined || found.has(ref)) continue;
    found.add(ref);
    const target = Object.hasOwn(schemas, ref) ? schemas[ref] : undefined;
    if (target) queue.push(target);
  }
  return found;
}
