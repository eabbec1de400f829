import type { Finding, Verdict } from "./change.js";
import { shortened } from "./json.js";
import type { Direction } from "./reach.js";

/** Where a change is, as a client sees it. */
export interface Place {
  readonly direction: Direction;
  /** `"pods.create"`, `"pods.create()"` for what it answers, or the name of a schema. */
  readonly subject: string;
  /** The route on which it was met; absent within a named schema, which may be met on many. */
  readonly route?: string;
  /** The field within it, from the outside in; `[]` stands for each item and `{}` for each entry. */
  readonly path: readonly string[];
}

/** The place of a field, of each item (`"[]"`) or of each entry (`"{}"`). */
export function within(place: Place, step: string): Place {
  return { ...place, path: [...place.path, step] };
}

/** The place in words: "`Pod.costPerHr`", "`imageName` of `pods.create`". */
export function named({ direction, subject, route, path }: Place): string {
  if (direction === "sent" && path.length > 0)
    return `${code(dotted(path))} of ${code(subject)}`;
  if (direction === "sent" && route !== undefined)
    return `the body of ${code(subject)}`;
  return code(dotted([subject, ...path]));
}

/** `ports[].ip` */
export function dotted(path: readonly string[]): string {
  return path.join(".").replaceAll(".[]", "[]").replaceAll(".{}", "{}");
}

/** A name as code; a name of a document may hold anything. */
export function code(name: string): string {
  return `\`${shortened(name)}\``;
}

/** A finding at a place. */
export function told(place: Place, verdict: Verdict, line: string): Finding {
  const { route } = place;
  return { verdict, line, ...(route !== undefined && { route }) };
}
