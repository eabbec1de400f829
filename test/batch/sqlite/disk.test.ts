import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import type { BatchProgress, UnsavedJob } from "../../../src/batch/index.js";
import { createEmulator, type Emulator } from "cloud-compute-emulator";
import { temporaryFolder } from "../suite/temporary-batch.js";

const MOUNT_NAMESPACE = ["unshare", "--map-root-user", "--mount"];
const probe = spawnSync("unshare", ["--map-root-user", "--mount", "true"], {
  encoding: "utf8",
});
const isPermitted = probe.status === 0;
if (!isPermitted)
  console.warn(
    `skipped: this platform permits no mount namespaces (${probe.stderr || String(probe.error)})`,
  );

/** What a process that works on the batch prints. */
interface Printed {
  readonly reason?: string;
  readonly error?: {
    readonly name: string;
    readonly code: string;
    readonly message: string;
    readonly jobs?: readonly UnsavedJob[];
  };
  readonly progress?: BatchProgress;
}

it.skipIf(!isPermitted)(
  "batch.work ends with a clear error on a full disk, and continues when the disk has room",
  async () => {
    const { printed, emulator } = await runScript("full.sh", MOUNT_NAMESPACE);
    const [full, continued] = printed;
    expect(full?.error).toMatchObject({
      name: "BatchError",
      code: "ledger_failed",
      message: expect.stringMatching(
        /ledger\.db cannot be used: database or disk is full\. Free space/,
      ) as string,
    });
    expectAllOnce(emulator, full, continued);
  },
);

it.skipIf(!isPermitted)(
  "fileLedger refuses a folder that is read-only with a clear error, and loses nothing",
  async () => {
    const script = "read-only.sh";
    const { printed, emulator } = await runScript(script, MOUNT_NAMESPACE);
    const [first, writable, later] = printed;
    for (const refused of [first, later])
      expect(refused?.error).toMatchObject({
        code: "ledger_failed",
        message: expect.stringMatching(/Make the folder writable/) as string,
      });
    expect(writable).toMatchObject({
      reason: "done",
      progress: { completed: 10 },
    });
    expect(emulator.jobs()).toHaveLength(10);
  },
);

it("batch.work ends with a clear error when the system refuses to extend a file, and continues later", async () => {
  const { printed, emulator } = await runScript("limited.sh", []);
  const [limited, continued] = printed;
  expect(limited?.error).toMatchObject({
    code: "ledger_failed",
    message: expect.stringMatching(/disk I\/O error/) as string,
  });
  expectAllOnce(emulator, limited, continued);
});

/** Expects that each item was submitted at most once and has a result, but for those whose job the first process has named. */
function expectAllOnce(
  emulator: Emulator,
  first: Printed | undefined,
  second: Printed | undefined,
): void {
  const inputs = emulator.jobs().map(({ input }) => JSON.stringify(input));
  expect(new Set(inputs).size).toBe(inputs.length);
  const jobs = first?.error?.jobs ?? [];
  expect(second).toMatchObject({
    reason: jobs.length === 0 ? "done" : "unknown",
    progress: {
      completed: inputs.length - jobs.length,
      unknown: jobs.length,
      queued: 0,
      running: 0,
    },
  });
  for (const { key, id } of jobs) {
    expect(emulator.jobs().map((job) => job.id)).toContain(id);
    expect(key).not.toBe("");
  }
}

/** Runs a shell script with a folder of its own and the command that works on a batch. */
async function runScript(name: string, launcher: readonly string[]) {
  const emulator = createEmulator();
  const output = { text: "x".repeat(500), cost: 0.01 };
  emulator.model("echo", () => output, { workers: 20 });
  const { urls } = await emulator.listen();
  onTestFinished(() => emulator.close());
  const folder = join(import.meta.dirname, "disk");
  const work = `${process.execPath} --no-warnings --import tsx ${join(folder, "work.ts")}`;
  const ledger = temporaryFolder();
  const script = ["sh", join(folder, name), ledger, work];
  const [program = "sh", ...args] = launcher.concat(script);
  const child = spawn(program, args, {
    env: {
      ...process.env,
      CLOUD_COMPUTE_API_KEY: emulator.apiKey,
      CLOUD_COMPUTE_PUBLIC_BASE_URL: urls.publicBaseUrl,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [lines] = await Promise.all([text(child.stdout), once(child, "exit")]);
  const printed = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Printed);
  return { printed, emulator };
}
