import type { Json } from "../parse/json.js";

/** What a value may be; a figure is the place of another shape in the list. Without any member: anything. */
export interface Shape {
  /** By the names of JSON Schema. */
  readonly types?: readonly string[];
  /** The values that an enumeration names. */
  readonly known?: readonly Json[];
  readonly items?: number;
  readonly fields?: readonly (readonly [name: string, shape: number])[];
  readonly required?: readonly string[];
  /** Of each member that `fields` does not name; without it, none is known. */
  readonly rest?: number;
  readonly either?: readonly number[];
}

/** A list of shapes in which equal ones are one. */
export interface ShapePool {
  /** Undefined where a shape that reaches itself is not known yet. */
  readonly rows: readonly (Shape | undefined)[];
  /** The place of a shape. */
  readonly add: (shape: Shape) => number;
  /** The place of what `describe` makes, made once for each key; a description may reach itself. */
  readonly once: (key: string, describe: () => Shape) => number;
}

export function createShapePool(): ShapePool {
  const rows: (Shape | undefined)[] = [];
  const byText = new Map<string, number>();
  const byKey = new Map<string, number>();
  /** The keys whose description is being made, with the place that is kept for those that were reached again. */
  const begun = new Map<string, number | undefined>();
  const add = (shape: Shape) => {
    const text = JSON.stringify(shape);
    const place = byText.get(text) ?? rows.push(shape) - 1;
    byText.set(text, place);
    return place;
  };
  const reserve = (key: string) => {
    const place = begun.get(key) ?? rows.push(undefined) - 1;
    begun.set(key, place);
    return place;
  };
  const once = (key: string, describe: () => Shape) => {
    const made = byKey.get(key);
    if (made !== undefined) return made;
    if (begun.has(key)) return reserve(key);
    begun.set(key, undefined);
    const shape = describe();
    const reserved = begun.get(key);
    if (reserved !== undefined) rows[reserved] = shape;
    const place = reserved ?? add(shape);
    begun.delete(key);
    byKey.set(key, place);
    return place;
  };
  return { rows, add, once };
}
