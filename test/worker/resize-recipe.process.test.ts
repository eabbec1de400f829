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

test("the bundled worker of the recipe resizes the pictures that its programs upload to a volume of the emulator, and download", async () => {
  const { folder, settings } = project;
  await bundleAsShown(RECIPE, folder, `--tsconfig=${settings}`);
  await mkdir(join(folder, "pictures"), { recursive: true });
  const size = { width: 1600, height: 900 };
  const picture = sharp({
    create: { ...size, channels: 3, background: "red" },
  });
  await picture.toFile(join(folder, "pictures/pier.jpg"));

  const emulator = createEmulator();
  emulator.seed({
    networkVolumes: [
      { id: "pictures", name: "pictures", size: 10, dataCenterId: "EU-RO-1" },
    ],
    templates: [{ id: "t", name: "t", imageName: "i", isServerless: true }],
    endpoints: [
      { id: "my-endpoint", templateId: "t", networkVolumeId: "pictures" },
    ],
  });
  const { variables, workerVariables } = await emulator.listen();
  emulator.account.setWorkers("my-endpoint", { external: true });
  const working = project.run("worker.mjs", [], workerVariables("my-endpoint"));
  const own = { ...variables, VOLUME_ID: "pictures" };
  await project.run("transfer.ts", ["up"], own);
  const names = ["pier.jpg", "gone.jpg"];
  // The client exits with 1, because one picture is missing.
  const { code, stdout } = (await project
    .run("client.ts", names, own)
    .catch((error: unknown) => error)) as { code: number; stdout: string };
  expect(code).toBe(1);
  expect(stdout).toMatch(/^small\/pier\.jpg 800 pixels wide$/m);
  expect(stdout).toMatch(/^in\/gone\.jpg: JobError: .*in\/gone\.jpg/m);
  await project.run("transfer.ts", ["down"], own);
  const small = await sharp(join(folder, "small/pier.jpg")).metadata();
  expect(small).toMatchObject({ format: "jpeg", width: 800, height: 450 });
  working.child.kill("SIGTERM");
  working.child.kill("SIGINT");
  await working;
  await emulator.close();
});
