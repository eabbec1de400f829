import { readdirSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEmulator } from "../../src/emulator/index.js";
import packageJson from "../../package.json" with { type: "json" };
import {
  blocksOf,
  codeOf,
  serveInEnvironment,
  type PageCode,
} from "../support/page-code.js";

/** Something that the code of each guide prints when it has done what the guide says. */
const printed: Readonly<Record<string, RegExp>> = {
  "errors.md": /pods\.get: GET \/pods\/\{podId\} answered 404/,
  "from-runpod-sdk.md": /http\S+\.png/,
  "jobs.md": /bytes, kept until/,
  "quick-start.md": /@/,
  "testing.md": /ended as FAILED: out of memory/,
  "updates.md": /^200$/m,
};

describe.each(readdirSync("guides"))("the guide %s", (name) => {
  const emulator = createEmulator({ speed: 20 });
  let code: PageCode;
  let end: () => Promise<void>;

  beforeAll(async () => {
    end = await serveInEnvironment(emulator);
    code = await codeOf(`guides/${name}`);
  });

  afterAll(async () => {
    await end();
    await code.remove();
    await rm("lighthouse.png", { force: true });
  });

  it("names no command that is not a script of the package", async () => {
    const text = await readFile(`guides/${name}`, "utf8");
    for (const line of blocksOf(text, "sh").join("").trim().split("\n")) {
      const script = /^npm (?:run )?(\S+)/.exec(line)?.[1];
      if (line !== "")
        expect(Object.keys(packageJson.scripts)).toContain(script);
    }
  });

  it("holds TypeScript that compiles and runs as it stands", async () => {
    expect(code.compilerErrors()).toEqual([]);
    const lines = await code.run();
    expect(lines.map((line) => line.join(" ")).join("\n")).toMatch(
      printed[name] ?? /^$/,
    );
  });
});

it("the guide to regenerating is ten lines long", async () => {
  const text = await readFile("guides/regenerating.md", "utf8");
  expect(blocksOf(text, "sh").join("").trim().split("\n")).toHaveLength(10);
});
