import { readdirSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createEmulator } from "cloud-compute-emulator";
import {
  EXPECTED_OUTPUT,
  INTEGRATION_OUTPUT,
  PROJECT_GUIDES,
  SHELL_GUIDES,
  SQLITE_GUIDES,
} from "../support/guides.js";
import { blocksOf, programsOf } from "../support/page-blocks.js";
import {
  serveInEnvironment,
  writePageCodes,
  type PageCodes,
} from "../support/page-code.js";
import { isKnownCommand } from "../support/shell-commands.js";

const runHere = Object.keys(EXPECTED_OUTPUT);
const integrations = Object.keys(INTEGRATION_OUTPUT);
const compiledHere = ["README.md", ...runHere, ...SQLITE_GUIDES];
const pages = [
  ...compiledHere,
  ...integrations,
  ...PROJECT_GUIDES,
  ...SHELL_GUIDES,
];
/**
 * The lab runs the `bash` blocks and compares the `typescript` blocks of the guide to batches in a queue with its files. This test
 * checks the `sh` blocks. `text` is no code.
 */
const READ_LANGUAGES = ["ts", "typescript", "bash", "sh", "text"];
let codes: PageCodes;

beforeAll(async () => {
  codes = await writePageCodes(pages);
});
afterAll(() => codes.remove());

it("every guide is on one list that says where its code runs", () => {
  const guides = readdirSync("guides")
    .filter((name) => name.endsWith(".md"))
    .map((name) => `guides/${name}`);
  const listed = pages.filter((page) => page !== "README.md");
  expect(listed.toSorted()).toEqual(guides.toSorted());
});

describe.each(compiledHere)("the page %s", (page) => {
  it("holds TypeScript that compiles under the strictest options", () => {
    expect(codes.of(page).errors()).toEqual([]);
  });
});

describe.each(integrations)("the guide %s", (guide) => {
  it("compiles under the strictest options where the repository installs what it imports", () => {
    expect(codes.of(guide).errorsOfInstalled()).toEqual([]);
  });

  it("has as many programs as are expected to print something", async () => {
    const programs = programsOf(await readFile(guide, "utf8"));
    expect(programs).toHaveLength(INTEGRATION_OUTPUT[guide]?.length ?? 0);
  });
});

it.each(pages)("the page %s has no block that no test reads", async (page) => {
  const text = await readFile(page, "utf8");
  const languages = [...text.matchAll(/^```(\w+)$/gm)].map(
    ([, name = ""]) => name,
  );
  const unread = languages.filter((name) => !READ_LANGUAGES.includes(name));
  expect(unread).toEqual([]);
});

it.each(pages)("the page %s names only commands that exist", async (page) => {
  const text = await readFile(page, "utf8");
  const lines = blocksOf(text, "sh")
    .join("\n")
    .split(/\n|&&/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const inline = [...text.matchAll(/`(npm (?:run|test)[^`]*)`/g)];
  lines.push(...inline.map(([, command = ""]) => command));
  const unknown: string[] = [];
  for (const line of lines)
    if (!(await isKnownCommand(line))) unknown.push(line);
  expect(unknown).toEqual([]);
});

describe("the code of a page", () => {
  const emulator = createEmulator({ speed: 20 });
  let end: () => Promise<void>;

  beforeAll(async () => {
    end = await serveInEnvironment(emulator);
  });
  beforeEach(() => emulator.reset());
  afterAll(async () => {
    await end();
    await rm("lighthouse.png", { force: true });
    await rm("pictures", { force: true, recursive: true });
  });

  it("of the README runs as it stands", async () => {
    const lines = await codes.of("README.md").run();
    const output = lines.map((line) => line.join(" "));
    expect(output).toEqual([expect.stringMatching(/^http\S+\.png 0\.\d+$/)]);
    expect(await readFile("lighthouse.png")).not.toHaveLength(0);
  });

  it.each(runHere)("%s runs as it stands", async (guide) => {
    const lines = await codes.of(guide).run();
    const output = lines.map((line) => line.join(" ")).join("\n");
    expect(output).toMatch(EXPECTED_OUTPUT[guide] ?? "");
  });
});
