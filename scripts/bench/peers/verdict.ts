import { OURS } from "./contestants.js";
import { isExact, keys, shown, type Figures, type Key } from "./figures.js";

/** How far a time or a ratio may be from the one that is shown. */
const TOLERANCE = 0.25;

/** A figure that is not as it is shown. */
interface Difference {
  readonly name: string;
  readonly key: Key;
  readonly shown: number | undefined;
  readonly measured: number;
}

/** What was measured and is not as `known` shows it: sizes and counts to the digit, times and ratios within a quarter. */
export function differences(known: Figures, measured: Figures): Difference[] {
  return [...measured].flatMap(([name, row]) =>
    keys.flatMap((key) => {
      const [figure, before] = [row[key], known.get(name)?.[key]];
      if (figure === undefined || agree(key, before, figure)) return [];
      return [{ name, key, shown: before, measured: figure }];
    }),
  );
}

function agree(key: Key, before: number | undefined, figure: number): boolean {
  if (before === undefined) return false;
  if (isExact(key)) return shown(key, before) === shown(key, figure);
  return Math.abs(figure / before - 1) <= TOLERANCE;
}

/** For each measure of time or memory, the figure that is furthest from the one shown. */
export function furthest(known: Figures, measured: Figures): string {
  const lines = keys.flatMap((key) => {
    const off = [...measured].flatMap(([name, row]) => {
      const [figure, before] = [row[key], known.get(name)?.[key]];
      if (figure === undefined || before === undefined) return [];
      return [{ name, percent: (figure / before - 1) * 100 }];
    });
    const [most] = off.sort(
      (a, b) => Math.abs(b.percent) - Math.abs(a.percent),
    );
    if (!most) return [];
    return [
      `  ${key}: at most ${most.percent.toFixed(0)} % off (${most.name})`,
    ];
  });
  return lines.join("\n");
}

/** In words, with what to do about it. */
export function inWords({
  name,
  key,
  shown: before,
  measured,
}: Difference): string {
  const figure = shown(key, measured);
  const old = before === undefined ? "nothing" : shown(key, before);
  const command = isExact(key) ? "npm run bench -- --sizes" : "npm run bench";
  return `${name}: ${key} is ${figure}, shown is ${old}; ${command} writes it anew`;
}

/** What our own figures may be at the most. */
export function beyondBounds(figures: Figures): string[] {
  const of = (name: string, key: Key) => figures.get(name)?.[key] ?? NaN;
  const bounds: readonly (readonly [Key, number])[] = [
    ["packages", 12],
    ["megabytes", 12],
    // Ratios to openapi-fetch's.
    ["import", 2],
    ["types", of("openai", "types")],
    ["types", of("stripe", "types")],
  ];
  return bounds
    .filter(([key, bound]) => !(of(OURS, key) <= bound))
    .map(
      ([key, bound]) =>
        `${OURS}: ${key} is ${shown(key, of(OURS, key))}, at the most ${shown(key, bound)}`,
    );
}
