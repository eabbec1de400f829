import {
  entriesOf,
  isObject,
  lookUp,
  member,
  resolve,
  textOf,
} from "./document.js";

/** Whether a client sends a value or receives it. The verdict on most changes depends on the direction. */
export type Direction = "request" | "response";

/** The references that requests, and those that responses, lead to, directly or through other schemas. */
export type Reach = Readonly<Record<Direction, ReadonlySet<string>>>;

const METHODS = ["get", "put", "post", "delete", "patch"] as const;

/** One operation of a document, as it is written there. */
export interface RawOperation {
  /** `"GET /pods/{podId}"` */
  readonly route: string;
  /** The path item, whose parameters every operation of the path shares. */
  readonly item: unknown;
  readonly operation: unknown;
}

/** Every operation of a document; members of a path that are no operations are skipped. */
export function rawOperations(document: unknown): RawOperation[] {
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

export function findReach(document: unknown): Reach {
  const operations = rawOperations(document);
  const requests = operations.flatMap(({ item, operation }) => [
    member(item, "parameters"),
    member(operation, "parameters"),
    member(operation, "requestBody"),
  ]);
  const responses = operations.map(({ operation }) =>
    member(operation, "responses"),
  );
  return {
    request: collectRefs(document, requests),
    response: collectRefs(document, responses),
  };
}

function collectRefs(document: unknown, node: unknown): Set<string> {
  const found = new Set<string>();
  const queue = refsIn(node);
  for (let ref = queue.pop(); ref !== undefined; ref = queue.pop()) {
    if (found.has(ref)) continue;
    found.add(ref);
    queue.push(...refsIn(targetOf(document, ref)));
  }
  return found;
}

/** An example may hold what has the form of a reference and points to nothing. */
function targetOf(document: unknown, ref: string): unknown {
  try {
    return lookUp(document, ref);
  } catch {
    return undefined;
  }
}

/** Every reference within a node. A loop, because a hostile document may be nested deeper than the stack. */
function refsIn(node: unknown): string[] {
  const refs: string[] = [];
  const seen = new Set<object>();
  const queue = [node];
  while (queue.length > 0) {
    const at = queue.pop();
    if (typeof at !== "object" || at === null || seen.has(at)) continue;
    seen.add(at);
    const ref = textOf(member(at, "$ref"));
    if (ref !== undefined) refs.push(ref);
    for (const value of Object.values(at)) queue.push(value);
  }
  return refs;
}
