import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmulator } from "cloud-compute-emulator";
import {
  bundleEmulatorCommand,
  type EmulatorCommand,
} from "../../packages/emulator/test/support/command.js";
import { blocksOf } from "../support/page-blocks.js";
import {
  bundleAsShown,
  writePageProject,
  type PageProject,
} from "../support/page-project.js";

const ROOT = new URL("../..", import.meta.url).pathname;
const GUIDE = "guides/workers.md";

let cli: EmulatorCommand;
let project: PageProject;

beforeAll(async () => {
  cli = await bundleEmulatorCommand();
  const guide = await readFile(join(ROOT, GUIDE), "utf8");
  const [config = "", testCase = ""] = blocksOf(guide, "text");
  const { compilerOptions } = JSON.parse(config) as { compilerOptions: object };
  project = await writePageProject(GUIDE, compilerOptions);
  await writeFile(join(project.folder, "test_input.json"), testCase);
});
afterAll(async () => {
  await cli.remove();
  await project.remove();
});

test("the code of the guide to workers compiles with its tsconfig.json, also under the strictest options", () => {
  expect(project.errors()).toEqual([]);
  expect(project.files).toHaveLength(7);
});

test("the test in the guide to workers passes in vitest", async () => {
  const report = await project.test();
  expect(report).toMatchObject({ success: true, numTotalTests: 1 });
});

test("a reader of the guide to workers tests, deploys and calls a worker at the emulator", async () => {
  process.env["TSX_TSCONFIG_PATH"] = project.settings;
  const worker = join(project.folder, "worker.ts");
  const tested = await cli.run("worker", "test", worker);
  delete process.env["TSX_TSCONFIG_PATH"];
  // The job may end before it can be cancelled.
  expect(tested.stdout.match(/^(ok|skip|FAIL).*/gm)).toEqual([
    expect.stringMatching(/^ok .*test_input\.json/),
    expect.stringMatching(/^(ok|skip) .*a job that is cancelled/),
    expect.stringMatching(/^(ok|skip) .*a stop while a job runs/),
  ]);
  expect(tested.code).toBe(0);

  const emulator = createEmulator();
  const listener = await emulator.listen();
  const run = (file: string, variables: Record<string, string> = {}) =>
    project.run(file, [], { ...listener.variables, ...variables });
  const { stdout } = await run("deploy.ts");
  const endpointId = stdout.trim();
  // The service starts the container; here the test starts the worker.
  emulator.account.setWorkers(endpointId, { external: true });
  const working = run("worker.ts", { ...listener.workerVariables(endpointId) });
  const called = await run("client.ts", { ENDPOINT_ID: endpointId });
  expect(called.stdout).toBe("5 Ada and Grace\n");
  working.child.kill("SIGTERM");
  working.child.kill("SIGINT");
  await working;
  await emulator.close();
});

test("the handler and the client of the guide to workers stream, and check each part", async () => {
  const program = `
    import { createEmulator } from "cloud-compute-emulator";
    import { startWorker } from "cloud-compute-sdk/worker";
    import { printWords, streamWords } from "./stream.ts";
    const emulator = createEmulator();
    const { variables, workerVariables } = await emulator.listen();
    Object.assign(process.env, variables);
    emulator.account.setWorkers("my-endpoint", { external: true });
    const environment = workerVariables("my-endpoint");
    const worker = await startWorker(streamWords, { environment, writeLine: () => {} });
    await printWords("my-endpoint", "a pier");
    void worker.stop();
    await emulator.close();`;
  await writeFile(join(project.folder, "run-stream.ts"), program);
  const { stdout } = await project.run("run-stream.ts", []);
  expect(stdout).toBe("a\npier\n");
});

test("the command of the guide to workers bundles a package in CommonJS", async () => {
  const folder = join(project.folder, "bundle");
  await mkdir(join(folder, "node_modules/counts"), { recursive: true });
  await writeFile(
    join(folder, "node_modules/counts/index.cjs"),
    'const { Buffer } = require("buffer"); module.exports = (text) => Buffer.from(text).length;',
  );
  await writeFile(
    join(folder, "worker.ts"),
    'import count from "counts/index.cjs"; console.log(count("pier"));',
  );
  await bundleAsShown(GUIDE, folder);
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(folder, "worker.mjs"),
  ]);
  expect(stdout).toBe("4\n");
});
