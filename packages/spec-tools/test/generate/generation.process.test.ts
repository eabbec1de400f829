import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { DocumentError } from "../../src/document/error.js";
import { renderGenerated } from "../../src/generate/generated-files.js";
import { GENERATED_FOLDERS } from "../../src/generate/write.js";
import { createProjects, type Project } from "./support/project.js";

const REST = "specs/rest.openapi.yaml";
const SCHEMA = "specs/schema.graphql";
const HARBOR = "specs/operations/harbor.graphql";

const OUTDATED_RULE =
  "warning: specs/rest.openapi.yaml has no Boat.keel, which specs/surfaces.yaml names in required";

const projects = await createProjects();
/** A project whose generated files are what its specs give. Each test works on a copy. */
let base: Project;

beforeAll(async () => {
  base = await projects.create();
  expect(await base.run("generate")).toMatchObject({ code: 0, stderr: "" });
});

afterAll(() => projects.remove());

const render = ({ folder }: Project) => renderGenerated(join(folder, "specs"));

describe("npm run check and npm run generate", () => {
  test("name what is stale, missing and no longer wanted, and mend it", async () => {
    const project = await projects.create(base);
    await project.edit(REST, "summary: List boats", "summary: List all boats");
    await project.edit(
      "specs/surfaces.yaml",
      "name: rest,",
      "name: rest, required: { Boat: [keel] },",
    );
    await project.edit(
      "packages/emulator/generated/routes.ts",
      "GET /boats",
      "GET /x",
    );
    await project.remove("packages/emulator/generated/synonyms.ts");
    await project.write("generated/rest/extra.ts", "");
    const before = await project.contents(...GENERATED_FOLDERS);
    const checked = await project.run("check");
    expect(checked).toMatchObject({ code: 1, stdout: "" });
    expect(linesOf(checked.stderr)).toEqual([
      "Run `npm run generate` and commit the result.",
      "generated/drift/description.ts: stale",
      "generated/rest/extra.ts: no longer wanted",
      "generated/rest/resources.ts: stale",
      "generated/rest/types.ts: stale",
      "packages/emulator/generated/openapi.ts: stale",
      "packages/emulator/generated/routes.ts: stale",
      "packages/emulator/generated/synonyms.ts: missing",
      OUTDATED_RULE,
    ]);
    expect(await project.contents(...GENERATED_FOLDERS)).toEqual(before);

    const generated = await project.run("generate");
    expect(generated).toMatchObject({ code: 0, stderr: `${OUTDATED_RULE}\n` });
    expect(linesOf(generated.stdout)).toEqual([
      "removed generated/rest/extra.ts",
      "written generated/drift/description.ts",
      "written generated/rest/resources.ts",
      "written generated/rest/types.ts",
      "written packages/emulator/generated/openapi.ts",
      "written packages/emulator/generated/routes.ts",
      "written packages/emulator/generated/synonyms.ts",
    ]);
    expect(await project.run("check")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^generated\/ is what the generator makes of specs\/: \d+ files are the same\n$/,
      ) as string,
    });
    const after = await project.contents(...GENERATED_FOLDERS);
    const names = [...after.keys()];
    expect(names).toEqual([
      ...(await base.contents(...GENERATED_FOLDERS)).keys(),
    ]);
    expect(after.get("generated/rest/resources.ts")).toContain(
      "List all boats.",
    );
  });

  test("write nothing where a spec is refused, and print only the problem", async () => {
    const project = await projects.create(base);
    const line = await project.edit(SCHEMA, "harbor: Harbor", "harbor: Habor");
    const { code, stdout, stderr } = await project.run("generate");
    expect(stderr.trim()).toMatch(new RegExp(`^${SCHEMA}:${line}: [^\n]+$`));
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(await project.contents(...GENERATED_FOLDERS)).toEqual(
      await base.contents(...GENERATED_FOLDERS),
    );
  });
});

test("npm run generate gives the same specs the same bytes, in any folder and time zone", async () => {
  const project = await projects.create();
  vi.stubEnv("TZ", "Asia/Tokyo");
  expect(await project.run("generate")).toMatchObject({ code: 0 });
  vi.unstubAllEnvs();
  const contents = await project.contents(...GENERATED_FOLDERS);
  expect(contents.size).toBeGreaterThan(20);
  expect(contents).toEqual(await base.contents(...GENERATED_FOLDERS));
});

describe("renderGenerated", () => {
  // Each problem stands in the line in which the replaced text stood.
  test.each([
    ["broken YAML", REST, ": GetBoat\n", ": a: b\n"],
    ["a missing operationId", REST, "operationId: GetBoat", "deprecated: true"],
    ["a field that refers to nothing", REST, "schemas/Rig", "x"],
    ["an unknown field in a document", HARBOR, "weather", "wether"],
    ["a document that cannot be parsed", HARBOR, "weather", "!"],
  ])("refuses %s, with file and line", async (_, file, from, to) => {
    const project = await projects.create();
    const line = await project.edit(file, from, to);
    const error = await render(project).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(DocumentError);
    const message = (error as DocumentError).message.replace(
      `${project.folder}/`,
      "",
    );
    expect(message).toMatch(new RegExp(`^${file}:${line}: `));
  });
});

function linesOf(text: string): string[] {
  return text.trim().split("\n").sort();
}
