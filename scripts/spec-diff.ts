import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { DocumentError } from "../packages/spec-tools/src/document/error.js";
import { readAcknowledgements } from "../packages/spec-tools/src/compare/acknowledgements.js";
import type { Change } from "../packages/spec-tools/src/compare/change.js";
import {
  createReport,
  exitCodeOf,
  FORMATS,
  renderReport,
} from "../packages/spec-tools/src/compare/report.js";
import {
  compareFiles,
  compareSnapshots,
} from "../packages/spec-tools/src/diff/compare.js";
import {
  lastRelease,
  NoReleaseError,
  readRevision,
  readWorkingTree,
} from "../packages/spec-tools/src/diff/snapshot.js";

// Lists what changed between two files, between two git revisions, or from a revision to the working tree; without
// arguments, from the last release to the working tree: git knows the release by its tag. Exit codes: 0 no breaking
// change, or no release yet; 1 a breaking change without acknowledgement, or an acknowledgement without its change; 2 wrong
// arguments, or a document that cannot be compared.

const ACKNOWLEDGED = "specs/acknowledged.yaml";

try {
  const { values, positionals } = parseArgs({
    options: {
      format: { type: "string" },
      json: { type: "boolean" },
      acknowledged: { type: "string" },
    },
    allowPositionals: true,
  });
  const requested = values.format ?? (values.json ? "json" : "text");
  const format = FORMATS.find((name) => name === requested);
  if (!format || positionals.length > 2)
    throw new DocumentError(
      `usage: npm run spec:diff -- [<old> [<new>]] [--format ${FORMATS.join("|")} | --json] [--acknowledged <file>]`,
    );
  const isSinceRelease = positionals.length === 0;
  const file =
    values.acknowledged ?? (isSinceRelease ? ACKNOWLEDGED : undefined);
  const acknowledgements =
    file === undefined
      ? []
      : readAcknowledgements(await readFile(file, "utf8"));
  const changes = await changesBetween(positionals);
  const report = createReport(changes, acknowledgements);
  console.log(renderReport(report, format));
  process.exitCode = exitCodeOf(report);
} catch (error) {
  if (!isUserError(error)) throw error;
  console.error(error.message);
  process.exitCode = error instanceof NoReleaseError ? 0 : 2;
}

/** Whether an error is about the arguments or a document, so that its message says enough. */
function isUserError(error: unknown): error is Error {
  if (error instanceof DocumentError || error instanceof NoReleaseError)
    return true;
  // `parseArgs` throws these for an unknown flag.
  return error instanceof TypeError && "code" in error;
}

async function changesBetween([old, now]: readonly string[]): Promise<
  Change[]
> {
  if (
    old !== undefined &&
    now !== undefined &&
    existsSync(old) &&
    existsSync(now)
  )
    return compareFiles(await readSource(old), await readSource(now));
  const revision = old ?? (await lastRelease());
  if (old === undefined) console.error(`compared with ${revision}:`);
  return compareSnapshots(
    await readRevision(revision),
    now === undefined ? await readWorkingTree() : await readRevision(now),
  );
}

async function readSource(name: string) {
  return { name, text: await readFile(name, "utf8") };
}
