import type { ImportResult } from "./import-document.js";

/** The report shows this many places of one kind. */
const MAX_SHOWN_PLACES = 5;

/** Prints what an import has done, and what is left to do. */
export function printImport(result: ImportResult): void {
  const { surface, changed, applied, skipped, warnings, toAdapt } = result;
  for (const { amendment, places } of applied) {
    const times = places.length === 1 ? "once" : `${places.length} times`;
    console.log(`amended ${times}: ${amendment.name}: ${amendment.sentence}`);
    printSome(places.map((place) => place.join(" › ")));
  }
  for (const { route, why } of skipped) {
    console.log(`warning: skipped ${route}:`);
    printSome(why.split("\n"));
  }
  for (const line of warnings) console.log(`warning: ${line}`);
  for (const file of changed) console.log(`written ${file}`);
  if (changed.length === 0) console.log(`${surface} is up to date`);
  if (toAdapt.length === 0) return;
  console.log(
    "Adapt these places of the emulator and the command by hand; `npm run typecheck` lists all of them, and those in tests and examples:",
  );
  printSome(toAdapt);
}

function printSome(lines: readonly string[]): void {
  for (const line of lines.slice(0, MAX_SHOWN_PLACES)) console.log(`  ${line}`);
  if (lines.length > MAX_SHOWN_PLACES) console.log("  …");
}
