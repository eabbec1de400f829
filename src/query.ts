/**
 * The query part of an address, `?` included, spelled as openapi-fetch spells it: `a=1&a=2` for a list, `a[b]=1` for an
 * object. What is undefined or null is left out; what is nested deeper throws.
 */
export function writeQuery(query: object | undefined): string {
  const pairs = Object.entries(query ?? {}).flatMap(
    ([name, value]: [string, unknown]) =>
      typeof value === "object" && value !== null
        ? Object.entries(value).map(([inner, item]) =>
            pair(Array.isArray(value) ? name : `${name}[${inner}]`, item),
          )
        : pair(name, value),
  );
  const written = pairs.filter((text) => text !== "").join("&");
  return written && `?${written}`;
}

function pair(name: string, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "object") throw new TypeError(`${name} is nested`);
  return `${name}=${encodeURIComponent(value as string)}`;
}
