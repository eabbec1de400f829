import type { Party } from "./locate.js";
import type { RedoclyChange } from "./redocly.js";

/** Both sides of a comparison. */
export interface Parties {
  readonly before: Party;
  readonly after: Party;
}

/** The side that a change is seen on: what is gone only before, all else after. */
export function sideOf(
  { before, after }: Parties,
  { base, revision }: RedoclyChange,
) {
  return revision
    ? { party: after, pointer: revision.pointer }
    : { party: before, pointer: base?.pointer ?? "#/" };
}

/** The pointer of the node that has the property: redocly points at the property where it has a value. */
export function withoutLast(
  pointer: string,
  property: string | undefined,
): string {
  const suffix = `/${property ?? ""}`;
  return pointer.endsWith(suffix) ? pointer.slice(0, -suffix.length) : pointer;
}
