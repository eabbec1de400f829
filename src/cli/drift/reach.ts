import { entriesOf, isObject, member, resolve, textOf } from "./json.js";

/** By which way a client meets a schema. */
export type Direction = "sent" | "answered";

/** Which routes send and which answer what a reference points to, however far below. */
export interface Reach {
  readonly sent: ReadonlyMap<string, ReadonlySet<string>>;
  readonly answered: ReadonlyMap<string, ReadonlySet<string>>;
}

export const METHODS = ["get", "put", "post", "delete", "patch"] as const;

/** Every operation of a document with its route. What is no operation is passed over. */
export function routesOf(
  document: unknown,
): { route: string; item: unknown; operation: unknown }[] {
  return entriesOf(member(document, "paths")).flatMap(([path, node]) => {
    const item = resolve(document, node);
    return METHODS.filter((method) => isObject(member(item, method))).map(
      (method) => ({
        route: `${method.toUpperCase()} ${path}`,
        item,
        operation: member(item, method),
      }),
    );
  });
}

export function reachOf(document: unknown): Reach {
  const below = new Map<string, ReadonlySet<string>>();
  const gather = (node: unknown): ReadonlySet<string> => {
    const found = new Set<string>();
    const waiting = [...refsIn(node)];
    for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
      if (found.has(ref)) continue;
      found.add(ref);
      const next = below.get(ref) ?? refsIn(resolveOne(document, ref));
      below.set(ref, next);
      waiting.push(...next);
    }
    return found;
  };
  const reach = {
    sent: new Map<string, Set<string>>(),
    answered: new Map<string, Set<string>>(),
  };
  for (const { route, item, operation } of routesOf(document)) {
    const sent = [item, operation].map((node) => member(node, "parameters"));
    note(
      reach.sent,
      gather([...sent, member(operation, "requestBody")]),
      route,
    );
    note(reach.answered, gather(member(operation, "responses")), route);
  }
  return reach;
}

function note(
  map: Map<string, Set<string>>,
  refs: ReadonlySet<string>,
  route: string,
): void {
  for (const ref of refs) map.set(ref, (map.get(ref) ?? new Set()).add(route));
}

/** What stands in an example may look like a reference and point to nothing. */
function resolveOne(document: unknown, $ref: string): unknown {
  try {
    return resolve(document, { $ref });
  } catch {
    return undefined;
  }
}

/** Every reference within a node, found without recursion: a document may be nested as deep as it likes. */
function refsIn(node: unknown): ReadonlySet<string> {
  const refs = new Set<string>();
  const met = new Set<object>();
  const waiting = [node];
  while (waiting.length > 0) {
    const at = waiting.pop();
    if (typeof at !== "object" || at === null || met.has(at)) continue;
    met.add(at);
    const ref = textOf(member(at, "$ref"));
    if (ref !== undefined) refs.add(ref);
    for (const value of Object.values(at)) waiting.push(value);
  }
  return refs;
}
