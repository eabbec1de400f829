import { afterAll, beforeAll, describe, expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { bundleCli, type Cli } from "../support/cli-process.js";

let cli: Cli;
beforeAll(async () => {
  cli = await bundleCli();
});
afterAll(() => cli.remove());

describe("the command of the SDK", () => {
  test("prints its version, and its commands on one screen", async () => {
    expect(await cli.run("--version")).toEqual({
      code: 0,
      stdout: `${packageJson.version}\n`,
      stderr: "",
    });
    expect((await cli.call("-V")).stdout).toBe(`${packageJson.version}\n`);
    for (const args of [[], ["--help"], ["-h"]]) {
      const { code, stdout } = await cli.call(...args);
      const lines = stdout.trimEnd().split("\n");
      expect(code).toBe(0);
      expect(lines.length).toBeLessThan(25);
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(81);
      expect(stdout).toContain("doctor");
    }
  });

  test.each([
    [["doktor"], /no command "doktor"; did you mean doctor\? .*--help/],
    [["toString"], /no command "toString"/],
    [["doctor", "--prot", "1"], /'--prot'.*--help/],
    [["doctor", "more"], /'more'; .*--help/],
  ])("rejects %j in one line, with the exit code 2", async (args, message) => {
    const { code, stdout, stderr } = await cli.call(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  test("ends quietly when its reader has had enough, and says in one line that its output is lost", async () => {
    const unread = cli.launch("--help");
    unread.child.stdout?.destroy();
    const { code, stderr } = await unread.exited;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    if (process.platform !== "linux") return;
    for (const args of [["--help"], ["sweep", "--help"]])
      expect(await cli.runOnFullDisk(...args)).toEqual({
        code: 1,
        stdout: "",
        stderr:
          "cloud-compute-sdk: standard output could not be written (ENOSPC)\n",
      });
  });

  test("exits with the exit code 2 as a process, after wrong arguments", async () => {
    expect(await cli.run("doctor", "more")).toEqual({
      ...(await cli.call("doctor", "more")),
      code: 2,
      stdout: "",
    });
  });
});
