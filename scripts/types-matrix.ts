import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import {
  complaintsOf,
  factors,
  isPossible,
  type Combination,
} from "./package/compile.js";
import { entryNames } from "./package/entries.js";
import { pairwise } from "./package/pairwise.js";
import { install, pack } from "./package/tarball.js";
import { toolModules } from "./package/tool.js";

/** Compiles a user of the packed tarball, on every TypeScript and under every two settings of two options. */
const modules = toolModules("typescript");
const folder = mkdtempSync(join(tmpdir(), "types-matrix-"));
try {
  const consumer = makeConsumer();
  const waiting = pairwise(factors, isPossible);
  const total = waiting.length;
  let failed = 0;
  const work = async () => {
    for (let row = waiting.shift(); row; row = waiting.shift()) {
      const complaints = await complaintsOf(row, consumer, modules);
      console.log(`${complaints === "" ? "ok    " : "FAILED"} ${told(row)}`);
      if (complaints === "") continue;
      console.log(complaints);
      failed += 1;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  console.log(`${total - failed} of ${total} combinations compile`);
  if (failed > 0) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** A project of ES modules that uses the installed tarball and imports every entry. */
function makeConsumer(): string {
  const consumer = join(folder, "consumer");
  cpSync("scripts/package/consumer", consumer, { recursive: true });
  install(consumer, pack(folder));
  const lines = entryNames().map(
    (name, at) => `export * as entry${at} from "${name}";\n`,
  );
  writeFileSync(join(consumer, "entries.ts"), lines.join(""));
  return consumer;
}

function told(row: Combination): string {
  const { typescript, moduleResolution, platform } = row;
  const flags = (
    ["skipLibCheck", "exactOptionalPropertyTypes", "strictNullChecks"] as const
  ).map((name) => `${name} ${row[name]}`.padEnd(name.length + 4));
  return [
    `TypeScript ${typescript}`,
    moduleResolution.padEnd(8),
    ...flags,
    platform,
  ].join("  ");
}
