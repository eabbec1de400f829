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
      { find: /^cloud-compute-sdk$/, replacement: source("src/index.ts") },
    ],
  },
  test: { include: ["test/**/*.test.ts"], testTimeout: 30_000 },
});
