import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { readAcknowledgements } from "../src/cli/drift/acknowledged.js";
import type { Change } from "../src/cli/drift/change.js";
import { DocumentError } from "../src/cli/drift/description.js";
import {
  exitCodeOf,
  FORMATS,
  render,
  reportOf,
} from "../src/cli/drift/report.js";
import { compareFiles, compareStates } from "./diff/compare-states.js";
import { stateAt, stateHere, stateReleased } from "./diff/state.js";
import { SpecError } from "./codegen/parse/spec-error.js";

const ACKNOWLEDGED = "specs/acknowledged.yaml";

/**
 * Says what changed between two files, two git revisions, or a revision and now; without words between the last
 * release and now. Exit codes: 0 nothing breaking, 1 a breaking
 * change that is not acknowledged or an acknowledgement that matches none, 2 what cannot be compared.
 */
try {
  const { values, positionals } = parseArgs({
    options: { format: { type: "string" }, acknowledged: { type: "string" } },
    allowPositionals: true,
  });
  const format = FORMATS.find((name) => name === (values.format ?? "text"));
  if (!format || positionals.length > 2)
    throw new DocumentError(
      `usage: npm run spec:diff -- [<old> [<new>]] [--format ${FORMATS.join("|")}] [--acknowledged <file>]`,
    );
  // What is acknowledged is acknowledged since the last release.
  const file =
    values.acknowledged ??
    (positionals.length === 0 ? ACKNOWLEDGED : undefined);
  const known =
    file === undefined
      ? []
      : readAcknowledgements(await readFile(file, "utf8"));
  const report = reportOf(await changesBetween(positionals), known);
  console.log(render(report, format));
  process.exitCode = exitCodeOf(report);
} catch (error) {
  if (!isFault(error)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}

/** What the words or a document are at fault for, and not this script. */
function isFault(error: unknown): error is Error {
  if (error instanceof DocumentError || error instanceof SpecError) return true;
  return error instanceof TypeError && "code" in error;
}

async function changesBetween([old, now]: readonly string[]): Promise<
  Change[]
> {
  if (old === undefined)
    return compareStates(await stateReleased(), await stateHere());
  if (now !== undefined && existsSync(old) && existsSync(now))
    return compareFiles(await sourceOf(old), await sourceOf(now));
  return compareStates(
    await stateAt(old),
    now === undefined ? await stateHere() : await stateAt(now),
  );
}

async function sourceOf(name: string) {
  return { name, text: await readFile(name, "utf8") };
}
