import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmulator } from "../../src/emulator/index.js";
import { bundleCli, type Cli } from "../support/cli-process.js";
import { blocksOf } from "../support/page-blocks.js";

const ROOT = new URL("../..", import.meta.url).pathname;

let cli: Cli;
let folder: string;
/** The files that the guide writes. */
let files: string[];
/** Its tsconfig.json. */
let settings: { readonly compilerOptions: object };

beforeAll(async () => {
  cli = await bundleCli();
  await mkdir(join(ROOT, ".cache"), { recursive: true });
  folder = await mkdtemp(join(ROOT, ".cache", "guide-"));
  const guide = await readFile(join(ROOT, "guides/workers.md"), "utf8");
  files = [];
  for (const block of blocksOf(guide, "ts")) {
    const name = /^\/\/ (\S+\.ts)$/m.exec(block)?.[1] ?? "";
    files.push(join(folder, name));
    await writeFile(join(folder, name), block);
  }
  const [config = "", testCase = ""] = blocksOf(guide, "text");
  settings = JSON.parse(config) as typeof settings;
  await writeFile(join(folder, "test_input.json"), testCase);
  const paths = {
    "cloud-compute-sdk": [join(ROOT, "src/index.ts")],
    "cloud-compute-sdk/*": [join(ROOT, "src/*/index.ts")],
  };
  const compilerOptions = { ...settings.compilerOptions, paths };
  await writeFile(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions }),
  );
});
afterAll(async () => {
  await cli.remove();
  await rm(folder, { recursive: true });
});

const environment = () => ({
  ...process.env,
  TSX_TSCONFIG_PATH: join(folder, "tsconfig.json"),
});

test("the code of the guide to workers compiles with its tsconfig.json, also under the strictest options", () => {
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), (name) =>
    ts.sys.readFile(name),
  ) as { config: { compilerOptions: object } };
  const { options } = ts.convertCompilerOptionsFromJson(
    { ...config.compilerOptions, ...settings.compilerOptions },
    ROOT,
  );
  const program = ts.createProgram(files, options);
  const messages = files.flatMap((file) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(file))
      .map(({ messageText }) =>
        ts.flattenDiagnosticMessageText(messageText, "\n"),
      ),
  );
  expect(messages).toEqual([]);
  expect(files).toHaveLength(7);
});

test("the test in the guide to workers passes in vitest", async () => {
  const alias = [
    { find: "cloud-compute-sdk/emulator", replacement: "emulator/index.ts" },
    { find: "cloud-compute-sdk/worker", replacement: "worker/index.ts" },
    { find: "cloud-compute-sdk", replacement: "index.ts" },
  ].map(({ find, replacement }) => ({
    find,
    replacement: join(ROOT, "src", replacement),
  }));
  const config = join(folder, "vitest.config.mjs");
  const content = JSON.stringify({ resolve: { alias } });
  await writeFile(config, `export default ${content};`);
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--root", folder, "--reporter", "json"];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(JSON.parse(stdout)).toMatchObject({ success: true, numTotalTests: 1 });
});

test("a reader of the guide to workers tests, deploys and calls a worker at the emulator", async () => {
  process.env["TSX_TSCONFIG_PATH"] = environment().TSX_TSCONFIG_PATH;
  const tested = await cli.run("worker", "test", join(folder, "worker.ts"));
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
  const run = (name: string, variables: Record<string, string> = {}) => {
    const args = ["--import", "tsx", join(folder, name)];
    const env = { ...environment(), ...listener.variables, ...variables };
    return promisify(execFile)(process.execPath, args, { env, cwd: ROOT });
  };
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
    import { createEmulator } from "cloud-compute-sdk/emulator";
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
  const file = join(folder, "run-stream.ts");
  await writeFile(file, program);
  const args = ["--import", "tsx", file];
  const options = { env: environment(), cwd: ROOT };
  const { stdout } = await promisify(execFile)(process.execPath, args, options);
  expect(stdout).toBe("a\npier\n");
});

test("the command of the guide to workers bundles a package in CommonJS", async () => {
  const guide = await readFile(join(ROOT, "guides/workers.md"), "utf8");
  const [command = ""] = /^npx esbuild .*/m.exec(guide) ?? [];
  const project = join(folder, "bundle");
  await mkdir(join(project, "node_modules/counts"), { recursive: true });
  await writeFile(
    join(project, "node_modules/counts/index.cjs"),
    'const { Buffer } = require("buffer"); module.exports = (text) => Buffer.from(text).length;',
  );
  await writeFile(
    join(project, "worker.ts"),
    'import count from "counts/index.cjs"; console.log(count("pier"));',
  );
  const shell = command.replace("npx esbuild", "$ESBUILD");
  const ESBUILD = join(ROOT, "node_modules/.bin/esbuild");
  const options = { cwd: project, env: { ...process.env, ESBUILD } };
  await promisify(execFile)("sh", ["-c", shell], options);
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(project, "worker.mjs"),
  ]);
  expect(stdout).toBe("4\n");
});
