/**
 * The query part of an address, `?` included, spelled as openapi-fetch spells it: `a=1&a=2` for a list, `a[b]=1` for an
 * object. What is undefined or null is left out; what is nested deeper throws.
 */
export function writeQuery(query: object | undefined): string {
  let written = "";
  const write = (name: string, value: unknown, isInner?: boolean) => {
    if (value === undefined || value === null) return;
    if (Object(value) !== value)
      written += `${written ? "&" : "?"}${name}=${encodeURIComponent(value as string)}`;
    else if (isInner) throw new TypeError(`${name} is nested`);
    else
      for (const inner in value)
        write(
          Array.isArray(value) ? name : `${name}[${inner}]`,
          value[inner as never],
          true,
        );
  };
  for (const name in query) write(name, query[name as never]);
  return written;
}
