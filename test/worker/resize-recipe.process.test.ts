import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmulator } from "cloud-compute-emulator";
import {
  bundleAsShown,
  writePageProject,
  type PageProject,
} from "../support/page-project.js";

const RECIPE = "guides/recipes/resize-through-volume.md";

let project: PageProject;

beforeAll(async () => {
  const compilerOptions = { allowImportingTsExtensions: true, noEmit: true };
  project = await writePageProject(RECIPE, compilerOptions);
});
afterAll(() => project.remove());

test("the recipe that resizes pictures compiles under the strictest options", () => {
  expect(project.errors()).toEqual([]);
  expect(project.files).toHaveLength(5);
});

test("the bundled worker of the recipe resizes the pictures that its client names", async () => {
  const { folder, settings } = project;
  await bundleAsShown(RECIPE, folder, `--tsconfig=${settings}`);

  const volume = join(folder, "volume");
  await mkdir(join(volume, "in"), { recursive: true });
  const size = { width: 1600, height: 900 };
  const picture = sharp({
    create: { ...size, channels: 3, background: "red" },
  });
  await picture.toFile(join(volume, "in/pier.jpg"));

  const emulator = createEmulator();
  const { variables, workerVariables } = await emulator.listen();
  emulator.account.setWorkers("my-endpoint", { external: true });
  const own = { ...workerVariables("my-endpoint"), VOLUME: volume };
  const working = project.run("worker.mjs", [], own);
  const names = ["pier.jpg", "gone.jpg"];
  // The client exits with 1, because one picture is missing.
  const { code, stdout } = (await project
    .run("client.ts", names, variables)
    .catch((error: unknown) => error)) as { code: number; stdout: string };
  expect(code).toBe(1);
  expect(stdout).toMatch(/^small\/pier\.jpg 800 pixels wide$/m);
  expect(stdout).toMatch(/^in\/gone\.jpg: JobError: .*in\/gone\.jpg/m);
  const small = await sharp(join(volume, "small/pier.jpg")).metadata();
  expect(small).toMatchObject({ format: "jpeg", width: 800, height: 450 });
  working.child.kill("SIGTERM");
  working.child.kill("SIGINT");
  await working;
  await emulator.close();
});
