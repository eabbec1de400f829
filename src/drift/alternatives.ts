import { typeBits, typeName } from "./json-types.js";
import type { Shape } from "./shapes.js";
import { tell, type Report, type Walk } from "./walk.js";

/** Compares a value with one shape. */
type Visit = (walk: Walk, value: unknown, shape: Shape, depth: number) => void;

/** Compares with the alternative that is meant: the one whose constants the value has, or that differs least. */
export function choose(
  walk: Walk,
  value: unknown,
  either: readonly Shape[],
  depth: number,
  visit: Visit,
): void {
  const type = typeBits(value);
  const fitting = either.filter(
    (shape) => shape.either ?? (shape.types & type) !== 0,
  );
  if (fitting.length === 0) {
    const said = [...new Set(either.map((shape) => shape.said))].join(" or ");
    tell(walk, "wrong type", depth, said, typeName(value));
    return;
  }
  const meant = fitting.filter((shape) => hasConstants(value, shape));
  const [first, ...others] = meant.length > 0 ? meant : fitting;
  if (!first) return;
  if (others.length === 0) {
    visit(walk, value, first, depth);
    return;
  }
  const attempt = (shape: Shape) =>
    differences(walk, value, shape, depth, visit);
  let least = attempt(first);
  for (const other of others) {
    if (least.length === 0) return;
    const notes = attempt(other);
    if (notes.length < least.length) least = notes;
  }
  for (const note of least) walk.report(...note);
}

/** Whether no member of a value speaks against an alternative, as `__typename` or a `const` does. */
function hasConstants(value: unknown, { fields }: Shape): boolean {
  if (!fields || typeof value !== "object" || value === null) return true;
  const members = value as Readonly<Record<string, unknown>>;
  for (const [name, { shape }] of fields) {
    const isConstant = shape.known?.size === 1 && Object.hasOwn(members, name);
    if (isConstant && !shape.known.has(members[name])) return false;
  }
  return true;
}

/** The differences from one alternative, not told yet. */
function differences(
  walk: Walk,
  value: unknown,
  shape: Shape,
  depth: number,
  visit: Visit,
): Parameters<Report>[] {
  const notes: Parameters<Report>[] = [];
  const trial: Walk = {
    path: walk.path.slice(0, depth),
    left: walk.left,
    report: (...note) => notes.push(note),
  };
  visit(trial, value, shape, depth);
  walk.left = trial.left;
  return notes;
}
