import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openStateFile } from "../../bin/state-file.js";
import { createCommandEmulator } from "../../src/emulator.js";

test("a state file that is closed ends its writes first, and ignores later ones", async () => {
  const folder = await mkdtemp(join(tmpdir(), "state-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, "state.json");
  const emulator = createCommandEmulator();
  const file = await openStateFile(path);
  await file.begin(emulator);
  const template = { imageName: "example/image:1" };
  emulator.seed({ templates: [{ name: "before", ...template }] });
  const saving = file.save();
  const closing = file.close();
  const savingAgain = file.save();
  await Promise.all([saving, closing, savingAgain]);
  emulator.seed({ templates: [{ name: "after", ...template }] });
  await file.save();
  const again = await openStateFile(path);
  expect(JSON.stringify(again.loaded)).toContain('"before"');
  await again.close();
});
