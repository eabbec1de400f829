import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { fileStore } from "../../../src/batch/index.js";
import { collect } from "../../support/collect.js";
import {
  numbered,
  openEchoBatchIn,
  temporaryFolder,
  type NumberedInput,
} from "../suite/temporary-batch.js";

const openIn = (folder: string) => openEchoBatchIn(() => fileStore(folder));

/** Starts a process that claims an item and does nothing more. */
async function claimInProcess(folder: string): Promise<ChildProcess> {
  const program = `
    const { fileStore } = await import(${JSON.stringify(join(import.meta.dirname, "../../../src/batch/index.ts"))});
    const store = await fileStore(${JSON.stringify(folder)}).open("test", "{}");
    const member = await store.join();
    const [item] = await store.take(member.id, 1);
    await store.change(item, { state: "submitting", attempt: 1, claim: "c" });
    console.log("claimed");
    setInterval(() => undefined, 1000);`;
  const child = spawn(
    process.execPath,
    ["--no-warnings", "--import", "tsx", "--input-type=module", "-e", program],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}

it.each(["-wal", "-shm"])(
  "batch.work ends when the %s file of the batch is deleted",
  async (ending) => {
    const folder = temporaryFolder();
    const { batch, emulator } = await openIn(folder);
    await batch.add(numbered(30));
    let isGone = false;
    emulator.model("echo", ({ n }: NumberedInput) => {
      if (!isGone) rmSync(join(folder, `test.db${ending}`));
      isGone = true;
      return { echo: n };
    });
    const end = await batch.work({ concurrency: 2 }).then(
      ({ error }) => error,
      (reason: unknown) => reason,
    );
    expect(end).toMatchObject({
      code: "batch_store_failed",
      message: expect.stringContaining(
        `test.db${ending} was deleted`,
      ) as string,
    });
    expect(emulator.jobs().length).toBeLessThanOrEqual(4);
  },
);

it("batch.work submits nothing when a living process has written what the files of the batch no longer hold", async () => {
  const folder = temporaryFolder();
  const { batch } = await openIn(folder);
  await batch.add(numbered(3));
  await batch.close();
  await claimInProcess(folder);
  rmSync(join(folder, "test.db-wal"));
  rmSync(join(folder, "test.db-shm"));
  const second = await openIn(folder);
  await expect(second.batch.work()).rejects.toMatchObject({
    code: "batch_store_failed",
    message: expect.stringContaining("-wal file was deleted") as string,
  });
  expect(second.emulator.jobs()).toHaveLength(0);
});

it.each([
  ["deleted", (file: string) => rmSync(file)],
  [
    "replaced",
    (file: string) => {
      renameSync(file, `${file}.away`);
      writeFileSync(file, "");
    },
  ],
])(
  "batch.work ends when the file of the batch is %s, and names the jobs that it cannot keep",
  async (_name, act) => {
    const folder = temporaryFolder();
    const { batch, emulator } = await openIn(folder);
    await batch.add(numbered(30));
    let isGone = false;
    emulator.model("echo", ({ n }: NumberedInput) => {
      if (!isGone) act(join(folder, "test.db"));
      isGone = true;
      return { echo: n };
    });
    const end = await batch.work({ concurrency: 2 }).then(
      ({ error }) => error,
      (reason: unknown) => reason,
    );
    expect(end).toMatchObject({
      name: "BatchError",
      code: "batch_store_failed",
      message: expect.stringContaining("deleted, moved or replaced") as string,
    });
    expect(emulator.jobs().length).toBeLessThanOrEqual(4);
    await expect(batch.add(numbered(1))).rejects.toThrow("test.db was deleted");
  },
);

it("two processes share a batch whose folder one of them reaches through a symbolic link", async () => {
  const folder = temporaryFolder();
  const link = join(temporaryFolder(), "link");
  symlinkSync(folder, link);
  const { batch, emulator, open } = await openIn(folder);
  await batch.add(numbered(40));
  const other = await open({ store: fileStore(link) });
  onTestFinished(() => other.close());
  await Promise.all([
    batch.work({ concurrency: 4 }),
    other.work({ concurrency: 4 }),
  ]);
  expect(emulator.jobs()).toHaveLength(40);
  expect(await other.progress()).toMatchObject({ completed: 40, inDoubt: 0 });
});

it("a folder keeps several batches apart", async () => {
  const folder = temporaryFolder();
  const { batch, open } = await openIn(folder);
  const other = await open({ name: "test.db" });
  onTestFinished(() => other.close());
  await batch.add(numbered(2));
  await other.add(numbered(3));
  await batch.delete();
  expect(await other.progress()).toMatchObject({ queued: 3 });
});

it("batch.progress counts the items of a killed process in doubt, and results() with follow ends", async () => {
  const folder = temporaryFolder();
  const { batch } = await openIn(folder);
  await batch.add(numbered(1));
  const child = await claimInProcess(folder);
  expect(await batch.progress()).toMatchObject({ submitting: 1, workers: 1 });
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(await batch.progress()).toMatchObject({ inDoubt: 1, workers: 0 });
  expect(await collect(batch.results({ follow: true }))).toEqual([]);
});

it("a batch whose process could not give back its items is continued by the same process", async () => {
  const folder = temporaryFolder();
  const store = await fileStore(folder).open("test", "{}");
  onTestFinished(() => store.close());
  await store.add([{ key: "a", input: "{}", policy: null, priority: 0 }]);
  const member = await store.join();
  await store.take(member.id, 1);
  const file = join(folder, "test.db");
  renameSync(file, `${file}.away`);
  await expect(member.leave()).rejects.toThrow("was deleted");
  renameSync(`${file}.away`, file);
  await store.releaseDeadWorkers();
  const next = await store.join();
  expect(await store.take(next.id, 1)).toHaveLength(1);
  await next.leave();
});
