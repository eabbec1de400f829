import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
} from "vitest";
import { createEmulator } from "../../src/emulator/index.js";
import { createClient } from "../../src/index.js";
import { blocksOf } from "../support/page-blocks.js";
import {
  serveInEnvironment,
  writePageCodes,
  type PageCodes,
} from "../support/page-code.js";
import { runWithin } from "../support/run-script.js";

const FOLDER = "guides/recipes";
/** The recipe that is a workflow, and no program. */
const WORKFLOW = "check-in-ci";
const recipes = readdirSync(FOLDER)
  .map((file) => file.replace(".md", ""))
  .filter((name) => name !== WORKFLOW);

const emulator = createEmulator({ speed: 50 });
let codes: PageCodes;
let end: () => Promise<void>;
let folder: string;

beforeAll(async () => {
  codes = await writePageCodes(recipes.map((name) => `${FOLDER}/${name}.md`));
  end = await serveInEnvironment(emulator);
});
beforeEach(async () => {
  emulator.reset();
  folder = await mkdtemp(join(tmpdir(), "recipe-"));
});
afterEach(() => rm(folder, { recursive: true }));
afterAll(async () => {
  await end();
  await codes.remove();
});

/** Runs the program of a recipe in a folder of its own, and returns what the program printed. */
async function follow(name: string): Promise<string> {
  let lines: unknown[][] = [];
  await runWithin(folder, async () => {
    lines = await codes.of(`${FOLDER}/${name}.md`).run();
    return 0;
  });
  return lines.map((line) => line.join(" ")).join("\n");
}

const submits = () =>
  emulator.requests.filter(({ path }) => path.endsWith("/run")).length;

it.each(recipes)("the recipe %s compiles under the strictest options", (name) =>
  expect(codes.of(`${FOLDER}/${name}.md`).errors()).toEqual([]),
);

describe("a recipe", () => {
  it("saves a picture for each row, and only the missing ones in a second run", async () => {
    const page = await readFile(`${FOLDER}/pictures-from-csv.md`, "utf8");
    const [rows = ""] = blocksOf(page, "text");
    const table = join(folder, "prompts.csv");
    await writeFile(table, `${rows}wreck,a reason to fail\n`);
    const first = await follow("pictures-from-csv");
    expect(first).toContain("pictures/buoy.png saved");
    expect(first).toContain("wreck: JobError");
    expect(readdirSync(join(folder, "pictures"))).toEqual([
      "buoy.png",
      "pier.png",
    ]);
    expect(submits()).toBe(3);
    const [, buoy] = emulator.snapshot().jobs;
    expect(buoy).toMatchObject({ input: { prompt: 'a "red" buoy, in fog' } });
    await writeFile(table, `${rows}wreck,a wreck\n`);
    const second = await follow("pictures-from-csv");
    expect(second).toMatch(
      /^pictures\/wreck\.png saved\nin this run: 1 pictures, 0\.\d+ USD$/,
    );
    expect(submits()).toBe(4);
    expect(existsSync(join(folder, "pictures/wreck.png"))).toBe(true);
  });

  it("streams a chat, and ends the call when the visitor leaves", async () => {
    emulator.model("text-demo", async (_, { stream, signal }) => {
      stream("A lighthouse ");
      await once(signal, "abort");
      return "A lighthouse";
    });
    const output = await follow("chat-route");
    expect(output).toMatch(/^200 data: \{/);
    expect(output).toContain("the stream has ended");
  });

  it("deploys an endpoint once, and changes it in the second run", async () => {
    const first = await follow("deploy-again");
    expect(first).toMatch(/^created \S+ example\/resizer:1\.0\.0$/m);
    expect(first).toContain("every worker runs the new image");
    const second = await follow("deploy-again");
    expect(second).toBe(first.replace("created", "updated"));
    expect(second).toContain("resizer has the settings of the template");
    const { templates } = emulator.snapshot();
    expect(
      templates.filter(({ name }) => name === "resizer-settings"),
    ).toHaveLength(1);
    expect(emulator.snapshot().endpoints).toHaveLength(1);
  });

  it.each([
    ["pier,a pier\npier,another pier", "line 3: pier again"],
    ["pier;a pier", 'line 2 is not "name,prompt": pier;a pier'],
    ["pier,\nbuoy", /line 2 is not .*: pier,\nline 3 is not .*: buoy/],
    ['pier,"a pier",512', 'line 2 is not "name,prompt": pier,"a pier",512'],
  ])("refuses the rows %j before a job is paid for", async (rows, problem) => {
    await writeFile(join(folder, "prompts.csv"), `name,prompt\n${rows}\n`);
    await expect(follow("pictures-from-csv")).rejects.toThrow(problem);
    expect(submits()).toBe(0);
  });

  it("stops jobs, endpoints and Pods, and does no harm in a second run", async () => {
    const cloud = createClient();
    await cloud.pods.create({ name: "old", imageName: "ubuntu:24.04" });
    await follow("deploy-again");
    const job = await cloud.model("video-demo").run({ prompt: "waves" });
    const handles = join(folder, "jobs.jsonl");
    const unknown = JSON.stringify({ slug: "video-demo", id: "unknown" });
    await writeFile(handles, `${JSON.stringify(job)}\n${unknown}\n`);
    const first = await follow("stop-everything");
    expect(first).toContain("endpoint resizer: no workers");
    expect(first).toContain(`job ${job.id}: CANCELLED`);
    expect(first).toContain("job unknown: ended long ago, or unknown");
    expect(first).toContain("Pod old: deleted");
    expect(emulator.snapshot().pods).toEqual([]);
    const second = await follow("stop-everything");
    expect(second).toContain(`job ${job.id}: CANCELLED`);
  });

  it("rents the next GPU when the first is sold out, and leaves no machine", async () => {
    emulator.account.setStock({ "NVIDIA L4": 0 });
    expect(await follow("another-gpu")).toMatch(/^rented: http\S+8000/);
    expect(emulator.snapshot().pods).toEqual([]);
  });

  it("reports what was charged for each Pod and kind", async () => {
    const cloud = createClient();
    const { id } = await cloud.pods.create({
      name: "reported",
      imageName: "ubuntu:24.04",
      gpuTypeIds: ["NVIDIA L4"],
    });
    await emulator.clock.advance(3_600_000);
    const output = await follow("cost-report");
    expect(output).toMatch(
      /^\d{4}-\d\d-\d\d,Pod,\w+,"reported \(NVIDIA L4\)",0\.\d*[1-9]\d*$/m,
    );
    expect(output).toMatch(/^total,,,,0\.\d*[1-9]\d*$/m);
    await cloud.pods.delete(id);
  });
});
