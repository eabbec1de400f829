import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import packageJson from "../../package.json" with { type: "json" };
import { labModule, ROOT, rootProgram } from "../shared/paths.js";
import { install, type Tarballs } from "../shared/tarball.js";
import { whileRunning } from "./command.js";
import { compile } from "./compile.js";

const EXAMPLES = join(ROOT, "examples");

/** What each example must print. */
const EXPECTED_OUTPUT: Readonly<Record<string, RegExp>> = {
  "find-capacity.ts": /USD an hour, stock \w+\nrented for [\d.]+ USD an hour/,
  "durable-batch.ts":
    /^500 prompts added, 0 were there$[^]*^done: 500 completed, 0 failed, 0 unknown\nthe batch has cost at least 1\.5000 and at most 1\.5000 USD$/m,
  "gpu-prices.ts": /USD an hour[^]*L4/,
  "growing-volume.ts":
    /20 GB\n.*40 GB\n.*80 GB\nResponseError: v2\.networkVolumes\.update/,
  "image-to-file.ts":
    /COMPLETED[^]*█{30} (\d+) of \1 bytes\npicture\.png: \1 bytes/,
  "many-prompts.ts":
    /a reason to fail: JobError[^]*\n5 jobs, 0\.\d*[1-9]\d* USD/,
  "resume.ts":
    /process (\d+) submitted (\S+) and ends\nprocess (?!\1)\d+ has \2: http/,
  "train-on-gpu.ts":
    /created[^]*ready[^]*ssh root@[^]*epoch 3: the Pod answers 200\nreleasing \nreleased/,
  "route-handler.ts": /^202 .*\n400 400 [^]*COMPLETED[^]*http/,
};

/** The examples that serve without end: they are compiled here, and run by the tests of workers. */
const SERVERS = ["worker-load-balancer.ts"];

/** The examples that need the SQLite of Node 22. */
const EXAMPLES_OF_NODE_22 = ["durable-batch.ts"];

/** Type-checks the examples in a folder where the package is installed, and runs each against the emulator. */
export function tryExamples(folder: string): void {
  const copy = join(folder, "examples");
  cpSync(EXAMPLES, copy, { recursive: true });
  writeFileSync(join(copy, "package.json"), `{ "type": "module" }`);
  const programs = readdirSync(copy).filter((file) => file.endsWith(".ts"));
  const unknown = programs.filter(
    (file) => !(file in EXPECTED_OUTPUT) && !SERVERS.includes(file),
  );
  if (unknown.length > 0)
    throw new Error(`no output is expected of ${unknown.join(", ")}`);
  compile(copy, programs);
  const emulator = ["cloud-compute-emulator", "--speed", "10", "--"];
  for (const [file, expected] of Object.entries(EXPECTED_OUTPUT)) {
    const command = [...emulator, rootProgram("tsx"), file];
    if (EXAMPLES_OF_NODE_22.includes(file))
      command.splice(emulator.length, 0, labModule("node22", "bin", "node"));
    expectOutput(`examples/${file}`, run(copy, "npx", command), expected);
  }
}

/** Runs the tests of an example that is a project of its own, and returns its folder. */
export function tryTests(
  folder: string,
  tarballs: Tarballs,
  name: string,
): string {
  const copy = installProject(folder, tarballs, name);
  execFileSync("npm", ["test"], { cwd: copy, stdio: "inherit" });
  return copy;
}

/** Installs an example that is a project of its own, with the tarballs in place of the published packages. */
function installProject(
  folder: string,
  tarballs: Tarballs,
  name: string,
): string {
  const copy = join(folder, name);
  cpSync(join(EXAMPLES, name), copy, { recursive: true });
  addOverrides(join(copy, "package.json"));
  return install(copy, ...tarballs);
}

/** Runs the example that generates the types of its own GraphQL document. */
export function tryTypedDocument(folder: string, tarballs: Tarballs): void {
  const project = installProject(folder, tarballs, "typed-document");
  const output = run(project, "npm", ["start", "--", "NVIDIA A40"]);
  expectOutput(
    "examples/typed-document",
    output,
    /\nA40: [\d.]+ USD an hour\nthe balance lasts for \d+ hours/,
  );
  compile(project, ["main.ts"]);
}

/** Type-checks the worker and its client, and sends the picture of its test case through both. */
export async function tryWorker(project: string): Promise<void> {
  // The declarations of jimp import a package that has none.
  const flags = ["--allowImportingTsExtensions", "--skipLibCheck"];
  compile(project, ["worker.ts", "client.ts"], ...flags);
  const text = readFileSync(join(project, "test_input.json"), "utf8");
  const { input } = JSON.parse(text) as { input: { picture: string } };
  writeFileSync(join(project, "picture.png"), input.picture, "base64");
  const worker = ["worker", "dev", "worker.ts", "--port", "0"];
  await whileRunning(project, worker, (variables) => {
    const client = ["tsx", "client.ts", "picture.png", "4"];
    const output = run(project, "npx", client, variables);
    expectOutput("examples/worker-resize", output, /^small\.png: 4 × 2$/m);
  });
}

/** Gives a project the overrides of this repository, so that its tools resolve to the same versions. */
function addOverrides(file: string): void {
  const manifest = JSON.parse(readFileSync(file, "utf8")) as object;
  const { overrides } = packageJson;
  writeFileSync(file, JSON.stringify({ ...manifest, overrides }));
}

function run(
  folder: string,
  program: string,
  args: string[],
  variables: Readonly<Record<string, string>> = {},
): string {
  return execFileSync(program, args, {
    cwd: folder,
    env: { ...process.env, ...variables },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "inherit"],
  });
}

function expectOutput(name: string, output: string, expected: RegExp): void {
  if (!expected.test(output)) throw new Error(`${name} printed:\n${output}`);
  console.log(`${name} works`);
}
