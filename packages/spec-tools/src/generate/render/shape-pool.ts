import type { Json } from "../../document/json.js";

/** What a value may be. A number refers to another shape by its index in the list. A shape without members is any value. */
export interface Shape {
  /** By the names of JSON Schema. */
  readonly types?: readonly string[];
  /** The values of an enumeration. */
  readonly values?: readonly Json[];
  readonly items?: number;
  readonly fields?: readonly (readonly [name: string, shape: number])[];
  readonly required?: readonly string[];
  /** The shape of every member that `fields` does not name; without it, other members are unknown. */
  readonly additional?: number;
  readonly anyOf?: readonly number[];
}

/** A list of shapes in which equal shapes are stored once. */
export class ShapePool {
  readonly #shapes: (Shape | undefined)[] = [];
  readonly #indexesByText = new Map<string, number>();
  readonly #indexesByKey = new Map<string, number>();
  /** The keys whose shape is being described, with the index that is reserved for a key that was reached again. */
  readonly #pending = new Map<string, number | undefined>();

  /** The list. A recursive shape is undefined until it is described. */
  get shapes(): readonly (Shape | undefined)[] {
    return this.#shapes;
  }

  /** The index of a shape. */
  add(shape: Shape): number {
    const text = JSON.stringify(shape);
    const index = this.#indexesByText.get(text) ?? this.#append(shape);
    this.#indexesByText.set(text, index);
    return index;
  }

  /** The index of the shape that `describe` returns, called once for each key. A description may reach its own key. */
  addOnce(key: string, describe: () => Shape): number {
    const known = this.#indexesByKey.get(key);
    if (known !== undefined) return known;
    if (this.#pending.has(key)) return this.#reserve(key);
    this.#pending.set(key, undefined);
    const shape = describe();
    const reserved = this.#pending.get(key);
    if (reserved !== undefined) this.#shapes[reserved] = shape;
    const index = reserved ?? this.add(shape);
    this.#pending.delete(key);
    this.#indexesByKey.set(key, index);
    return index;
  }

  #reserve(key: string): number {
    const index = this.#pending.get(key) ?? this.#append(undefined);
    this.#pending.set(key, index);
    return index;
  }

  #append(shape: Shape | undefined): number {
    return this.#shapes.push(shape) - 1;
  }
}
