import { isRecord } from "./check-arguments.js";

/** What a value must be. */
export type Shape =
  | "string"
  | "number"
  | "boolean"
  | "null"
  | "unknown"
  | { readonly values: readonly unknown[] }
  | { readonly items: Shape }
  | { readonly tuple: readonly Shape[] }
  | { readonly each: Shape }
  | { readonly oneOf: readonly Shape[] }
  | {
      readonly required: Readonly<Record<string, Shape>>;
      readonly optional: Readonly<Record<string, Shape>>;
    };

/** The path of the first value that does not have its shape, such as `pods[0].name`; undefined where all values have. */
export function findMisshapen(
  shape: Shape,
  value: unknown,
  path = "",
): string | undefined {
  const inner = (parts: readonly (readonly [Shape, unknown, string])[]) => {
    for (const [part, each, name] of parts) {
      const found = findMisshapen(part, each, path + name);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  if (typeof shape === "string") return isA(shape, value) ? undefined : path;
  if ("values" in shape) return shape.values.includes(value) ? undefined : path;
  if ("oneOf" in shape) {
    const isOne = shape.oneOf.some(
      (each) => findMisshapen(each, value) === undefined,
    );
    return isOne ? undefined : path;
  }
  if ("items" in shape) {
    if (!Array.isArray(value)) return path;
    return inner(value.map((item, index) => [shape.items, item, `[${index}]`]));
  }
  if ("tuple" in shape) {
    if (!Array.isArray(value)) return path;
    return inner(shape.tuple.map((part, at) => [part, value[at], `[${at}]`]));
  }
  if (!isRecord(value)) return path;
  const nameOf = (name: string) => (path === "" ? name : `.${name}`);
  if ("each" in shape)
    return inner(
      Object.entries(value).map(([name, each]) => [
        shape.each,
        each,
        nameOf(name),
      ]),
    );
  const given = Object.entries(shape.optional).filter(
    ([name]) => value[name] !== undefined,
  );
  return inner(
    [...Object.entries(shape.required), ...given].map(([name, part]) => [
      part,
      value[name],
      nameOf(name),
    ]),
  );
}

function isA(kind: Extract<Shape, string>, value: unknown): boolean {
  switch (kind) {
    case "unknown":
      return true;
    case "null":
      return value === null;
    case "number":
      return Number.isFinite(value);
    default:
      return typeof value === kind;
  }
}
