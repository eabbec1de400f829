import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const source = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      {
        find: /^cloud-compute-sdk\/emulator$/,
        replacement: source("src/emulator/index.ts"),
      },
      {
        find: /^cloud-compute-sdk\/drift$/,
        replacement: source("src/drift/index.ts"),
      },
      { find: /^cloud-compute-sdk$/, replacement: source("src/index.ts") },
    ],
  },
  test: {
    // A property that CI tries 10,000 times takes half a minute on one processor of two.
    testTimeout: 120_000,
    // Its own default leaves a processor idle, of two.
    maxWorkers: "100%",
    setupFiles: [source("test/support/loaded.ts")],
    projects: [
      {
        extends: true,
        test: {
          name: "node",
          include: ["test/**/*.test.ts"],
          exclude: ["test/page/**"],
        },
      },
      // It needs Chromium, which not every machine has: `npm run test:page`.
      {
        extends: true,
        test: { name: "page", include: ["test/page/*.test.ts"] },
      },
    ],
  },
});
