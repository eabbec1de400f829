import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { renderGenerated } from "../../src/generate/generated-files.js";
import { readSurfaces } from "../../src/generate/parse/surfaces.js";
import { createProjects, type Project } from "./support/project.js";

const NEXT = "next.openapi.yaml";
const LIST = "specs/surfaces.yaml";
const DOCUMENT = "document: next.openapi.yaml, version: 2.0.0";

const projects = await createProjects();
let project: Project;
let list = "";

beforeAll(async () => {
  project = await projects.create();
  list = await project.read(LIST);
  await copyFile(
    join(import.meta.dirname, "fixtures", NEXT),
    join(project.folder, "specs", NEXT),
  );
});
afterAll(() => projects.remove());

test.each([
  [`name: boats, ${DOCUMENT}`, /:1: the name boats is that of a resource/],
  [`name: model, ${DOCUMENT}`, /:4: the name model is already taken/],
  [`name: rest, ${DOCUMENT}`, /:4: the name rest is already listed above/],
  [`name: then, ${DOCUMENT}`, /:4: the name then must consist of letters/],
  [
    "name: next, version: 2.0.0",
    /:4: 2: must have required property 'document'/,
  ],
  [`name: next, ${DOCUMENT}, page: []`, /:4: 2 › page: is not a known member/],
  [
    "name: next, document: next.openapi.yaml, version: 3.0.0",
    /next\.openapi\.yaml:2: .*must be 3\.0\.0/,
  ],
])(
  "the line %s of surfaces.yaml is refused with its place",
  async (members, message) => {
    await project.write(LIST, `${list}- { ${members} }\n`);
    await expect(
      renderGenerated(join(project.folder, "specs")),
    ).rejects.toThrow(message);
  },
);

test("a surfaces.yaml without a surface that the facade is written for is refused", async () => {
  await project.write(LIST, `- { name: next, ${DOCUMENT} }\n`);
  await expect(readSurfaces(join(project.folder, "specs"))).rejects.toThrow(
    /surfaces\.yaml:1: must list rest/,
  );
});
