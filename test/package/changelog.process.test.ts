import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { runScript } from "../support/run-script.js";

afterEach(() => vi.unstubAllEnvs());

test.each([
  ["## 0.2.0\n", { code: 0, stderr: "" }],
  ["## 0.2.0 (2026-12-01)\n", { code: 0, stderr: "" }],
  [
    "## 0.2.0-beta.1\n\n## 0.1.0\n",
    {
      code: 1,
      stderr:
        'CHANGELOG.md has no entry "## 0.2.0": write it, commit it, and run npm version again\n',
    },
  ],
])("npm version, given the changelog %j, ends with %j", async (text, ended) => {
  expect(packageJson.scripts.preversion).toBe("tsx scripts/changelog.ts");
  const folder = await mkdtemp(join(tmpdir(), "changelog-"));
  await writeFile(join(folder, "CHANGELOG.md"), `# Changelog\n\n${text}`);
  vi.stubEnv("npm_new_version", "0.2.0");
  expect(await runScript(folder, "scripts/changelog")).toMatchObject(ended);
  await rm(folder, { recursive: true });
});
