import { readFile } from "node:fs/promises";
import { buildSchema, introspectionFromSchema } from "graphql";
import { format } from "oxfmt";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { parseDocument } from "../../src/compare/parse-document.js";
import { parseYaml } from "../../src/generate/parse/yaml.js";
import { amend } from "../../src/import/amendments.js";
import { detectKind } from "../../src/import/detect-kind.js";
import { readOpenapiSpecs } from "../../src/import/openapi-specs.js";
import { upstreamText } from "../../../../test/support/upstream-document.js";
import { createProjects, type Project } from "./support/project.js";

const REST = "specs/rest.openapi.yaml";
const JOBS = "specs/jobs.openapi.yaml";
const SCHEMA = "specs/schema.graphql";

/** A document as far as these tests reach into it. */
interface Document {
  readonly info: { version: string };
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: {
    readonly schemas: Record<
      string,
      { readonly properties: Record<string, object> }
    >;
  };
}
interface Operation {
  operationId?: string;
  responses: Record<string, unknown>;
}

const projects = await createProjects();
/** A project whose generated files are what its specs give. Each test works on a copy. */
let base: Project;

beforeAll(async () => {
  base = await projects.create();
  expect(await base.run("generate")).toMatchObject({ code: 0, stderr: "" });
});

afterAll(() => projects.remove());

const stateOf = (project: Project) => project.contents("specs", "generated");

describe("npm run spec:import", () => {
  test("mends the known mistakes of a document, reports each, and writes specs/ and generated/", async () => {
    const project = await projects.create(base);
    const document = parse(await project.read(REST)) as Document;
    addMistakes(document);
    await project.write("new.json", JSON.stringify(document));
    const imported = await project.run("spec-import", ["new.json"]);
    expect(imported).toMatchObject({ code: 0, stderr: "" });
    const report = imported.stdout
      .split("\n")
      .filter((line) => line.startsWith("amended"));
    expect(report.map((line) => line.split(":").slice(0, 2).join(":"))).toEqual(
      [
        "amended once: shared operationId",
        "amended once: operationId of several words",
        "amended once: action without a success response",
      ],
    );
    expect(imported.stdout).toContain(
      "  paths › /boats/{boatId}/launch › post › responses",
    );
    expect(imported.stdout).toContain(`written ${REST}`);
    expect(imported.stdout).toContain("written specs/surfaces.yaml");
    const { info, paths } = parse(await project.read(REST)) as Document;
    expect(info.version).toBe("1.3.0");
    expect(paths["/boats/{boatId}/update"]?.["post"]?.operationId).toBe(
      "PatchBoatByPost",
    );
    expect(await project.read("specs/surfaces.yaml")).toContain(
      "{ name: rest, document: rest.openapi.yaml, version: 1.3.0 }",
    );
    expect(await project.read("generated/rest/resources.ts")).toContain(
      "launch(boatId: string, query?: NoQuery, options?: CallOptions): Promise<void>;",
    );
  });

  test("gives the same bytes for the document of the publisher however often it is imported", async () => {
    const source = { name: "upstream.json", text: upstreamText() };
    const first = await readOpenapiSpecs(source, "rest");
    expect(first.warnings).toEqual([]);
    const why = "specs/surfaces.yaml lists the route under skip";
    expect(first.skipped).toEqual([
      { route: "GET /docs", why },
      { route: "GET /openapi.json", why },
    ]);
    const text = first.files.get("rest.openapi.yaml") ?? "";
    const again = await readOpenapiSpecs({ name: "again.yaml", text }, "rest");
    expect(again.files).toEqual(first.files);
    expect(again.applied).toEqual([]);
  });

  test("names what our rules and our texts name and the new document lacks, and keeps both", async () => {
    const project = await projects.create(base);
    const rules = `- name: rest
  document: rest.openapi.yaml
  version: 1.2.0
  names: { GET /ships: ships.list, GET /boats: boats.all }
  required: { Boat: [keel] }
- { name: jobs, document: jobs.openapi.yaml, version: 1.0.0 }
`;
    await project.write("specs/surfaces.yaml", rules);
    await project.write(
      "specs/rest.overlay.yaml",
      `overlay: 1.0.0
info: { title: Texts, version: 1.0.0 }
actions:
  - target: $
    update:
      paths:
        /boats: { get: { description: Our words. } }
        /ships: { get: { description: No words. } }
  - { target: "$.paths['/boats'].get.tags[3]", update: ships }
  - { target: "$.paths['/boats'].get.parameters[?@.name=='flag']", update: { description: A flag. } }
`,
    );
    await project.write("new.yaml", await project.read(REST));
    const imported = await project.run("spec-import", ["new.yaml"]);
    expect(imported).toMatchObject({ code: 0, stderr: "" });
    expect(
      linesOf(imported.stdout).filter((line) => line.startsWith("warning")),
    ).toEqual([
      "warning: new.yaml has no GET /ships, which specs/surfaces.yaml names in names",
      "warning: new.yaml has no Boat.keel, which specs/surfaces.yaml names in required",
      "warning: new.yaml has no paths › /ships, which specs/rest.overlay.yaml describes",
      "warning: new.yaml has no $.paths['/boats'].get.tags[3], which specs/rest.overlay.yaml describes",
      "warning: new.yaml has no $.paths['/boats'].get.parameters[?@.name=='flag'], which specs/rest.overlay.yaml describes",
    ]);
    expect(await project.read("specs/surfaces.yaml")).toContain("GET /ships");
    const resources = await project.read("generated/rest/resources.ts");
    expect(resources).toContain("Our words.");
    expect(resources).toContain("  all(");
    const checked = await project.run("check");
    expect(checked).toMatchObject({ code: 0 });
    expect(linesOf(checked.stderr)).toEqual([
      "warning: specs/rest.openapi.yaml has no GET /ships, which specs/surfaces.yaml names in names",
      "warning: specs/rest.openapi.yaml has no Boat.keel, which specs/surfaces.yaml names in required",
    ]);
  });

  test("reports every problem of a document in one run, with its line and what to do, and writes nothing", async () => {
    const project = await projects.create(base);
    const before = await stateOf(project);
    const wrong = (await project.read(REST))
      .replace("operationId: LaunchBoat\n", "operationId: DeleteBoat\n")
      .replace("responses/NotFound", "responses/Lost");
    await project.write("new.yaml", wrong);
    const refused = await project.run("spec-import", ["new.yaml"]);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(linesOf(refused.stderr)).toEqual([
      expect.stringMatching(
        /^new\.yaml:\d+: .*responses\/Lost points to nothing$/,
      ),
      expect.stringMatching(
        /operationId DeleteBoat is also that of DELETE \/boats\/\{boatId\}: .* \(the other: new\.yaml:\d+\)$/,
      ),
    ]);
    expect(await stateOf(project)).toEqual(before);
  });

  test("leaves out the operations that need a faulty schema, each with the line and the reason, and nothing else", async () => {
    const project = await projects.create(base);
    const document = parse(await project.read(JOBS)) as Document;
    const cranes = (schema: object) => ({
      post: {
        operationId: "LiftCrane",
        tags: ["cranes"],
        responses: { "200": { description: "Done." } },
        requestBody: { content: { "application/json": { schema } } },
      },
    });
    Object.assign(document.paths, {
      "/cranes/named": cranes({ $ref: "#/components/schemas/Outer" }),
      "/cranes/inline": cranes({ type: "string", maxLength: "long" }),
    });
    Object.assign(document.components.schemas, {
      Outer: {
        type: "object",
        properties: { inner: { $ref: "#/components/schemas/Inner" } },
      },
      Inner: { type: "text" },
    });
    await project.write("new.yaml", stringify(document));
    const imported = await project.run("spec-import", ["new.yaml"]);
    expect(imported).toMatchObject({ code: 0, stderr: "" });
    const warnings = imported.stdout.match(/^warning: skipped .*\n {2}.*/gm);
    expect(warnings?.sort()).toEqual([
      expect.stringMatching(
        /skipped POST \/cranes\/inline:\n {2}new\.yaml:\d+: .*maxLength/,
      ),
      expect.stringMatching(
        /skipped POST \/cranes\/named:\n {2}new\.yaml:\d+: components › schemas › Inner › type/,
      ),
    ]);
    const { "x-skipped": reasons, ...written } = parse(
      await project.read(JOBS),
    ) as Record<string, unknown>;
    expect(JSON.stringify(written)).not.toContain("Inner");
    // The comparison with another revision says why the operations are not there.
    expect(Object.entries(reasons as object).sort()).toEqual([
      ["POST /cranes/inline", expect.stringMatching(/^paths › .*maxLength/)],
      ["POST /cranes/named", expect.stringMatching(/^components › schemas/)],
    ]);
  });

  test("names the line of our overlay where the overlay makes a mistake", async () => {
    const project = await projects.create(base);
    await project.write(
      "specs/jobs.overlay.yaml",
      `overlay: 1.0.0
info: { title: Texts, version: 1.0.0 }
actions:
  - target: $.paths['/jobs/{crane}/run'].post
    update: { description: Our words. }
  - target: $.paths['/jobs/{crane}/run'].post
    update: { operationID: RunCrane }
`,
    );
    await project.write("new.yaml", await project.read(JOBS));
    const refused = await project.run("spec-import", ["new.yaml"]);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(
      /^specs\/jobs\.overlay\.yaml:6: paths › .* › operationID: .*\n$/,
    );
  });

  test("keeps the names of functions that a new document would change, and says so", async () => {
    const project = await projects.create(base);
    const document = parse(await project.read(REST)) as Document;
    const [find] = Object.values(document.paths["/boats"] ?? {});
    if (find) find.operationId = "FindBoats";
    // The two spellings of the update differ in one flag.
    const text = JSON.stringify(document.components.schemas["BoatUpdateInput"]);
    const post = document.paths["/boats/{boatId}/update"]?.["post"];
    Object.assign(post ?? {}, {
      requestBody: {
        content: { "application/json": { schema: JSON.parse(text) as object } },
      },
    });
    await project.write("new.json", JSON.stringify(document));
    const imported = await project.run("spec-import", ["new.json"]);
    expect(imported).toMatchObject({ code: 0, stderr: "" });
    expect(
      linesOf(imported.stdout).filter((line) => / stays /.test(line)),
    ).toEqual([
      "warning: GET /boats stays boats.list, although its name in new.json is another one: the import adds it to names in specs/surfaces.yaml",
      "warning: PATCH /boats/{boatId} stays boats.update, although its name in new.json is another one: the import adds it to names in specs/surfaces.yaml",
      "warning: POST /boats/{boatId}/update stays boats.update, although its name in new.json is another one: the import adds it to names in specs/surfaces.yaml",
    ]);
    expect(await project.read("generated/rest/fetchers.ts")).toContain(
      'calls.update("boats.update"',
    );
    const list = await project.read("specs/surfaces.yaml");
    expect(await formatted(list)).toBe(list);
  });

  test("keeps the name of a function whose path names its parameters otherwise in the new document", async () => {
    const document = parse(
      await readFile("specs/rest-v2.openapi.yaml", "utf8"),
    ) as Document;
    const { "/v2/pods/{id}/logs": logs, ...paths } = document.paths;
    const text = JSON.stringify({
      ...document,
      paths: {
        ...paths,
        "/v2/pods/{podId}/logs": {
          ...logs,
          parameters: [
            {
              name: "podId",
              in: "path",
              required: true,
              schema: { type: "string" },
            },
          ],
        },
      },
    });
    const { files } = await readOpenapiSpecs({ name: "new.json", text }, "v2");
    expect(files.get("surfaces.yaml")).toContain(
      "GET /v2/pods/{podId}/logs: pods.logs",
    );
  });

  test("keeps the comments of a YAML document, and formats it as the lint asks", async () => {
    const { files } = await readOpenapiSpecs(
      {
        name: "new.yaml",
        text: `openapi: 3.1.0
info:   { title: New, version: 1.2.0 } # Ours.
paths:
    /boats: { get: { operationId: ListBoats, responses: { "204": { description: None. } } } }
`,
      },
      "rest",
    );
    const written = files.get("rest.openapi.yaml") ?? "";
    expect(written).toContain("# Ours.");
    expect(await formatted(written)).toBe(written);
  });

  test("finds the surface of a document although another one that is listed has no document yet", async () => {
    const project = await projects.create(base);
    const list = await project.read("specs/surfaces.yaml");
    const more = ["next", "other"].map(
      (name) =>
        `- { name: ${name}, document: ${name}.openapi.yaml, version: 1.0.0 }\n`,
    );
    await project.write("specs/surfaces.yaml", list + more.join(""));
    await project.write("new.yaml", await project.read(JOBS));
    const imported = await project.run("spec-import", ["new.yaml"]);
    expect(imported).toMatchObject({ code: 0 });
    expect(imported.stdout).toContain("jobs is up to date");
  });

  test("leaves the requests that a service sends by itself as they are", () => {
    const callback = { post: { responses: {} } };
    const document = {
      openapi: "3.1.0",
      paths: {
        "/boats": {
          post: {
            responses: { "201": { description: "Made." } },
            callbacks: { made: { "{$request.body#/url}": callback } },
          },
        },
      },
    };
    expect(amend(document)).toEqual({ document, applied: [] });
  });

  test("skips a method that the generator does not support, and warns of no rule for a route that is skipped", async () => {
    const project = await projects.create(base);
    const document = parse(await project.read(REST)) as Document;
    const responses = { "200": { description: "Done." } };
    const head = { operationId: "HeadBoats", tags: ["boats"], responses };
    Object.assign(document.paths["/boats"] ?? {}, { head });
    await project.write("new.yaml", stringify(document));
    await project.edit(
      "specs/surfaces.yaml",
      "name: rest,",
      "name: rest, lists: { HEAD /boats: boats },",
    );
    const imported = await project.run("spec-import", ["new.yaml"]);
    expect(imported).toMatchObject({ code: 0, stderr: "" });
    expect(imported.stdout).not.toContain("names in lists");
    expect(imported.stdout).toMatch(
      /^warning: skipped HEAD \/boats:\n.*supports GET/m,
    );
    const written = parse(await project.read(REST)) as Document;
    expect(written.paths["/boats"]).not.toHaveProperty("head");
  });

  test("refuses a document of which no operation is left, with the reason of each", async () => {
    const cookie = "{ name: a, in: cookie, schema: { type: string } }";
    const text = `openapi: 3.1.0
info: { title: New, version: 1.2.0 }
paths:
  /boats: { get: { operationId: ListBoats, parameters: [${cookie}], responses: { "204": { description: None. } } } }
`;
    await expect(
      readOpenapiSpecs({ name: "new.yaml", text }, "rest"),
    ).rejects.toThrow(
      /no operations\nskipped GET \/boats: new\.yaml:4: .* cookie parameter a cannot be sent/,
    );
  });

  test("writes the first document of a surface that surfaces.yaml has just listed", async () => {
    const project = await projects.create(base);
    const list = await project.read("specs/surfaces.yaml");
    await project.write("new.yaml", await project.read(REST));
    const args = ["new.yaml", "--surface", "next"];
    const refused = await project.run("spec-import", args);
    expect(refused.stderr).toContain("lists no surface next: choose one of ");
    const line = linesOf(refused.stderr).at(-1) ?? "";
    expect(line).toBe(
      '- { name: next, document: next.openapi.yaml, version: "1.2.0" } # its calls need the variable CLOUD_COMPUTE_NEXT_BASE_URL',
    );
    await project.write("specs/surfaces.yaml", `${list}${line}\n`);
    const imported = await project.run("spec-import", args);
    expect(imported).toMatchObject({ code: 0, stderr: "" });
    expect(imported.stdout).toContain("written specs/next.openapi.yaml");
    expect(await project.run("check")).toMatchObject({ code: 0 });
  });

  test("refuses a document of several files with the command that joins them", async () => {
    const project = await projects.create(base);
    const document = (await project.read(REST)).replace(
      '"#/components/schemas/Boat"',
      '"./boat.yaml#/Boat"',
    );
    await project.write("new.yaml", document);
    const { code, stderr } = await project.run("spec-import", ["new.yaml"]);
    expect(code).toBe(1);
    expect(stderr).toBe(
      "new.yaml:1: the document refers to other files (./boat.yaml): join them with `npx redocly bundle new.yaml --output bundled.yaml`, and import bundled.yaml\n",
    );
  });

  test("refuses a document over which the client does not compile, and reports what the emulator and its page lack", async () => {
    const project = await projects.create(base);
    const { paths, ...jobs } = parse(await project.read(JOBS)) as Document;
    const run = paths["/jobs/{crane}/run"]?.["post"];
    const pause = { ...run, operationId: "PauseJob" };
    const added = { ...paths, "/jobs/{crane}/pause": { post: pause } };
    await project.write("new.yaml", stringify({ ...jobs, paths: added }));
    const page = `import type { JobsRoute } from "../generated/routes.js";
export const shown: Record<JobsRoute, string> = {};
`;
    await project.write("packages/emulator/page/shown.ts", page);
    const first = await project.run("spec-import", ["new.yaml"]);
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout).toContain("and those in tests and examples:");
    for (const file of ["src/handlers.ts:\\d+", "page/shown.ts:2"])
      expect(first.stdout).toMatch(
        new RegExp(`packages/emulator/${file}: .*POST /jobs/{crane}/pause`),
      );

    const others = Object.entries(added).filter(
      ([path]) => !path.includes("status"),
    );
    const removed = { ...jobs, paths: Object.fromEntries(others) };
    await project.write("new.yaml", stringify(removed));
    const list = await project.read("specs/surfaces.yaml");
    await project.write(
      "specs/surfaces.yaml",
      list.replace("name: jobs,", "name: jobs, required: { Winch: [id] },"),
    );
    const before = await stateOf(project);
    const second = await project.run("spec-import", [
      "new.yaml",
      "--surface",
      "jobs",
    ]);
    expect(second).toMatchObject({ code: 1, stdout: "" });
    expect(second.stderr).toMatch(/^src\/client\.ts:\d+: .*'status'/m);
    expect(second.stderr).toMatch(
      /^warning: new\.yaml has no Winch, which specs\/surfaces\.yaml names in required$/m,
    );
    expect(second.stderr).toContain(".cache/spec-import/ holds the files");
    expect(second.stderr).toContain("Edit these lines so that they fit");
    const command = /npm run spec:diff -- (specs\/\S+) (\.cache\/\S+)$/m.exec(
      second.stderr,
    );
    const diff = await project.run("spec-diff", command?.slice(1));
    expect(diff.stdout).toContain("`jobs.status` was removed");
    expect(
      await project.read(".cache/spec-import/generated/jobs/resources.ts"),
    ).toContain("JobsResource");
    expect(await stateOf(project)).toEqual(before);
  });

  test("reads an introspection, and refuses a schema that the shipped documents do not fit, with each place", async () => {
    const project = await projects.create(base);
    const sdl = await project.read(SCHEMA);
    const introspection = introspectionFromSchema(buildSchema(sdl));
    await project.write("new.json", JSON.stringify({ data: introspection }));
    const imported = await project.run("spec-import", ["new.json"]);
    expect(imported).toMatchObject({ code: 0, stderr: "" });
    expect(await project.run("check")).toMatchObject({ code: 0 });

    const before = await stateOf(project);
    await project.write("new.graphql", sdl.replace("  rename(", "  retitle("));
    const refused = await project.run("spec-import", ["new.graphql"]);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(
      /^specs\/operations\/rename\.graphql:\d+: .*rename/m,
    );
    expect(await stateOf(project)).toEqual(before);
  });
});

describe("parseYaml", () => {
  test.each([
    ["a missing comma in JSON", '{\n "a": true\n "b": 2\n}', 2],
    ["an end that comes too early", '{\n "a": {\n', 3],
    ["a list within a mapping in YAML", "a:\n  b: 1\n - c\n", 3],
  ])("names the line of %s", (_, text, line) => {
    expect(() => parseYaml("new.yaml", text)).toThrow(`new.yaml:${line}: `);
    expect(() => parseDocument(text)).toThrow("is neither JSON nor YAML");
  });

  test("reads YAML that begins with a brace, and JSON with a comma too many", () => {
    expect(parseYaml("new.yaml", "{ a: 1, }").data).toEqual({ a: 1 });
    expect(parseDocument('{ "a": 1, }')).toEqual({ a: 1 });
  });
});

test.each([
  ["Swagger 2", "swagger: '2.0'\n", /this is Swagger 2/],
  ["plain JSON", '{"a": 1}', /this is neither an OpenAPI document/],
  ["half an introspection", '{"__schema": {}}', /this is not a GraphQL schema/],
])("detectKind refuses %s by a clear error", (_, text, reason) => {
  expect(() => detectKind({ name: "a", text })).toThrow(reason);
});

function linesOf(text: string): string[] {
  return text.trim().split("\n");
}

/** Puts the known mistakes of real documents into one that has none. */
function addMistakes({ info, paths }: Document): void {
  info.version = "1.3.0";
  const post = paths["/boats/{boatId}/update"]?.["post"];
  if (post) post.operationId = "PatchBoat";
  const list = paths["/repairorders"]?.["get"];
  if (list) list.operationId = "list-repair-orders";
  delete paths["/boats/{boatId}/launch"]?.["post"]?.responses["200"];
}

async function formatted(yaml: string): Promise<string> {
  const { code } = await format("list.yaml", yaml, { printWidth: 80 });
  return code;
}
