import { spawn, type ChildProcess } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient, type Model } from "../../src/index.js";
import { labModule, ROOT } from "../shared/paths.js";
import { markdownTable, type Report } from "../shared/report.js";
import { median } from "./statistics.js";

const EDITS = 10;
const TARGET_MS = 1000;

/** A project, and the Node that runs its command. */
interface Setting {
  readonly node: string;
  /** The packages of the project beside this one. */
  readonly packages: readonly string[];
}

const SETTINGS: Readonly<Record<string, Setting>> = {
  "Node 20 with tsx": { node: process.execPath, packages: ["zod", "tsx"] },
  "Node 22, which runs TypeScript": {
    node: labModule("node22", "bin", "node"),
    packages: ["zod"],
  },
};

/** Measures the time from the edit of a worker that `worker dev` runs to the first answer of the new code. */
export async function run(): Promise<Report> {
  const warnings: string[] = [];
  const rows: string[][] = [];
  for (const [name, setting] of Object.entries(SETTINGS)) {
    const times = await measure(setting);
    const [middle, slowest] = [median(times), Math.max(...times)];
    rows.push([name, middle.toFixed(0), slowest.toFixed(0)]);
    if (middle > TARGET_MS)
      warnings.push(`${name}: ${middle.toFixed(0)} ms, target ${TARGET_MS}`);
  }
  return {
    title: `From the edit of a worker to the first answer of the new code, ${EDITS} edits`,
    text: markdownTable(["`worker dev`", "median, ms", "slowest, ms"], rows),
    warnings,
  };
}

async function measure({ node, packages }: Setting): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), "worker-"));
  await mkdir(join(folder, "node_modules"));
  for (const name of packages)
    await link(folder, name, join(ROOT, "node_modules", name));
  await link(folder, "cloud-compute-sdk", ROOT);
  await writeFile(join(folder, "package.json"), `{ "type": "module" }`);
  await writeWorker(folder, 0);
  const command = [
    join(ROOT, "packages/emulator/dist/bin.js"),
    "worker",
    "dev",
    "worker.ts",
  ];
  const child = spawn(node, [...command, "--port", "0"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const model = await modelOf(child);
    await untilAnswer(model, 0);
    const times: number[] = [];
    for (let edit = 1; edit <= EDITS; edit++) {
      const begun = performance.now();
      await writeWorker(folder, edit);
      await untilAnswer(model, edit);
      times.push(performance.now() - begun);
    }
    return times;
  } finally {
    child.kill("SIGTERM");
    await rm(folder, { recursive: true });
  }
}

function link(folder: string, name: string, target: string): Promise<void> {
  return symlink(target, join(folder, "node_modules", name));
}

/** A worker that answers with a number. */
function writeWorker(folder: string, edit: number): Promise<void> {
  const program = `import * as z from "zod";
import { defineModel } from "cloud-compute-sdk";
import { implement, startWorker } from "cloud-compute-sdk/worker";
const contract = defineModel({ input: z.object({}), output: z.number() });
const worker = await startWorker(implement(contract, (): number => ${edit}));
await worker.done;
`;
  return writeFile(join(folder, "worker.ts"), program);
}

/** The model of the endpoint, when the command has printed the variables of a client. */
async function modelOf({ stdout }: ChildProcess): Promise<Model> {
  let printed = "";
  await new Promise<void>((resolve) => {
    stdout?.on("data", (chunk) => {
      printed += String(chunk);
      if (printed.includes("Stop:")) resolve();
    });
  });
  const valueOf = (name: string) =>
    new RegExp(`^export ${name}=(.*)$`, "m").exec(printed)?.[1];
  const cloud = createClient({
    apiKey: valueOf("CLOUD_COMPUTE_API_KEY"),
    publicBaseUrl: valueOf("CLOUD_COMPUTE_PUBLIC_BASE_URL"),
  });
  return cloud.model("my-endpoint");
}

/** Submits jobs one after the other until one of them is answered with the number. */
async function untilAnswer(model: Model, wanted: number): Promise<void> {
  for (;;) {
    const { output } = await model.runSync({});
    if (output === wanted) return;
  }
}
