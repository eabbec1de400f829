import { execFile } from "node:child_process";
import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");

describe("npm run spec:diff", { timeout: 120_000 }, () => {
  let folder = "";
  beforeAll(async () => {
    folder = await fs.mkdtemp(join(tmpdir(), "spec-diff-test-"));
    for (const name of [
      "specs",
      "api",
      "scripts",
      "src",
      "package.json",
      "tsconfig.json",
      "codegen.ts",
    ])
      await fs.cp(join(ROOT, name), join(folder, name), { recursive: true });
    await fs.symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
    await fs.writeFile(join(folder, "specs/acknowledged.yaml"), "# Why.\n[]\n");
    expect(await run("spec-release")).toMatchObject({ code: 0 });
  }, 60_000);
  afterAll(() => fs.rm(folder, { recursive: true }));

  const run = (script: string, ...words: string[]) =>
    command(
      process.execPath,
      "--import",
      "tsx",
      `scripts/${script}.ts`,
      ...words,
    );
  const command = (file: string, ...words: string[]) =>
    new Promise<{ code: number | null; stdout: string; stderr: string }>(
      (resolve) => {
        const child = execFile(
          file,
          words,
          { cwd: folder },
          (_, stdout, stderr) =>
            resolve({ code: child.exitCode, stdout, stderr }),
        );
      },
    );
  const edit = async (file: string, from: string, to: string) => {
    const text = await fs.readFile(join(folder, file), "utf8");
    expect(text).toContain(from);
    await fs.writeFile(join(folder, file), text.replace(from, to));
  };
  const acknowledge = (...changes: string[]) =>
    fs.writeFile(
      join(folder, "specs/acknowledged.yaml"),
      JSON.stringify(
        changes.map((change) => ({ change, reason: "It never worked" })),
      ),
    );

  test("tells what changed since the release, until it is acknowledged and released", async () => {
    const same = { code: 0, stdout: "Nothing changed.\n", stderr: "" };
    expect(await run("spec-diff")).toEqual(same);
    await edit(
      "specs/rest.openapi.yaml",
      "/pods/{podId}/restart:",
      "/pods/{podId}/reboot:",
    );
    await edit(
      "specs/operations/myself.graphql",
      "  }",
      "    isTeamOwner: id\n  }",
    );
    const gone = "`pods.restart` is gone";
    const news = [
      "`graphql.myself().myself.isTeamOwner` is new",
      "`pods.restart` is new",
    ];
    const markdown = (breaking: string) =>
      `### Breaking\n\n- ${breaking}.\n\n### New\n\n${news.map((line) => `- ${line}.`).join("\n")}\n`;
    expect(await run("spec-diff", "--format", "markdown")).toEqual({
      code: 1,
      stdout: markdown(gone),
      stderr: "",
    });

    await acknowledge(gone);
    expect(await run("spec-diff", "--format", "markdown")).toEqual({
      code: 0,
      stdout: markdown(`${gone} (acknowledged: It never worked)`),
      stderr: "",
    });
    await acknowledge(gone, "`pods.get` is gone");
    const stale = await run("spec-diff", "--format", "json");
    expect(stale.code).toBe(1);
    expect(JSON.parse(stale.stdout)).toEqual({
      breaking: [{ change: gone, reason: "It never worked" }],
      deprecated: [],
      new: news.map((change) => ({ change })),
      compatible: [],
      stale: [{ change: "`pods.get` is gone", reason: "It never worked" }],
    });
    expect((await run("spec-diff")).stdout).toContain(
      "Breaking\n  `pods.restart` is gone (acknowledged: It never worked)\n\nNew\n",
    );

    expect(await run("spec-release")).toMatchObject({ code: 0 });
    expect(await run("spec-diff")).toEqual(same);
  });

  test("compares revisions, a revision with now, and files", async () => {
    const git = (...words: string[]) =>
      command(
        "git",
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@example.com",
        ...words,
      );
    await git("init", "-q");
    await git("add", "specs", "api");
    await git("commit", "-q", "-m", "one");
    await fs.copyFile(
      join(folder, "specs/jobs.openapi.yaml"),
      join(folder, "old.yaml"),
    );
    await edit(
      "specs/jobs.openapi.yaml",
      "        webhook:\n",
      "        hook:\n",
    );
    const line = { change: "`JobRequest` no longer takes `webhook`" };
    for (const words of [["HEAD"], ["old.yaml", "specs/jobs.openapi.yaml"]]) {
      const { code, stdout } = await run(
        "spec-diff",
        ...words,
        "--format",
        "json",
      );
      expect(JSON.parse(stdout)).toMatchObject({ breaking: [line] });
      expect(code).toBe(1);
    }
    await git("commit", "-q", "-a", "-m", "two");
    expect((await run("spec-diff", "HEAD~1", "HEAD")).stdout).toContain(
      line.change,
    );
    expect(await run("spec-diff", "HEAD", "HEAD")).toMatchObject({ code: 0 });
  });

  test.each([
    [
      "a revision that is none",
      ["nowhere"],
      "nowhere is neither a file nor a git revision",
    ],
    [
      "files of two kinds",
      ["specs/jobs.openapi.yaml", "specs/schema.graphql"],
      "are not of one kind",
    ],
    ["a format that is none", ["--format", "html"], "usage: npm run spec:diff"],
    ["a flag that is none", ["--all"], "Unknown option"],
  ])("refuses %s", async (_, words, message) => {
    const { code, stdout, stderr } = await run("spec-diff", ...words);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("    at ");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });
});

describe("npm run api:check", { timeout: 60_000 }, () => {
  test("fails, naming the report, where a public type changed without it", async () => {
    const folder = await fs.mkdtemp(join(tmpdir(), "api-test-"));
    try {
      for (const name of [
        "api",
        "scripts",
        "src",
        "generated",
        "package.json",
        "tsconfig.json",
      ])
        await fs.cp(join(ROOT, name), join(folder, name), { recursive: true });
      await fs.symlink(
        join(ROOT, "node_modules"),
        join(folder, "node_modules"),
      );
      const check = () =>
        new Promise<{ code: number | null; stderr: string }>((resolve) => {
          const words = ["--import", "tsx", "scripts/api.ts", "--check"];
          const child = execFile(
            process.execPath,
            words,
            { cwd: folder },
            (_, __, stderr) => resolve({ code: child.exitCode, stderr }),
          );
        });
      expect(await check()).toEqual({ code: 0, stderr: "" });
      const file = join(folder, "src/options.ts");
      await fs.writeFile(
        file,
        (await fs.readFile(file, "utf8")).replace(
          "readonly retries?:",
          "readonly tries?:",
        ),
      );
      const { code, stderr } = await check();
      expect(code).toBe(1);
      expect(stderr).toContain("api/index.api.md");
    } finally {
      await fs.rm(folder, { recursive: true });
    }
  });
});
