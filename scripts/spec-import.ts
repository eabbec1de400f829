import { parseArgs } from "node:util";
import { DocumentError } from "../packages/spec-tools/src/document/error.js";
import { runCommand } from "../packages/spec-tools/src/generate/parse/errors.js";
import { importDocument } from "../packages/spec-tools/src/import/import-document.js";
import {
  printableSource,
  readSource,
} from "../packages/spec-tools/src/compare/source.js";
import { printImport } from "../packages/spec-tools/src/import/report.js";

/** `npm run spec:import`: replaces one document of `specs/` by an upstream one, and `generated/` with it. */
await runCommand(async () => {
  const { from, surface } = readArguments();
  const source = { name: printableSource(from), text: await readSource(from) };
  printImport(await importDocument(source, surface));
});

function readArguments(): { from: string; surface: string | undefined } {
  const usage = new DocumentError(
    "usage: npm run spec:import -- <file or URL> [--surface rest|jobs|graphql|<name in specs/surfaces.yaml>]",
  );
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { surface: { type: "string" } },
    });
    const [from, ...others] = positionals;
    if (from === undefined || others.length > 0) throw usage;
    return { from, surface: values.surface };
  } catch {
    throw usage;
  }
}
