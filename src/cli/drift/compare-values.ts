import type { Finding } from "./change.js";
import type { Shape } from "./description.js";
import { limitChange, listChange, nullChange, valueChange } from "./phrases.js";
import type { Place } from "./words.js";

export function nullability(
  place: Place,
  before: Shape,
  after: Shape,
): Finding[] {
  return Boolean(before.nullable) === Boolean(after.nullable)
    ? []
    : [nullChange(place, Boolean(after.nullable))];
}

export function compareValues(place: Place, from: Shape, to: Shape): Finding[] {
  const { values: old } = from;
  const { values: now } = to;
  if (!old && !now) return [];
  const isOpen =
    place.direction === "answered" ? from.open : from.open && to.open;
  if (!old || !now)
    return isOpen || (to.open && !old) ? [] : [listChange(place, !old)];
  const [wide, narrow] = place.direction === "sent" ? [from, to] : [to, from];
  if (wide.open && !narrow.open)
    return [listChange(place, place.direction === "sent")];
  const accepts = Boolean(isOpen ?? (place.direction === "sent" && to.open));
  return [
    ...old
      .filter((value) => !now.includes(value))
      .map((value) => valueChange(place, value, "gone", accepts)),
    ...now
      .filter((value) => !old.includes(value))
      .map((value) => valueChange(place, value, "new", accepts)),
  ];
}

export function compareLimits(place: Place, from: Shape, to: Shape): Finding[] {
  if (place.direction === "answered") return [];
  const names = new Set(
    [from, to].flatMap(({ limits }) => Object.keys(limits ?? {})),
  );
  return [...names]
    .filter((name) => from.limits?.[name] !== to.limits?.[name])
    .map((name) =>
      limitChange(place, name, from.limits?.[name], to.limits?.[name]),
    );
}
