import {
  evidence,
  modelEvidence,
  type Evidence,
} from "../generated/evidence.js";
import { CommandError } from "./command-error.js";
import { COMMAND, readFlags } from "./flags.js";

const HELP = `Usage: cloud-compute-emulator evidence [<word>]

Prints for each operation and each public model how sure the emulator is of its
answer of success, and when such an answer was last seen. <word> selects names
that contain it, and shows how sure the emulator is of each refusal of these.
Sends nothing.

  captured    somebody printed an answer of the running service
  stated      somebody who tried it says so
  documented  a document of the service describes the answer
  assumed     nothing is known

Exit code: 0, or 1 if no name contains the word.`;

type Row = readonly [name: string, evidence: Evidence];

/** `cloud-compute-emulator evidence`: prints how sure the emulator is of each answer. Returns the exit code. */
export function showEvidence(args: readonly string[]): number {
  const words = args.filter((arg) => !arg.startsWith("--"));
  const flags = args.filter((arg) => arg.startsWith("--"));
  if (readFlags(`${COMMAND} evidence`, [], flags)["help"]) {
    console.log(HELP);
    return 0;
  }
  if (words.length > 1)
    throw new CommandError(2, "evidence takes one word, such as pods");
  const [word = ""] = words;
  const isMeant = ([name]: Row) =>
    name.toLowerCase().includes(word.toLowerCase());
  const operations = Object.entries(evidence).filter(isMeant);
  const models = Object.entries(modelEvidence).filter(isMeant);
  if (operations.length + models.length === 0) {
    console.error(`no operation and no public model contains "${word}"`);
    return 1;
  }
  print("Operations", operations, word !== "");
  print("Public models", models, false);
  return 0;
}

function print(
  title: string,
  rows: readonly Row[],
  showsRefusals: boolean,
): void {
  if (rows.length === 0) return;
  const counts = new Map<string, number>();
  for (const [, { certainty }] of rows)
    counts.set(certainty, (counts.get(certainty) ?? 0) + 1);
  const sums = [...counts].map(([certainty, count]) => `${count} ${certainty}`);
  console.log(`${title}: ${sums.join(", ")}`);
  for (const [name, { certainty, date = "", refusals = {} }] of rows) {
    console.log(`  ${certainty.padEnd(12)}${date.padEnd(24)}${name}`);
    if (showsRefusals) printRefusals(refusals);
  }
}

/** Prints the refusals of an operation, those first of which the emulator is surest. */
function printRefusals(refusals: Readonly<Record<string, string>>): void {
  for (const certainty of ["captured", "documented", "assumed"]) {
    const reasons = Object.keys(refusals).filter(
      (reason) => refusals[reason] === certainty,
    );
    if (reasons.length === 0) continue;
    console.log(`    refusals ${certainty}: ${reasons.join(", ")}`);
  }
}
