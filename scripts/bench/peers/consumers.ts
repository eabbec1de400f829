import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { CACHE } from "./child.js";
import { callFileOf } from "./contestants.js";

/** The name of the program that takes nothing. */
export const EMPTY = "empty";

/** Writes a program for each client, which is its call, and an empty one; their files by name. */
export function writeConsumers(
  names: readonly string[],
): ReadonlyMap<string, string> {
  const folder = resolve(CACHE, "consumers");
  mkdirSync(folder, { recursive: true });
  const texts = names.map(
    (name) => [name, readFileSync(callFileOf(name), "utf8")] as const,
  );
  return new Map(
    [[EMPTY, "export {};\n"] as const, ...texts].map(([name, text], place) => {
      const file = join(folder, `program-${place}.mts`);
      writeFileSync(file, text);
      return [name, file];
    }),
  );
}
