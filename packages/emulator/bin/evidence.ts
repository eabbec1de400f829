import {
  evidence,
  modelEvidence,
  type Evidence,
} from "../generated/evidence.js";
import { CommandError } from "./command-error.js";
import { refusalRows, type RefusalRow } from "../src/refusals/table.js";
import { COMMAND, readFlags } from "./flags.js";

const HELP = `Usage: cloud-compute-emulator evidence [<word>]

Prints how sure the emulator is of the answer of success of each operation and
each public model, and when such an answer was last seen; and how sure it is of
each refusal, and why. <word> selects names that contain it. Sends nothing.

  captured    somebody printed an answer of the running service
  stated      somebody who tried it says so
  documented  a document of the service describes the answer
  assumed     nothing is known

Exit code: 0, or 1 if no name contains the word.`;

type Row = readonly [name: string, evidence: Evidence];

const refusals: readonly Row[] = Object.entries(refusalRows).flatMap(
  ([reason, rows]) => rows.map((row) => describeRefusal(reason, row)),
);

function describeRefusal(reason: string, row: RefusalRow): Row {
  const { on = [], only = [], captured, documented, assumed } = row;
  const place = [...on, ...only].join(", ");
  const source = captured ?? documented ?? assumed;
  const name = `${reason}${place && ` on ${place}`}${source ? `: ${source}` : ""}`;
  if (captured !== undefined) return [name, { certainty: "captured" }];
  return [name, { certainty: documented ? "documented" : "assumed" }];
}

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
  const groups = [
    ["Operations", Object.entries(evidence).filter(isMeant)],
    ["Public models", Object.entries(modelEvidence).filter(isMeant)],
    ["Refusals", refusals.filter(isMeant)],
  ] as const;
  for (const [title, rows] of groups) print(title, rows);
  if (groups.some(([, rows]) => rows.length > 0)) return 0;
  console.error(`no operation, public model or refusal contains "${word}"`);
  return 1;
}

function print(title: string, rows: readonly Row[]): void {
  if (rows.length === 0) return;
  const counts = new Map<string, number>();
  for (const [, { certainty }] of rows)
    counts.set(certainty, (counts.get(certainty) ?? 0) + 1);
  const sums = [...counts].map(([certainty, count]) => `${count} ${certainty}`);
  console.log(`${title}: ${sums.join(", ")}`);
  for (const [name, { certainty, date = "" }] of rows)
    console.log(`  ${certainty.padEnd(12)}${date.padEnd(24)}${name}`);
}
