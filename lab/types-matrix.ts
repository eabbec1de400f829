import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { entryNames } from "./shared/entries.js";
import { installTools } from "./shared/install.js";
import { LAB } from "./shared/paths.js";
import { install, packBoth, peerPackages } from "./shared/tarball.js";
import {
  compileWith,
  factors,
  isPossible,
  type Combination,
} from "./types/combinations.js";
import { pairwise } from "./types/pairwise.js";

/** Compiles a program that uses the tarball. The runs cover every pair of settings: compiler version and options. */
installTools();
const folder = mkdtempSync(join(tmpdir(), "types-matrix-"));
try {
  const consumer = createConsumer();
  const queue = pairwise(factors, isPossible);
  const total = queue.length;
  let failed = 0;
  const work = async () => {
    for (let row = queue.shift(); row; row = queue.shift()) {
      const errors = await compileWith(row, consumer);
      console.log(`${errors === "" ? "ok    " : "FAILED"} ${describe(row)}`);
      if (errors === "") continue;
      console.log(errors);
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
function createConsumer(): string {
  const consumer = join(folder, "consumer");
  cpSync(join(LAB, "types", "consumer"), consumer, { recursive: true });
  install(consumer, ...packBoth(folder), ...peerPackages());
  const lines = entryNames().map(
    (name, index) => `export * as entry${index} from "${name}";\n`,
  );
  writeFileSync(join(consumer, "entries.ts"), lines.join(""));
  return consumer;
}

function describe(row: Combination): string {
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
