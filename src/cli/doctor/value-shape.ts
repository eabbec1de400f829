/** A value without its contents: the names of its members, and the types of what they hold. */
export type ValueShape =
  | string
  | { readonly [name: string]: ValueShape }
  | { readonly items: number; readonly first: ValueShape | undefined };

/** An object with more members is probably a map, whose keys may be private. */
const MAX_MEMBERS = 100;
const MAX_DEPTH = 8;

/** Names and types of a value, for a report that others may read. Of a list, the first item stands for all. */
export function shapeOf(value: unknown, depth = 0): ValueShape {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) {
    const [first] = value as readonly unknown[];
    return {
      items: value.length,
      first: value.length > 0 ? shapeOf(first, depth + 1) : undefined,
    };
  }
  if (typeof value !== "object") return typeof value;
  const members = Object.entries(value);
  if (members.length > MAX_MEMBERS || depth > MAX_DEPTH)
    return `object with ${members.length} members`;
  return Object.fromEntries(
    members.map(([name, member]) => [name, shapeOf(member, depth + 1)]),
  );
}
