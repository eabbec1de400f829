import { execFile } from "node:child_process";
import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runScript } from "../../../../test/support/run-script.js";
import { upstreamText } from "../../../../test/support/upstream-document.js";

// The documents as their publisher writes them, without a description, imported into a copy of this repository: nothing
// is edited by hand, and no function of the client changes. The compiler checks the client and the emulator during the
// import.

const PARTS = [
  "specs",
  "generated",
  "src",
  "api",
  "bin",
  "packages",
  "package.json",
  "tsconfig.json",
  "codegen.ts",
];

const COMMIT =
  "-c user.name=a -c user.email=a@example.com commit -q -m Before".split(" ");

let folder = "";
const run = (command: string, ...args: string[]) =>
  runScript(folder, `scripts/${command}`, args);

interface Comparison {
  readonly breaking: readonly { readonly change: string }[];
}

async function breakingChanges(): Promise<readonly string[]> {
  const { stdout } = await run("spec-diff", "HEAD", "--json");
  return (JSON.parse(stdout) as Comparison).breaking.map(
    ({ change }) => change,
  );
}

/** Members that the running service was seen to return, and that its publisher's document does not name. */
const CAPTURED_ONLY = [
  "Endpoint.cpuFlavorIds",
  "Endpoint.flashboot",
  "Endpoint.workersStandby",
  "Pod.createdAt",
  "Pod.imageName",
  "Template.startJupyter",
  "Template.startSsh",
];

beforeAll(async () => {
  folder = await fs.mkdtemp(join(tmpdir(), "published-"));
  for (const part of PARTS)
    await fs.cp(part, join(folder, part), { recursive: true });
  await fs.symlink(resolve("node_modules"), join(folder, "node_modules"));
  for (const args of [["init", "-q"], ["add", "specs", "api"], COMMIT])
    await promisify(execFile)("git", args, { cwd: folder });
});

afterAll(() => fs.rm(folder, { recursive: true }));

describe("a clone of the repository, given the published document", () => {
  test("of version 2, has nothing to change", async () => {
    const text = await fs.readFile(
      "packages/spec-tools/test/generate/fixtures/rest-v2.published.json",
    );
    await fs.writeFile(join(folder, "v2.json"), text);
    const imported = await run("spec-import", "v2.json");
    expect(imported).toMatchObject({ code: 0, stderr: "" });
    expect(imported.stdout).toMatch(/\nv2 is up to date\n$/);
    expect(imported.stdout).not.toContain("warning");
  });

  test("of version 0.1.0, compiles, passes the check, and breaks nothing but members that were only captured", async () => {
    expect(await breakingChanges()).toEqual([]);
    await fs.writeFile(join(folder, "rest.json"), upstreamText());
    const imported = await run("spec-import", "rest.json");
    expect(imported).toMatchObject({ code: 0, stderr: "" });
    expect(imported.stdout).toContain("written specs/rest.openapi.yaml");
    expect(imported.stdout).not.toContain("Adapt these places");
    expect(await run("check")).toMatchObject({ code: 0, stderr: "" });
    expect(await breakingChanges()).toEqual(
      CAPTURED_ONLY.map((member) => `\`${member}\` was removed`),
    );
  });
});
