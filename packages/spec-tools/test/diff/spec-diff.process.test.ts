import { execFile } from "node:child_process";
import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runScript } from "../../../../test/support/run-script.js";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../../../..");
const FIXTURES = join(ROOT, "packages/spec-tools/test/compare/fixtures/specs");

const run = promisify(execFile);

/** Runs a command of the repository in another folder. */
const runCommand = (folder: string, command: string, ...args: string[]) =>
  runScript(folder, `scripts/${command}`, args);

describe("npm run spec:diff", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await fs.mkdtemp(join(tmpdir(), "spec-diff-test-"));
    await fs.cp(FIXTURES, join(folder, "specs"), { recursive: true });
    await fs.mkdir(join(folder, "api"));
    await fs.writeFile(
      join(folder, "api/index.api.md"),
      "## Boat\n\n```ts\ninterface Boat {\n  id: string;\n}\n```\n",
    );
    await fs.writeFile(join(folder, "specs/acknowledged.yaml"), "# Why.\n[]\n");
    await git("init", "-q");
    await git("add", "specs", "api");
    await git("commit", "-q", "-m", "Release 1.0.0");
  });
  afterAll(() => fs.rm(folder, { recursive: true }));

  const git = (...args: string[]) =>
    run(
      "git",
      ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args],
      { cwd: folder },
    );
  const specDiff = (...args: string[]) =>
    runCommand(folder, "spec-diff", ...args);
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

  test("compares nothing before the first release, and says so", async () => {
    const { code, stdout, stderr } = await specDiff();
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toContain("this clone has no tag of an earlier release");
    expect(stderr).toContain("git fetch --unshallow --tags");
    await git("tag", "v0.1.0");
    expect(await specDiff()).toEqual({ code, stdout, stderr });
    await git("tag", "--delete", "v0.1.0");
  });

  test("lists what changed since the last release, until that is acknowledged and released", async () => {
    await git("tag", "v0.9.0");
    await git("commit", "-q", "--allow-empty", "-m", "Go on");
    await git("tag", "v0.10.0");
    await git("commit", "-q", "--allow-empty", "-m", "Go on");
    const unchanged = (tag: string) => ({
      code: 0,
      stdout: "Nothing changed for the client.\n",
      stderr: `compared with ${tag}:\n`,
    });
    const stderr = unchanged("v0.10.0").stderr;
    expect(await specDiff()).toEqual(unchanged("v0.10.0"));
    await edit(
      "specs/rest.openapi.yaml",
      "/boats/{boatId}/launch:",
      "/boats/{boatId}/float:",
    );
    await edit(
      "api/index.api.md",
      "  id: string;",
      "  id: string;\n  name?: string;",
    );
    const moved =
      "`boats.launch` is now `POST /boats/{boatId}/float`, was `POST /boats/{boatId}/launch`";
    const added = "Types: `Boat.name` is new";
    const markdown = (breaking: string) =>
      `### Breaking\n\n- ${breaking}.\n\n### New\n\n- ${added}.\n`;
    expect(await specDiff("--format", "markdown")).toEqual({
      code: 1,
      stdout: markdown(moved),
      stderr,
    });

    await acknowledge(moved);
    expect(await specDiff("--format", "markdown")).toEqual({
      code: 0,
      stdout: markdown(`${moved} (acknowledged: It never worked)`),
      stderr,
    });
    await acknowledge(moved, "`boats.get` was removed");
    const stale = await specDiff("--json");
    expect(stale.code).toBe(1);
    expect(JSON.parse(stale.stdout)).toMatchObject({
      breaking: [
        {
          change: moved,
          routes: ["POST /boats/{boatId}/launch"],
          reason: "It never worked",
        },
      ],
      deprecated: [],
      new: [{ change: added }],
      compatible: [],
      stale: [{ change: "`boats.get` was removed", reason: "It never worked" }],
    });
    expect((await specDiff()).stdout).toContain(
      `Breaking\n  ${moved} (acknowledged: It never worked)\n\nNew\n`,
    );

    await acknowledge(moved);
    await git("commit", "-q", "-a", "-m", "Release 1.0.0");
    await git("tag", "v1.0.0");
    // The commit of a release is compared with the release before, and what is edited after it with the release.
    expect(await specDiff()).toMatchObject({ code: 0, stderr });
    await acknowledge();
    expect(await specDiff()).toEqual(unchanged("v1.0.0"));
    await git("commit", "-q", "-a", "-m", "Go on");
    expect(await specDiff()).toEqual(unchanged("v1.0.0"));
  });

  test("compares two revisions, a revision with the working tree, and two files", async () => {
    await fs.copyFile(
      join(folder, "specs/rest.openapi.yaml"),
      join(folder, "old.yaml"),
    );
    await edit("specs/rest.openapi.yaml", "        days:", "        weeks:");
    const line = {
      change: "`crews.assign` no longer accepts `days`",
    };
    for (const args of [["HEAD"], ["old.yaml", "specs/rest.openapi.yaml"]]) {
      const { code, stdout } = await specDiff(...args, "--format", "json");
      expect(JSON.parse(stdout)).toMatchObject({ breaking: [line] });
      expect(code).toBe(1);
    }
    await git("commit", "-q", "-a", "-m", "two");
    expect((await specDiff("HEAD~1", "HEAD")).stdout).toContain(line.change);
    expect(await specDiff("HEAD", "HEAD")).toMatchObject({ code: 0 });
  });

  test.each([
    [
      "a name that is neither a file nor a revision",
      ["nowhere"],
      "nowhere is neither a file nor a git revision",
    ],
    [
      "files of different kinds",
      ["specs/rest.openapi.yaml", "specs/schema.graphql"],
      "are of different kinds",
    ],
    ["an unknown format", ["--format", "html"], "usage: npm run spec:diff"],
    ["an unknown flag", ["--all"], "Unknown option"],
  ])("rejects %s", async (_, args, message) => {
    const { code, stdout, stderr } = await specDiff(...args);
    expect(stderr).toContain(message);
    expect(stderr).not.toContain("    at ");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });
});
