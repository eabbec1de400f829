import type { Path } from "./json.js";
import type { Operation, Problem } from "./model.js";
import { hintFor, type ReadOperation } from "./operations.js";
import type { SurfaceRules } from "./surface-rules.js";

/** The operations under the names that the client has for them. */
interface NamedFunctions {
  readonly operations: readonly ReadOperation[];
  readonly problems: readonly Problem[];
}

/**
 * Names the functions. An update has the name of its POST spelling, the last segment of the path: `update`. Two operations
 * with one name are a problem.
 *
 * @param synonyms the POST route of each PATCH route that has one
 */
export function nameFunctions(
  operations: readonly ReadOperation[],
  synonyms: ReadonlyMap<string, string>,
  { names = {} }: SurfaceRules,
): NamedFunctions {
  const patches = new Map([...synonyms].map(([patch, post]) => [post, patch]));
  const byRoute = new Map(operations.map((each) => [each.route, each]));
  const problems: Problem[] = [];
  /** The route that has a name, by the whole name of the call. */
  const routeByCall = new Map<string, string>();
  const named = operations.map((operation): ReadOperation => {
    const { route, name } = operation;
    const patch = byRoute.get(patches.get(route) ?? route) ?? operation;
    const post = synonyms.get(patch.route);
    const wanted =
      post === undefined
        ? operation
        : {
            ...operation,
            resource: patch.resource,
            name: Object.hasOwn(names, patch.route)
              ? patch.name
              : (post.split("/").at(-1) ?? ""),
          };
    const owner = routeByCall.get(callOf(wanted));
    if (name === "" || owner === undefined || owner === patch.route) {
      routeByCall.set(callOf(wanted), patch.route);
      return wanted;
    }
    problems.push({
      kind: "mistake",
      at: placeOf(operation),
      route,
      text: `${callOf(wanted)} is also the name of ${owner}: change the operationId or the tag of one, or ${hintFor(route)}`,
      other: placeOf(byRoute.get(owner) ?? operation),
    });
    return wanted;
  });
  return {
    operations: named,
    problems: [...sharedIds(operations), ...problems],
  };
}

/** `"pods.list"` */
export function callOf({
  resource,
  name,
}: Pick<Operation, "resource" | "name">): string {
  return `${resource}.${name}`;
}

function placeOf({ path, method }: ReadOperation): Path {
  return ["paths", path, method.toLowerCase()];
}

/** Every operation whose operationId is that of an operation before. */
function sharedIds(operations: readonly ReadOperation[]): Problem[] {
  const firstById = new Map<string, ReadOperation>();
  return operations.flatMap((operation): Problem[] => {
    const { id, route } = operation;
    const first = firstById.get(id);
    if (id === "") return [];
    if (!first) {
      firstById.set(id, operation);
      return [];
    }
    return [
      {
        kind: "mistake",
        at: placeOf(operation),
        route,
        text: `the operationId ${id} is also that of ${first.route}: each operation needs its own`,
        other: placeOf(first),
      },
    ];
  });
}
