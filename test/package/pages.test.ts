import { readdirSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { createEmulator } from "../../src/emulator/index.js";
import {
  blocksOf,
  serveInEnvironment,
  writePageCodes,
  type PageCodes,
} from "../support/page-code.js";

/** What the code of each guide must print. */
const expectedOutput: Readonly<Record<string, RegExp>> = {
  "guides/errors.md": /pods\.get: GET \/pods\/\{podId\} answered 404/,
  "guides/from-runpod-sdk.md": /http\S+\.png/,
  "guides/jobs.md": /bytes, kept until/,
  "guides/machines.md":
    /released[^]*ssh root@[^]*0 to delete, 0 still rented[^]*spend_limit/,
  "guides/quick-start.md": /@/,
  "guides/testing.md": /ended as FAILED: out of memory/,
  "guides/updates.md": /^200$/m,
  "guides/version-2.md": /pulling image[^]*[12] Pods in both versions/,
};

/** Needs the SQLite of Node 22: `npm run test:batch` runs its code. */
const BATCHES = "guides/batches.md";

const guides = readdirSync("guides").map((name) => `guides/${name}`);
let codes: PageCodes;

beforeAll(async () => {
  codes = await writePageCodes(["README.md", ...guides]);
});
afterAll(() => codes.remove());

describe.each(["README.md", ...guides])("the page %s", (page) => {
  it("holds TypeScript that compiles under the strictest options", () => {
    expect(codes.of(page).errors()).toEqual([]);
  });

  it("names no npm command that is not a script of the package", async () => {
    const text = await readFile(page, "utf8");
    const commands = blocksOf(text, "sh")
      .join("\n")
      .split(/\n|&&/)
      .map((line) => line.trim())
      .filter((line) => line !== "");
    const inline = [...text.matchAll(/`(npm (?:run|test)[^`]*)`/g)];
    commands.push(...inline.map(([, command = ""]) => command));
    for (const command of commands) {
      const script = /^npm (?:run )?(\S+)/.exec(command)?.[1] ?? command;
      expect([...Object.keys(packageJson.scripts), "ci"]).toContain(script);
    }
  });
});

describe("the code of a page", () => {
  const emulator = createEmulator({ speed: 20 });
  let end: () => Promise<void>;

  beforeAll(async () => {
    end = await serveInEnvironment(emulator);
  });
  afterAll(async () => {
    await end();
    await rm("lighthouse.png", { force: true });
  });

  it("of the README runs as it stands, top to bottom", async () => {
    const { run, text } = codes.of("README.md");
    const lines = await run();
    expect(text.match(/console\.log/g)?.length).toBeGreaterThan(10);
    expect(lines.map(([first]) => first)).toContain("COMPLETED");
    expect(lines.find(([first]) => first === 404)?.[1]).toMatch(
      /^pods\.get: GET \/pods\/\{podId\} answered 404/,
    );
    expect(lines.at(-2)?.[1]).toBe(2);
  });

  const runnable = guides.filter((guide) => guide !== BATCHES);
  it.each(runnable)("%s runs as it stands", async (guide) => {
    const lines = await codes.of(guide).run();
    const output = lines.map((line) => line.join(" ")).join("\n");
    expect(output).toMatch(expectedOutput[guide] ?? /^$/);
  });
});

it("the guide to regenerating is ten commands long", async () => {
  const text = await readFile("guides/regenerating.md", "utf8");
  expect(blocksOf(text, "sh").join("").trim().split("\n")).toHaveLength(10);
});
