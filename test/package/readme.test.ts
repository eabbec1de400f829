import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { createEmulator } from "../../src/emulator/index.js";
import {
  blocksOf,
  codeOf,
  serveInEnvironment,
  type PageCode,
} from "../support/page-code.js";

const readme = await readFile("README.md", "utf8");

describe("the README", () => {
  const emulator = createEmulator({ speed: 20 });
  let tour: PageCode;
  let end: () => Promise<void>;

  beforeAll(async () => {
    end = await serveInEnvironment(emulator);
    tour = await codeOf("README.md");
  });

  afterAll(async () => {
    await end();
    await tour.remove();
  });

  it("holds TypeScript that compiles under the strictest options", () => {
    expect(tour.compilerErrors()).toEqual([]);
  });

  it("holds TypeScript that runs, top to bottom, as it stands", async () => {
    const lines = await tour.run();
    expect(tour.text.match(/console\.log/g)?.length).toBeGreaterThan(10);
    expect(lines.map(([first]) => first)).toContain("COMPLETED");
    expect(lines.find(([first]) => first === 404)?.[1]).toMatch(
      /^pods\.get: GET \/pods\/\{podId\} answered 404/,
    );
    expect(lines.at(-2)?.[1]).toBe(2);
  });

  it("names no shell command that is not a script of the package", () => {
    const commands = blocksOf(readme, "sh")
      .join("\n")
      .split(/\n|&&/)
      .map((line) => line.trim())
      .filter((line) => line !== "");
    const inline = [...readme.matchAll(/`(npm [^`]*)`/g)].map(
      ([, line]) => line ?? "",
    );
    expect(commands.length).toBeGreaterThan(0);
    for (const command of [...commands, ...inline]) {
      const script = /^npm (?:run )?(\S+)/.exec(command)?.[1] ?? command;
      expect([...Object.keys(packageJson.scripts), "ci"]).toContain(script);
    }
  });
});
