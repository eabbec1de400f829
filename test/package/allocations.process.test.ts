import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const PROGRAM = join(
  dirname(fileURLToPath(import.meta.url)),
  "allocations/measure.ts",
);

/** The most kilobytes that a call may allocate beside a bare `fetch`: a tenth more than it did on Node 20, which allocates most, when this was written. */
const BOUNDS_KB = {
  get: 23,
  create: 29,
  submit: 33,
  runSync: 39,
  query: 31,
};

const FLAGS = [
  "--expose-gc",
  // All that a round allocates stays in the young generation, which is not collected meanwhile.
  "--max-semi-space-size=64",
  // Optimized code allocates less, and when it is ready depends on how busy the machine is. Interpreted, each run gives the same figures.
  "--single-threaded",
  "--no-opt",
  "--no-sparkplug",
];

const folder = mkdtempSync(join(tmpdir(), "allocations-"));
let bytes: Readonly<Record<string, number>> = {};

beforeAll(async () => {
  const outfile = join(folder, "measure.mjs");
  await build({
    entryPoints: [PROGRAM],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "es2022",
    // The CommonJS packages that are bundled require modules of Node.
    banner: {
      js: `import { createRequire } from "node:module"; const require = createRequire(import.meta.url);`,
    },
  });
  const output = execFileSync("node", [...FLAGS, outfile], {
    encoding: "utf8",
  });
  bytes = JSON.parse(output) as Record<string, number>;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(Object.entries(BOUNDS_KB))(
  "a call of the kind %s allocates at most %d kB beside a bare fetch",
  (kind, bound) => {
    const { bare = 0, [kind]: own = Infinity } = bytes;
    expect((own - bare) / 1000).toBeLessThanOrEqual(bound);
  },
);
