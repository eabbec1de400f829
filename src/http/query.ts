/**
 * The query part of an address, `?` included, spelled as openapi-fetch spells it: `a=1&a=2` for a list, `a[b]=1` for an
 * object. What is undefined or null is left out; what is nested deeper, or is an object of a kind of its own, throws.
 */
export function writeQuery(query: object | undefined): string {
  let written = "";
  const write = (value: unknown, name = "", within = "") => {
    if (value === undefined || value === null) return;
    if (name && Object(value) !== value)
      written += `${written ? "&" : "?"}${name}=${encodeURIComponent(value as string)}`;
    else if (within || !/ (Object|Array)]$/.test({}.toString.call(value)))
      throw new TypeError(`${name || "it"} is no plain value`);
    else
      for (const inner in value)
        write(
          value[inner as never],
          !name ? inner : Array.isArray(value) ? name : `${name}[${inner}]`,
          name,
        );
  };
  write(query);
  return written;
}
