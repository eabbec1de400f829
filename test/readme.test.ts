import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { createEmulator } from "../src/emulator/index.js";

const readme = await readFile("README.md", "utf8");
const blocksOf = (language: string) =>
  [
    ...readme.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms")),
  ].map(([, code]) => code ?? "");

describe("the README", () => {
  const emulator = createEmulator({ speed: 20 });
  let folder = "";
  let tour = "";

  beforeAll(async () => {
    const { urls } = await emulator.listen({ port: 0 });
    vi.stubEnv("CLOUD_COMPUTE_API_KEY", emulator.apiKey);
    vi.stubEnv("CLOUD_COMPUTE_BASE_URL", urls.baseUrl);
    vi.stubEnv("CLOUD_COMPUTE_PUBLIC_BASE_URL", urls.publicBaseUrl);
    vi.stubEnv("CLOUD_COMPUTE_GRAPHQL_URL", urls.graphqlUrl);
    folder = await mkdtemp(join("test", "readme-"));
    tour = join(folder, "tour.ts");
    await writeFile(tour, blocksOf("ts").join("\n"));
  });

  afterAll(async () => {
    vi.unstubAllEnvs();
    await emulator.close();
    await rm(folder, { recursive: true });
  });

  it("holds TypeScript that compiles under the strictest options", () => {
    const { config } = ts.readConfigFile("tsconfig.json", (file) =>
      ts.sys.readFile(file),
    ) as { config: { compilerOptions: object } };
    const { options } = ts.convertCompilerOptionsFromJson(
      { ...config.compilerOptions, noUnusedLocals: false },
      ".",
    );
    const program = ts.createProgram([tour], options);
    const faults = ts
      .getPreEmitDiagnostics(program)
      .map(({ messageText }) =>
        ts.flattenDiagnosticMessageText(messageText, "\n"),
      );
    expect(faults).toEqual([]);
  });

  it("holds TypeScript that runs, top to bottom, as it stands", async () => {
    const lines: unknown[][] = [];
    const log = vi
      .spyOn(console, "log")
      .mockImplementation((...line: unknown[]) => {
        lines.push(line);
      });
    try {
      await import(join(process.cwd(), tour));
    } finally {
      log.mockRestore();
    }
    const logs =
      blocksOf("ts")
        .join("\n")
        .match(/console\.log/g) ?? [];
    expect(logs.length).toBeGreaterThan(10);
    expect(lines).toContainEqual(["COMPLETED"]);
    expect(lines.find(([first]) => first === 404)?.[1]).toMatch(
      /^pods\.get: GET \/pods\/\{podId\} answered 404/,
    );
    expect(lines.at(-2)?.[1]).toBe(2);
  });

  it("names no shell command that is not a script of the package", () => {
    const commands = blocksOf("sh")
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
