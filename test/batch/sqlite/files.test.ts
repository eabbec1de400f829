import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { BatchOptions } from "../../../src/batch/index.js";
import { LEASE_MS } from "../../../src/batch/ledger.js";
import { fileLedger } from "../../../src/batch/sqlite/index.js";
import { findFuse } from "../../../src/batch/sqlite/network.js";
import { collect } from "../../support/collect.js";
import {
  abortWhenRunning,
  createGate,
  endWorker,
  joinWorker,
  numbered,
  openDefined,
  openEchoBatch,
  readAll,
  temporaryFolder,
  type NumberedInput,
} from "../suite/temporary-batch.js";

const newFolder = () => join(temporaryFolder(), "batches");

/** A batch in a file ledger, and its folder. */
async function openInFolder(folder = newFolder()) {
  const opened = await openEchoBatch({ ledger: fileLedger(folder) });
  return { ...opened, folder };
}

type FileLedger = ReturnType<typeof fileLedger>;

/** A ledger with a witness beside its folder. */
function witnessed(folder: string): FileLedger {
  const ledger = fileLedger(folder, { witness: `${folder}.witness` });
  onTestFinished(() => ledger.close());
  return ledger;
}

/** A batch in such a ledger, and its folder. */
async function openWitnessed(options?: Partial<BatchOptions<NumberedInput>>) {
  const folder = newFolder();
  const ledger = witnessed(folder);
  return { ...(await openEchoBatch({ ledger, ...options })), folder };
}

it("a ledger that was closed opens again, where the log of its database is another file", async () => {
  const { folder, batch, open, ledger } = await openInFolder();
  await batch.add(numbered(1));
  for (const name of ["wal", "shm"]) {
    await ledger.close();
    // These take the numbers of the files that SQLite has removed.
    for (const other of ["a", "b", "c"])
      writeFileSync(join(folder, name + other), "");
    const again = await open();
    expect(await again.add(numbered(1))).toMatchObject({ present: 1 });
  }
});

it.each([
  ["deleted", "ledger.db-wal", rmSync],
  ["deleted", "ledger.db-shm", rmSync],
  ["deleted", "ledger.db", rmSync],
  [
    "replaced",
    "ledger.db",
    (path: string) => {
      renameSync(path, `${path}.away`);
      writeFileSync(path, "");
    },
  ],
])(
  "batch.work ends when somebody has %s the file %s, and names the file",
  async (_name, file, act) => {
    const { folder, batch, emulator } = await openInFolder();
    await batch.add(numbered(30));
    let isGone = false;
    emulator.model("echo", ({ n }: NumberedInput) => {
      if (!isGone) act(join(folder, file));
      isGone = true;
      return { echo: n };
    });
    const end = await batch.work({ concurrency: 2 }).then(
      ({ error }) => error,
      (reason: unknown) => reason,
    );
    expect(end).toMatchObject({ code: "ledger_went_back" });
    expect(emulator.jobs().length).toBeLessThanOrEqual(4);
    await expect(batch.add(numbered(1))).rejects.toThrow(`${file} was deleted`);
  },
);

/** Closes a ledger, lets `goOn` change it, and opens the copy that was made before. */
async function restoreBefore(
  folder: string,
  ledger: FileLedger,
  goOn: (ledger: FileLedger) => Promise<unknown>,
  copy: (from: string, to: string) => void = copyFileSync,
) {
  const file = join(folder, "ledger.db");
  await ledger.close();
  copy(file, `${file}.backup`);
  const later = witnessed(folder);
  await goOn(later);
  await later.close();
  copy(`${file}.backup`, file);
  return witnessed(folder);
}

/** A ledger that was restored from a copy which was made after some of its items were submitted. */
async function openRestored(copy: (from: string, to: string) => void) {
  const first = await openWitnessed();
  const { folder, batch, emulator, ledger, open } = first;
  await batch.add(numbered(4));
  await batch.work();
  const { jobs } = emulator;
  expect(jobs()).toHaveLength(4);
  await batch.add(numbered(10));
  const work = async (later: FileLedger) =>
    (await open({ ledger: later })).work();
  const restored = await restoreBefore(folder, ledger, work, copy);
  expect(jobs()).toHaveLength(10);
  return { ...first, restored };
}

it("a ledger that was restored from a backup is refused before anything is submitted, and submits nothing twice after adopt()", async () => {
  const { open, restored, emulator } = await openRestored(copyFileSync);
  await expect(open({ ledger: restored })).rejects.toThrow(
    /lacks submits .* of the batches test \(6\): .*adopt/,
  );
  expect(emulator.jobs()).toHaveLength(10);
  expect(await restored.adopt()).toBe(6);
  const batch = await open({ ledger: restored });
  expect(await batch.work()).toEqual({ reason: "unknown" });
  expect(await batch.progress()).toMatchObject({ completed: 4, unknown: 6 });
  expect(emulator.jobs()).toHaveLength(10);
});

it("a ledger that was restored from a backup is adopted also where items were submitted again since, and submits none of them a further time", async () => {
  const first = await openWitnessed({ attempts: 3 });
  const { folder, batch, emulator, ledger, open } = first;
  const gate = createGate();
  let hasFailed = false;
  emulator.model("echo", async ({ n }: NumberedInput) => {
    await gate.opened;
    if (n > 0 || hasFailed) return { echo: n };
    hasFailed = true;
    throw new Error("no memory");
  });
  await batch.add(numbered(1));
  await abortWhenRunning(batch);
  await batch.add(numbered(2));
  const restored = await restoreBefore(folder, ledger, async (later) => {
    gate.open();
    const end = await (await open({ ledger: later })).work();
    expect(end).toEqual({ reason: "done" });
  });
  expect(emulator.jobs()).toHaveLength(3);
  expect(await restored.adopt()).toBe(1);
  const adopted = await open({ ledger: restored });
  expect(await adopted.work()).toEqual({ reason: "unknown" });
  expect(await readAll(adopted)).toMatchObject([
    { input: { n: 1 }, reason: "in doubt" },
    { input: { n: 0 }, reason: "in doubt", error: { code: "in_doubt" } },
  ]);
  expect(emulator.jobs()).toHaveLength(3);
});

it("a ledger with a witness lets no process without one submit, until it is adopted without", async () => {
  const { folder, batch, ledger, open, emulator } = await openWitnessed();
  await batch.add(numbered(2));
  await ledger.close();
  const bare = fileLedger(folder);
  onTestFinished(() => bare.close());
  const other = await open({ ledger: bare });
  expect(await other.work()).toMatchObject({
    reason: "refused",
    error: {
      code: "ledger_needs_witness",
      message: expect.stringContaining("--witness") as string,
    },
  });
  await expect(other.run("own", { n: 7 })).rejects.toMatchObject({
    code: "ledger_needs_witness",
  });
  expect(emulator.jobs()).toEqual([]);
  await bare.adopt(0);
  expect(await other.work()).toMatchObject({ reason: "done" });
  expect(emulator.jobs()).toHaveLength(3);
});

describe("a ledger that lacks items which were submitted", () => {
  it("is not adopted after its folder was deleted, and pays again only for a batch that payAgain names", async () => {
    const { folder, batch, ledger, open, emulator } = await openWitnessed();
    await batch.add(numbered(3));
    await batch.work();
    await ledger.close();
    rmSync(folder, { recursive: true });
    const again = witnessed(folder);
    await expect(open({ ledger: again })).rejects.toThrow(
      /no longer has the batch test, .*submitted before \(3\).*was deleted.*batch adopt --pay-again test/,
    );
    for (const missing of [undefined, 2])
      await expect(again.adopt(missing)).rejects.toMatchObject({
        code: "ledger_lacks_items",
        message: expect.stringMatching(
          /of the batches test \(3\).*pays again.*payAgain: \["test"\]/,
        ) as string,
      });
    expect(await again.adopt(undefined, { payAgain: ["test"] })).toBe(0);
    const anew = await open({ ledger: again });
    await anew.add(numbered(3));
    expect(await anew.work()).toEqual({ reason: "done" });
    expect(emulator.jobs()).toHaveLength(6);
  });

  it("is not adopted after a backup without some of these items was restored, and payAgain puts the others in doubt", async () => {
    const { folder, batch, ledger, open, emulator } = await openWitnessed();
    await batch.add(numbered(4));
    const restored = await restoreBefore(folder, ledger, async (later) => {
      const grown = await open({ ledger: later });
      await grown.add(numbered(10));
      await grown.work();
    });
    await expect(restored.adopt()).rejects.toMatchObject({
      code: "ledger_lacks_items",
      message: expect.stringContaining("test (6)") as string,
    });
    expect(await restored.adopt(undefined, { payAgain: ["test"] })).toBe(4);
    expect(await (await open({ ledger: restored })).progress()).toMatchObject({
      unknown: 4,
    });
    expect(emulator.jobs()).toHaveLength(10);
  });

  it("is adopted where the user has removed the items before the backup", async () => {
    const { folder, batch, ledger, open } = await openWitnessed();
    await batch.add(numbered(4));
    await batch.work();
    const done = await readAll(batch);
    await batch.remove({ keys: done.map(({ key }) => key) });
    await batch.add(numbered(6).slice(4));
    const restored = await restoreBefore(folder, ledger, async (later) =>
      (await open({ ledger: later })).work(),
    );
    expect(await restored.adopt()).toBe(2);
  });
});

it("a batch that another process has deleted may be created again, though this process has claimed its items and goes on", async () => {
  const { folder, batch, open, emulator } = await openWitnessed();
  await batch.add(numbered(3));
  await batch.work();
  const other = witnessed(folder);
  await (await open({ ledger: other })).delete();
  const next = await open({ name: "next" });
  await next.add(numbered(1));
  await next.work();
  const again = await open();
  await again.add(numbered(3));
  expect(await again.work()).toEqual({ reason: "done" });
  expect(emulator.jobs()).toHaveLength(7);
});

it("a copy of a ledger is refused though its witness is gone, and adopt() asks for the number of the submits", async () => {
  const { folder, open, restored, emulator } = await openRestored(
    (from, to) => {
      // A file system may give the number of a deleted file to the next one: the first file stays.
      if (existsSync(to)) renameSync(to, `${to}.first`);
      copyFileSync(from, to);
    },
  );
  rmSync(`${folder}.witness`, { recursive: true });
  cpSync(folder, `${folder}.copy`, { recursive: true });
  await restored.close();
  const copied = witnessed(`${folder}.copy`);
  await expect(open({ ledger: copied })).rejects.toMatchObject({
    code: "ledger_went_back",
    message: expect.stringContaining("is a copy") as string,
  });
  await expect(copied.adopt()).rejects.toMatchObject({
    code: "ledger_went_back",
  });
  expect(await copied.adopt(6)).toBe(6);
  const batch = await open({ ledger: copied });
  expect(await batch.work()).toEqual({ reason: "unknown" });
  expect(emulator.jobs()).toHaveLength(10);
});

it("a witness whose file was emptied is refused, with its path and what to do", async () => {
  const { folder, batch, ledger, open } = await openWitnessed();
  await batch.add(numbered(1));
  await batch.work();
  await ledger.close();
  for (const name of readdirSync(`${folder}.witness`))
    writeFileSync(join(`${folder}.witness`, name), "");
  const again = witnessed(folder);
  await expect(open({ ledger: again })).rejects.toMatchObject({
    code: "ledger_failed",
    message: expect.stringMatching(
      /batches\.witness\/.*\.json is empty or damaged: put it back/,
    ) as string,
  });
});

it("a process may change its folder while it has a ledger of a relative path open", async () => {
  const before = process.cwd();
  process.chdir(temporaryFolder());
  onTestFinished(() => process.chdir(before));
  const { batch } = await openInFolder("batches");
  await batch.add(numbered(2));
  process.chdir(before);
  expect(await batch.work()).toEqual({ reason: "done" });
});

it.each([
  ["fuse.sshfs", "/mnt/a b/c", "fuse.sshfs"],
  ["virtiofs", "/mnt/a b", "virtiofs"],
  ["fuse.gocryptfs", "/mnt/a b/c", undefined],
  ["fuse.sshfs", "/mnt/a bc", undefined],
])(
  "findFuse finds in the list of mounts whether %s holds %s",
  (type, folder, found) => {
    const mounts = `21 1 8:1 / / rw shared:1 - ext4 /dev/sda1 rw
40 21 0:40 / /mnt/a\\040b rw,nosuid shared:2 - ${type} me@host:/data rw`;
    expect(findFuse(folder, mounts)).toBe(found);
  },
);

it("batch.work notices that the file went back while it was open, names its jobs, and submits nothing more", async () => {
  const { folder, batch, emulator } = await openInFolder();
  const file = join(folder, "ledger.db");
  await batch.add(numbered(10));
  copyFileSync(file, `${file}.backup`);
  copyFileSync(`${file}-wal`, `${file}.backup-wal`);
  let submitted = 0;
  const finish = createGate();
  emulator.model("echo", async ({ n }: NumberedInput) => {
    if (++submitted === 2) {
      // In place, so that the file keeps its number.
      copyFileSync(`${file}.backup`, file);
      copyFileSync(`${file}.backup-wal`, `${file}-wal`);
      rmSync(`${file}-shm`);
      finish.open();
    }
    await finish.opened;
    return { echo: n };
  });
  const error = await batch.work({ concurrency: 2 }).then(
    (end) => end.error,
    (reason: unknown) => reason,
  );
  expect(error).toMatchObject({ code: "ledger_went_back" });
  expect(emulator.jobs()).toHaveLength(2);
});

describe("a ledger whose format this version does not know", () => {
  /** Changes the file as a program of another version does. */
  function change(folder: string, sql: string): void {
    const { DatabaseSync } = createRequire(import.meta.url)("node:sqlite") as {
      readonly DatabaseSync: new (path: string) => {
        exec(sql: string): void;
        close(): void;
      };
    };
    const database = new DatabaseSync(join(folder, "ledger.db"));
    database.exec(sql);
    database.close();
  }

  it.each([
    ["UPDATE meta SET format = 9", "has the format 9"],
    ["DELETE FROM meta", "has no number of its format"],
    ["DROP TABLE meta", "has no number of its format"],
  ])("is refused when it is opened: %s", async (sql, message) => {
    const { folder, ledger, open } = await openInFolder();
    await ledger.close();
    change(folder, sql);
    await expect(open({ ledger: fileLedger(folder) })).rejects.toMatchObject({
      code: "ledger_format_unknown",
      message: expect.stringContaining(message) as string,
    });
  });

  it("is refused by a process that had it open before, which submits nothing more", async () => {
    const { folder, batch, emulator } = await openInFolder();
    await batch.add(numbered(3));
    change(folder, "UPDATE meta SET format = 9");
    expect(await batch.work()).toMatchObject({
      reason: "refused",
      error: { code: "ledger_format_unknown" },
    });
    expect(emulator.jobs()).toEqual([]);
  });
});

it("two processes share a ledger whose folder one of them reaches through a symbolic link", async () => {
  const { folder, batch, emulator, open } = await openInFolder();
  const link = join(temporaryFolder(), "link");
  symlinkSync(folder, link);
  await batch.add(numbered(40));
  const linked = fileLedger(link);
  onTestFinished(() => linked.close());
  const other = await open({ ledger: linked });
  await Promise.all([
    batch.work({ concurrency: 4 }),
    other.work({ concurrency: 4 }),
  ]);
  expect(emulator.jobs()).toHaveLength(40);
  expect(await other.progress()).toMatchObject({ completed: 40, unknown: 0 });
});

it("the items of a process that has ended are in doubt when its lease is over, and results() with follow ends", async () => {
  const { batch, ledger } = await openInFolder();
  await batch.add(numbered(1));
  const worker = await joinWorker(await openDefined(ledger));
  await worker.claim();
  expect(await batch.progress()).toMatchObject({ running: 1, workers: 1 });
  const now = Date.now();
  vi.spyOn(Date, "now").mockReturnValue(now + LEASE_MS + 1);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await batch.progress()).toMatchObject({ unknown: 1, workers: 0 });
  expect(await collect(batch.results({ follow: true }))).toMatchObject([
    { state: "unknown", reason: "in doubt", error: { code: "in_doubt" } },
  ]);
});

it("a worker whose lease is over claims nothing before it has joined again", async () => {
  const { batch, ledger, emulator } = await openInFolder();
  await batch.add(numbered(3));
  let first = true;
  emulator.model("echo", async ({ n }: NumberedInput) => {
    // Another process finds this one silent.
    if (first) await endWorker(ledger);
    first = false;
    return { echo: n };
  });
  expect(await batch.work({ concurrency: 1 })).toEqual({ reason: "done" });
  expect(emulator.jobs()).toHaveLength(3);
  expect(await batch.progress()).toMatchObject({ completed: 3, workers: 0 });
});

it("fileLedger refuses what is no path of a folder", () => {
  expect(() => fileLedger("")).toThrow(/folder must be the path/);
});
