import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  bundleEmulatorCommand,
  type EmulatorCommand,
} from "../support/command.js";

let command: EmulatorCommand;
beforeAll(async () => {
  command = await bundleEmulatorCommand();
});
afterAll(() => command.remove());

describe("the command evidence", () => {
  it("prints each operation and each public model with its certainty and date", async () => {
    const { code, stdout } = await command.call("evidence");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Operations: .*\d+ captured/m);
    expect(stdout).toMatch(/^ {2}captured {4}2026-08-06 {14}jobs\.health$/m);
    expect(stdout).toMatch(/^ {2}documented {26}v2\.clusters\.list$/m);
    for (const name of [
      "graphql.dataCenters",
      "openai.embeddings",
      "S3 GetObject",
    ])
      expect(stdout).toMatch(new RegExp(` ${name}$`, "m"));
    expect(stdout).not.toContain("graphql.createFlashApp");
    expect(stdout).toMatch(
      /^ {2}stated {6}2026-08-10 {14}black-forest-labs-flux-1-dev$/m,
    );
  });

  it.skipIf(process.platform !== "linux")(
    "says in one line that its output is lost",
    async () => {
      expect(await command.runOnFullDisk("evidence")).toMatchObject({
        code: 1,
        stderr:
          "cloud-compute-emulator: standard output could not be written (ENOSPC)\n",
      });
    },
  );

  it("selects names by a word, and says when none contains it", async () => {
    const { stdout } = await command.call("evidence", "qwen3");
    expect(stdout.trim().split("\n")).toEqual([
      "Public models: 1 captured, 1 assumed",
      expect.stringMatching(/^ {2}captured {4}2026-07-13 {14}qwen3-32b-awq$/),
      expect.stringMatching(
        /^ {2}assumed {29}qwen3-32b-awq \(pieces of job\.stream\)$/,
      ),
    ]);
    const refusals = await command.call("evidence", "noMachine on rest");
    expect(refusals.stdout).toMatch(
      /^Refusals: 1 captured\n {2}captured +noMachine on rest: 8 answers$/m,
    );
    const none = await command.call("evidence", "nothing-like-it");
    expect(none.code).toBe(1);
    expect(none.stderr).toContain(
      'no operation, public model or refusal contains "nothing-like-it"',
    );
  });
});
