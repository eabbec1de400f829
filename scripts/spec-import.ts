import { parseArgs } from "node:util";
import { reportFaults, SpecError } from "./codegen/parse/fault.js";
import { readSource } from "./import/source.js";
import { takeIn, type Taken } from "./import/take.js";

/** So many places are shown of one kind. */
const SHOWN = 5;

/** Takes in an upstream document in the place of one of `specs/`: checked, mended and compiled before it replaces it. */
await reportFaults(async () => {
  const { from, surface } = argumentsOf();
  report(await takeIn(await readSource(from), surface));
});

function argumentsOf(): { from: string; surface: string | undefined } {
  const usage =
    "usage: npm run spec:import -- <file or URL> [--surface rest|jobs|graphql|<name in specs/surfaces.yaml>]";
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { surface: { type: "string" } },
    });
    const [from, ...others] = positionals;
    if (from === undefined || others.length > 0) throw new SpecError(usage);
    return { from, surface: values.surface };
  } catch {
    throw new SpecError(usage);
  }
}

function report({ surface, changed, applied, byHand }: Taken): void {
  for (const { amendment, places } of applied) {
    const times = places.length === 1 ? "once" : `${places.length} times`;
    console.log(`amended ${times}: ${amendment.name}: ${amendment.sentence}`);
    for (const place of places.slice(0, SHOWN))
      console.log(`  ${place.join(" › ")}`);
    if (places.length > SHOWN) console.log("  …");
  }
  for (const file of changed) console.log(`written ${file}`);
  if (changed.length === 0) console.log(`${surface} is up to date`);
  if (byHand.length === 0) return;
  console.log("The emulator is to follow by hand (npm run typecheck):");
  for (const fault of byHand.slice(0, SHOWN)) console.log(`  ${fault}`);
  if (byHand.length > SHOWN) console.log("  …");
}
