import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { runtimeOf } from "../../bin/worker/runtime.js";
import { createClient } from "cloud-compute-sdk";
import { openVolume, type VolumeClient } from "cloud-compute-sdk/files";
import {
  bundleEmulatorCommand,
  type EmulatorCommand,
} from "../support/command.js";

/** How long a process may take on a slow machine. */
const WAIT = { timeout: 60_000 };

let cli: EmulatorCommand;
/** The folder of a worker, below the folder of the command. */
let folder: string;
let count = 0;
beforeAll(async () => {
  cli = await bundleEmulatorCommand();
});
afterAll(() => cli.remove());
beforeEach(async () => {
  folder = join(cli.folder, `project-${++count}`);
  await mkdir(folder);
});

const write = (name: string, text: string) =>
  writeFile(join(folder, name), text);

/** A worker with this body of a handler, as a project with tsx has it. */
const writeWorker = (body: string) =>
  write(
    "worker.ts",
    `import { startWorker, type JobContext } from "../../../src/worker/index.js";
    interface Input { readonly number: number; readonly waits?: boolean }
    const worker = await startWorker(async ({ number, waits }: Input, { signal }: JobContext) => { ${body} });
    await worker.done;`,
  );

const DOUBLE = "return number * 2;";
/** Waits until the job is cancelled. */
const WAITS = `if (waits) await new Promise((_, reject) => {
  signal.addEventListener("abort", () => reject(signal.reason));
}); ${DOUBLE}`;

/** Writes the cases of the worker, and returns the flag that names their folder. */
async function writeCases(cases: Readonly<Record<string, object>>) {
  await mkdir(join(folder, "cases"));
  for (const [name, content] of Object.entries(cases))
    await write(`cases/${name}.json`, JSON.stringify(content));
  return ["--cases", join(folder, "cases")];
}

describe("the command worker test", () => {
  const run = (...args: string[]) =>
    cli.run("worker", "test", join(folder, "worker.ts"), ...args);

  test("passes where each case has its output or its error, a cancel does no harm, and a stop leaves no job", async () => {
    await writeWorker(`if (number < 0) throw new Error("too small"); ${WAITS}`);
    const flags = await writeCases({
      one: { input: { number: 1 }, output: 2 },
      small: { input: { number: -1 }, error: "too small" },
      some: { input: { number: 3 } },
      tiny: { input: { number: -2 }, error: true },
    });
    const { code, stdout } = await run(...flags);
    expect(stdout).not.toMatch(/^FAIL.*/m);
    expect(stdout.match(/^ok {4}.*json.*/gm)).toEqual([
      expect.stringContaining("one.json"),
      expect.stringContaining("small.json"),
      expect.stringMatching(/some\.json \(\d+ ms\): nothing to compare$/),
      expect.stringMatching(/tiny\.json \(\d+ ms\)$/),
    ]);
    expect(code).toBe(0);
  });

  test("cancels a job, and stops the worker in one, with the first case that is without an error", async () => {
    // In the first process, the second job waits for its cancel. In the second process, the first job waits for the stop.
    await write(
      "worker.ts",
      `import { existsSync, writeFileSync } from "node:fs";
      import { startWorker, type JobContext } from "../../../src/worker/index.js";
      const marker = ${JSON.stringify(join(folder, "cancelled"))};
      const isSecond = existsSync(marker);
      const stopped = new Promise((resolve) => process.once("SIGTERM", resolve));
      let runs = 0;
      await startWorker(async ({ number }: { number: number }, { signal }: JobContext) => {
        if (number < 0) throw new Error("too small");
        runs += 1;
        if (isSecond) await stopped;
        else if (runs === 2) {
          writeFileSync(marker, "");
          await new Promise((resolve) => signal.aborted ? resolve(1) : signal.addEventListener("abort", resolve));
        }
        return number * 2;
      });`,
    );
    const flags = await writeCases({
      a: { input: { number: -1 }, error: true },
      b: { input: { number: 1 }, output: 2 },
    });
    const { code, stdout } = await run(...flags);
    expect(stdout).toMatch(/^ok {4}a job that is cancelled \(\d+ ms\)$/m);
    expect(stdout).toMatch(/^ok {4}a stop while a job runs \(\d+ ms\)$/m);
    expect(code).toBe(0);
  });

  test("ends where handlers never end, and names the jobs whose handlers ignore their signals", async () => {
    await writeWorker("return new Promise(() => setInterval(() => 1, 1e6));");
    await write("test_input.json", JSON.stringify({ input: { number: 1 } }));
    const { code, stdout } = await run("--timeout", "100");
    const left = "the handler of job \\S+ has not ended: it ignores its signal";
    const late = "the job has not ended within 100 ms";
    for (const line of [
      `test_input.json: ${late}; ${left}$`,
      `FAIL  a job that is cancelled: .*${late}; ${left}$`,
      `FAIL  a stop while a job runs: ${late}; ${left}$`,
    ])
      expect(stdout).toMatch(new RegExp(line, "m"));
    expect(code).toBe(1);
  });

  test("ends the worker at a signal, although its handler goes on", async () => {
    await writeWorker(
      'console.log("pid " + process.pid); return new Promise(() => setInterval(() => 1, 1e6));',
    );
    await write("test_input.json", JSON.stringify({ input: { number: 1 } }));
    const file = join(folder, "worker.ts");
    const { child, output, exited } = cli.launch("worker", "test", file);
    await vi.waitFor(() => {
      expect(output()).toMatch(/^pid \d+$/m);
    }, WAIT);
    child.kill("SIGINT");
    const { code, stdout } = await exited;
    expect(code).toBe(130);
    expect(stdout).not.toContain("FAIL");
    const pid = Number(/^pid (\d+)$/m.exec(stdout)?.[1]);
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });

  test("says that a file which starts no worker has asked for no job", async () => {
    await write("worker.ts", "export const nothing = 1;");
    await write("test_input.json", JSON.stringify({ input: { number: 1 } }));
    const { code, stdout } = await run();
    expect(stdout).toContain(
      "the file has ended without asking for a job: does it call startWorker?",
    );
    expect(code).toBe(1);
  });

  test("fails where a job ends well that should fail, or with another error, and skips what needs a case without an error", async () => {
    await writeWorker(`if (number < 0) throw new Error("small"); ${DOUBLE}`);
    const flags = await writeCases({
      a: { input: { number: 1 }, error: true },
      b: { input: { number: -1 }, error: "large" },
    });
    const { code, stdout } = await run(...flags);
    expect(stdout).toMatch(/^FAIL .*a\.json: the job has not failed$/m);
    expect(stdout).toMatch(/^FAIL .*b\.json: .* and not "large"/m);
    expect(stdout).toMatch(/^skip {2}a job that is cancelled: no case/m);
    expect(stdout).toMatch(/^skip {2}a stop while a job runs: no case/m);
    expect(code).toBe(1);
  });

  test("reads test_input.json beside the worker, and fails where the output is another", async () => {
    await writeWorker(DOUBLE);
    const testCase = { input: { number: 1 }, output: 3 };
    await write("test_input.json", JSON.stringify(testCase));
    const { code, stdout } = await run();
    expect(stdout).toContain("the output is 2, and not 3");
    expect(code).toBe(1);
  });

  test("fails where the worker ends with a job, and ends what the worker has started", async () => {
    await writeWorker(`const { spawn } = await import("node:child_process");
      const args = ["--eval", "setInterval(() => {}, 1000)"];
      console.log("left", spawn(process.execPath, args, { stdio: "ignore" }).pid);
      process.exit(7); ${DOUBLE}`);
    await write("test_input.json", JSON.stringify({ input: { number: 1 } }));
    const { code, stdout } = await run();
    expect(stdout).toContain("the worker has exited with 7, and has left");
    expect(code).toBe(1);
    const [, pid] = /^left (\d+)$/m.exec(stdout) ?? [];
    await vi.waitFor(
      () => expect(() => process.kill(Number(pid), 0)).toThrow("ESRCH"),
      WAIT,
    );
  });

  test.each([
    [["worker"], /worker needs dev or test/],
    [["worker", "test"], /worker needs the file/],
    [["worker", "test", "none.ts"], /there is no file none.ts/],
    [["worker", "test", "cli.mjs"], /there is no .*test_input.json/],
    [["worker", "dev", "cli.mjs", "--cases", "a"], /'--cases'/],
  ])("rejects %j with the exit code 2", async (args, message) => {
    const { code, stderr } = await cli.call(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });

  test.each([
    ["{", /cannot be read/],
    ["{}", /needs an object as "input"/],
    ['{"input": {}, "outptu": 2}', /"outptu"; did you mean "output"\?/],
    ['[{"input": {}}]', /is a list: write one case into each file/],
    [
      '{"input": {}, "error": false}',
      /needs a string, or true for any error, as "error"/,
    ],
    [
      '{"input": {}, "output": 1, "error": true}',
      /both an "output" and an "error"/,
    ],
  ])("rejects the case %s with the exit code 2", async (text, message) => {
    await writeWorker(DOUBLE);
    await write("test_input.json", text);
    const file = join(folder, "worker.ts");
    const { code, stderr } = await cli.call("worker", "test", file);
    expect(code).toBe(2);
    expect(stderr).toContain("test_input.json");
    expect(stderr).toMatch(message);
  });
});

describe("the command worker dev", () => {
  /** Starts the command, and a client with the variables that it prints. */
  async function startDev(...flags: string[]) {
    const file = join(folder, "worker.ts");
    const args = ["worker", "dev", file, "--port", "0", ...flags];
    const launched = cli.launch(...args);
    const until = (text: RegExp) =>
      vi.waitFor(() => {
        expect(launched.output()).toMatch(text);
      }, WAIT);
    await until(/Stop: Ctrl\+C/);
    for (const [, name = "", value = ""] of launched
      .output()
      .matchAll(/^export (\w+)='?([^'\n]*)'?$/gm))
      vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    return { ...launched, until, cloud: createClient() };
  }

  test("runs the worker at an emulator, prints a line for each job, and restarts the worker when a file changes", async () => {
    await writeWorker(WAITS);
    const { child, exited, until, cloud } = await startDev();
    const model = cloud.model("my-endpoint");
    const first = await model.runSync({ number: 1 });
    expect(first.output).toBe(2);
    await until(new RegExp(`^${first.id} COMPLETED \\d+ ms$`, "m"));
    // A job that goes on when a file changes is given to the next worker.
    const running = await model.run({ number: 1, waits: true });
    await vi.waitFor(async () => {
      expect((await running.status()).status).toBe("IN_PROGRESS");
    }, WAIT);
    await writeWorker("return number * 3;");
    await until(/worker\.ts has changed/);
    expect((await running.wait({ interval: 50 })).output).toBe(3);
    await writeWorker("return number * ;");
    await until(/the worker has exited with 1; no worker runs/);
    await writeWorker("process.kill(process.pid, 'SIGKILL');" + DOUBLE);
    // A worker that was killed is not started again until a file is saved: the next worker gets its job.
    const left = await model.run({ number: 1 });
    await until(
      new RegExp(
        `the worker was killed \\(SIGKILL\\) while it ran ${left.id}; no worker runs: save a file .*cancel the job on the page`,
      ),
    );
    await writeWorker("return number * 4;");
    expect((await left.wait({ interval: 50 })).output).toBe(4);
    child.kill("SIGTERM");
    const { code, stderr } = await exited;
    expect(code).toBe(0);
    // The error of the compiler.
    expect(stderr).toContain("worker.ts:3:");
  });

  test("names the job that the worker has not ended at the second signal", async () => {
    await writeWorker("return new Promise(() => setInterval(() => 1, 1e6));");
    const { child, exited, until, cloud } = await startDev();
    const job = await cloud.model("my-endpoint").run({ number: 1 });
    await vi.waitFor(async () => {
      expect((await job.status()).status).toBe("IN_PROGRESS");
    }, WAIT);
    child.kill("SIGTERM");
    await until(/the worker ends when its jobs have ended/);
    child.kill("SIGINT");
    const { code, stdout } = await exited;
    expect(code).toBe(0);
    expect(stdout).toContain(
      `the worker was killed (SIGKILL) while it ran ${job.id}\n`,
    );
  });

  test("gives the endpoint a network volume, which the worker and the programs that upload share", async () => {
    await writeWorker(
      `const { readdirSync } = await import("node:fs"); return readdirSync(process.env["CLOUD_COMPUTE_VOLUME"] ?? "").length + number;`,
    );
    const { child, exited, until, cloud } = await startDev("--volume", "data");
    await until(/^Volume: data, in \/.*\/data/m);
    const version2 = Reflect.get(cloud, "v2") as VolumeClient;
    const volume = await openVolume(version2, "data");
    await volume.upload(new Blob(["one"]), "one.txt");
    const { output: counted } = await cloud
      .model("my-endpoint")
      .runSync({ number: 1 });
    expect(counted).toBe(2);
    child.kill("SIGTERM");
    expect((await exited).code).toBe(0);
  });
});

describe("the runtime of a worker", () => {
  test("is this Node, with tsx for TypeScript where the project has tsx", () => {
    expect(runtimeOf("/project/worker.mjs")).toEqual([
      process.execPath,
      "/project/worker.mjs",
    ]);
    const [program, flag, tsx, file] = runtimeOf(join(folder, "worker.ts"));
    expect([program, flag]).toEqual([process.execPath, "--import"]);
    expect(tsx).toMatch(/^file:.*\/tsx\//);
    expect(file).toBe(join(folder, "worker.ts"));
  });

  test.each([
    ["22.17.1", /Node 22\.17\.1 does not run TypeScript: install tsx/],
    ["22.18.0", undefined],
  ])(
    "without tsx is Node %s, if that version runs TypeScript",
    (node, message) => {
      vi.spyOn(process, "versions", "get").mockReturnValue({
        ...process.versions,
        node,
      });
      const run = () => runtimeOf("/no-such-project/worker.ts");
      if (message) expect(run).toThrow(message);
      else
        expect(run()).toEqual([process.execPath, "/no-such-project/worker.ts"]);
      vi.restoreAllMocks();
    },
  );
});
