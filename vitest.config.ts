import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The tests that need nothing but Node. */
const NODE_TESTS = [
  "test/**/*.test.ts",
  "packages/*/test/**/*.test.ts",
  "examples/vitest/test/*.test.ts",
];
const OTHER_TESTS = [
  "**/*.{process,proof}.test.ts",
  "packages/emulator/test/browser/**",
  "test/site/**",
  "test/batch/sqlite/**",
  "test/batch/postgres/**",
];

export default defineConfig({
  resolve: {
    alias: [
      {
        find: /^cloud-compute-sdk\/(.+)$/,
        replacement: source("src/$1/index.ts"),
      },
      { find: /^cloud-compute-sdk$/, replacement: source("src/index.ts") },
      {
        find: /^cloud-compute-emulator$/,
        replacement: source("packages/emulator/src/index.ts"),
      },
    ],
  },
  test: {
    // No test waits for this long: the timeout only ends a test that hangs, on the slowest machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // The same for what a test waits for. The default is a second.
    expect: { poll: { timeout: 240_000 } },
    // The default of vitest leaves one processor of two idle.
    maxWorkers: "100%",
    setupFiles: [source("test/support/loaded.ts")],
    projects: [
      // These files share their processes: half of the time of a short file is the start of its own.
      {
        extends: true,
        test: {
          name: "node",
          isolate: false,
          include: NODE_TESTS,
          exclude: OTHER_TESTS,
        },
      },
      // These tests start processes, compile programs or send hundreds of megabytes: `npm run test:all -- process`.
      {
        extends: true,
        test: {
          name: "process",
          include: ["{test,packages/*/test}/**/*.process.test.ts"],
        },
      },
      // The longer proofs: fault matrices, kills, soak, and the compiler's view of changes. `npm run test:all -- proofs`.
      {
        extends: true,
        test: {
          name: "proofs",
          include: ["{test,packages/*/test}/**/*.proof.test.ts"],
        },
      },
      // These tests need the SQLite of Node 22: `npm run test:all -- batch`.
      {
        extends: true,
        test: { name: "batch", include: ["test/batch/sqlite/*.test.ts"] },
      },
      // These tests need the Postgres of Debian, of which each file starts its own servers: `npm run test:all -- batch-postgres`.
      {
        extends: true,
        test: {
          name: "batch-postgres",
          include: ["test/batch/postgres/*.test.ts"],
        },
      },
      // These tests need Chromium, which not every machine has: `npm run test:all -- page`.
      {
        extends: true,
        test: {
          name: "page",
          include: ["packages/emulator/test/browser/*.test.ts"],
        },
      },
      // These tests need Chromium, and the site that `npm run docs` builds: `npm run docs && npm run test:all -- site`.
      {
        extends: true,
        test: { name: "site", include: ["test/site/*.test.ts"] },
      },
      // The tests of what CI measures and tries the package with: `npm run test:all -- lab`.
      {
        extends: true,
        test: { name: "lab", include: ["lab/**/*.test.ts"] },
      },
    ],
  },
});
