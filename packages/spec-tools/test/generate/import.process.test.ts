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
const LIST = "specs/surfaces.yaml";

const projects = await createProjects();
/** A project that no test changes: its generated files are what its specs give. */
let base: Project;
let rest = "";
let jobs = "";

beforeAll(async () => {
  base = await projects.create();
  expect(await base.run("generate")).toMatchObject({ code: 0, stderr: "" });
  rest = await base.read(REST);
  jobs = await base.read(JOBS);
});

afterAll(() => projects.remove());

const stateOf = (project: Project) => project.contents("specs", "generated");

describe("npm run spec:import", () => {
  test("mends the known mistakes of a document, skips what the generator does not support, reports each, and writes specs/ and generated/", async () => {
    const project = await projects.create(base);
    await project.edit(
      LIST,
      "name: rest,",
      "name: rest, lists: { HEAD /boats: boats },",
    );
    const document = rest
      .replace("version: 1.2.0", "version: 1.3.0")
      .replace("operationId: UpdateBoat", "operationId: PatchBoat")
      .replace("ListRepairOrders", "list-repair-orders")
      .replace(/(operationId: LaunchBoat[^]*?)"200"/, '$1"400"')
      .replace(
        "  /boats:\n",
        "  /boats:\n    head: { operationId: HeadBoats, tags: [boats], responses: { 200: { description: Done. } } }\n",
      );
    await project.write("new.yaml", document);
    const { code, stdout, stderr } = await project.run("spec-import", [
      "new.yaml",
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.match(/^amended .*?: .*?(?=:)/gm)).toEqual([
      "amended once: shared operationId",
      "amended once: operationId of several words",
      "amended once: action without a success response",
    ]);
    expect(stdout).toContain(
      "  paths › /boats/{boatId}/launch › post › responses",
    );
    expect(stdout).toMatch(/^warning: skipped HEAD \/boats:\n.*supports GET/m);
    expect(stdout).not.toContain("names in lists");
    for (const file of [REST, LIST, "generated/rest/resources.ts"])
      expect(stdout).toContain(`written ${file}`);
    const written = await project.read(REST);
    expect(written).toContain("operationId: PatchBoatByPost");
    expect(written).not.toContain("HeadBoats");
    expect(await project.read(LIST)).toContain("version: 1.3.0");
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
    const project = await projects.create();
    await project.edit(
      LIST,
      "name: rest,",
      "name: rest, names: { GET /ships: ships.list }, required: { Boat: [keel] },",
    );
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
    const { warnings, files } = await project.readNew(rest);
    expect(warnings).toEqual([
      "new.yaml has no GET /ships, which specs/surfaces.yaml names in names",
      "new.yaml has no Boat.keel, which specs/surfaces.yaml names in required",
      "new.yaml has no paths › /ships, which specs/rest.overlay.yaml describes",
      "new.yaml has no $.paths['/boats'].get.tags[3], which specs/rest.overlay.yaml describes",
      "new.yaml has no $.paths['/boats'].get.parameters[?@.name=='flag'], which specs/rest.overlay.yaml describes",
    ]);
    expect(files.get("surfaces.yaml")).toContain("GET /ships");
    expect(files.get("rest.openapi.yaml")).toContain("Our words.");
  });

  test("reports every problem of a document in one run, with its line", async () => {
    const wrong = rest
      .replace("operationId: LaunchBoat\n", "operationId: DeleteBoat\n")
      .replace("responses/NotFound", "responses/Lost");
    await expect(base.readNew(wrong)).rejects.toThrow(
      /^new\.yaml:\d+: .*responses\/Lost points to nothing\n.*operationId DeleteBoat is also that of DELETE \/boats\/\{boatId\}: .* \(the other: new\.yaml:\d+\)$/,
    );
  });

  test("leaves out the operations that need a faulty schema, each with the line and the reason, and nothing else", async () => {
    const crane = (schema: string) =>
      `{ post: { operationId: LiftCrane, tags: [cranes], responses: { 200: { description: Done. } }, requestBody: { content: { application/json: { schema: ${schema} } } } } }`;
    const text = jobs
      .replace(
        "paths:\n",
        `paths:
  /cranes/named: ${crane('{ $ref: "#/components/schemas/Outer" }')}
  /cranes/inline: ${crane("{ type: string, maxLength: long }")}
`,
      )
      .replace(
        "  schemas:\n",
        `  schemas:
    Outer: { type: object, properties: { inner: { $ref: "#/components/schemas/Inner" } } }
    Inner: { type: text }
`,
      );
    const { skipped, files } = await base.readNew(text);
    const inline = "POST /cranes/inline";
    const named = "POST /cranes/named";
    expect(skipped.map(({ route, why }) => `${route}: ${why}`).sort()).toEqual([
      expect.stringMatching(`^${inline}: new\\.yaml:\\d+: .*maxLength`),
      expect.stringMatching(
        `^${named}: new\\.yaml:\\d+: components › schemas › Inner › type`,
      ),
    ]);
    const { "x-skipped": reasons, ...written } = parse(
      files.get("jobs.openapi.yaml") ?? "",
    ) as Record<string, unknown>;
    expect(JSON.stringify(written)).not.toContain("Inner");
    // The comparison with another revision says why the operations are not there.
    expect(reasons).toEqual({
      [inline]: expect.stringMatching(/^paths › .*maxLength/) as string,
      [named]: expect.stringMatching(/^components › schemas/) as string,
    });
  });

  test("names the line of our overlay where the overlay makes a mistake", async () => {
    const project = await projects.create();
    await project.write(
      "specs/jobs.overlay.yaml",
      `overlay: 1.0.0
info: { title: Texts, version: 1.0.0 }
actions:
  - target: $.paths['/jobs/{crane}/run'].post
    update: { operationID: RunCrane }
`,
    );
    await expect(project.readNew(jobs)).rejects.toThrow(
      /^specs\/jobs\.overlay\.yaml:4: paths › .* › operationID: .*$/,
    );
  });

  test("keeps the names of functions that a new document would change, also where it names the parameters of a path otherwise, and says so", async () => {
    const project = await projects.create();
    await project.edit(
      LIST,
      "name: rest,",
      'name: rest, names: { "DELETE /boats/{boatId}": boats.scrap },',
    );
    // The two spellings of the update differ in one flag.
    const text = rest
      .replace("ListBoats", "FindBoats")
      .replaceAll("boatId", "id")
      .replace(
        /(operationId: UpdateBoat[^]*?requestBody:\n) +required: true\n/,
        "$1",
      );
    const { warnings, files } = await project.readNew(text);
    const kept = {
      "GET /boats": "boats.list",
      "PATCH /boats/{id}": "boats.update",
      "DELETE /boats/{id}": "boats.scrap",
      "POST /boats/{id}/update": "boats.update",
    };
    for (const [route, call] of Object.entries(kept))
      expect(warnings).toContain(
        `${route} stays ${call}, although its name in new.yaml is another one: the import adds it to names in specs/surfaces.yaml`,
      );
    const list = files.get("surfaces.yaml") ?? "";
    expect(parse(list)).toMatchObject([{ names: kept }, { name: "jobs" }]);
    expect(await formatted(list)).toBe(list);
  });

  test("keeps the comments of a YAML document, and formats it as the lint asks", async () => {
    const { files } = await base.readNew(
      `openapi: 3.1.0
info:   { title: New, version: 1.2.0 } # Ours.
paths:
    /boats: { get: { operationId: ListBoats, responses: { "204": { description: None. } } } }
`,
    );
    const written = files.get("rest.openapi.yaml") ?? "";
    expect(written).toContain("# Ours.");
    expect(await formatted(written)).toBe(written);
  });

  test("leaves the requests that a service sends by itself as they are", () => {
    const callback = { post: { responses: {} } };
    const responses = { "201": { description: "Made." } };
    const callbacks = { made: { "{$request.body#/url}": callback } };
    const paths = { "/boats": { post: { responses, callbacks } } };
    const document = { openapi: "3.1.0", paths };
    expect(amend(document)).toEqual({ document, applied: [] });
  });

  test("refuses a document of which no operation is left, with the reason of each", async () => {
    const cookie = "{ name: a, in: cookie, schema: { type: string } }";
    const text = `openapi: 3.1.0
info: { title: New, version: 1.2.0 }
paths:
  /boats: { get: { operationId: ListBoats, parameters: [${cookie}], responses: { "204": { description: None. } } } }
`;
    await expect(base.readNew(text)).rejects.toThrow(
      /no operations\nskipped GET \/boats: new\.yaml:4: .* cookie parameter a cannot be sent/,
    );
  });

  test("writes the first document of a surface that surfaces.yaml has just listed, and finds the surfaces of others before that", async () => {
    const project = await projects.create(base);
    const error: unknown = await project.readNew(rest, "next").catch(String);
    expect(error).toContain("lists no surface next: choose one of ");
    const line = String(error).split("\n").at(-1);
    expect(line).toBe(
      '- { name: next, document: next.openapi.yaml, version: "1.2.0" } # its calls need the variable CLOUD_COMPUTE_NEXT_BASE_URL',
    );
    await project.write(LIST, `${await project.read(LIST)}${line}\n`);
    expect(await project.readNew(jobs)).toMatchObject({ surface: "jobs" });
    const { stderr } = await project.run("check");
    expect(stderr).toContain("but there is no specs/next.openapi.yaml yet");
    await project.write("new.yaml", rest);
    const args = ["new.yaml", "--surface", "next"];
    const imported = await project.run("spec-import", args);
    expect(imported).toMatchObject({ code: 0, stderr: "" });
    expect(imported.stdout).toContain("written specs/next.openapi.yaml");
    const again = await project.run("spec-import", args);
    expect(again.stdout).toBe("next is up to date\n");
  });

  test("refuses a document of several files with the command that joins them", async () => {
    const text = rest.replace(
      '"#/components/schemas/Boat"',
      '"./boat.yaml#/Boat"',
    );
    await expect(base.readNew(text)).rejects.toThrow(
      "new.yaml:1: the document refers to other files (./boat.yaml): join them with `npx redocly bundle new.yaml --output bundled.yaml`, and import bundled.yaml",
    );
  });

  test("refuses a document over which the client does not compile, and reports what the emulator and its page lack", async () => {
    const project = await projects.create(base);
    const { paths, ...others } = parse(jobs) as {
      paths: Record<string, { post?: object }>;
    };
    const run = paths["/jobs/{crane}/run"];
    const pause = { post: { ...run?.post, operationId: "PauseJob" } };
    const added = { ...others, paths: { ...paths, "/pause": pause } };
    await project.write("new.yaml", stringify(added));
    const page = `import type { JobsRoute } from "../generated/routes.js";
export const shown: Record<JobsRoute, string> = {};
`;
    await project.write("packages/emulator/page/shown.ts", page);
    const first = await project.run("spec-import", ["new.yaml"]);
    expect(first).toMatchObject({ code: 0, stderr: "" });
    for (const file of ["src/handlers.ts:\\d+", "page/shown.ts:2"])
      expect(first.stdout).toMatch(
        new RegExp(`packages/emulator/${file}: .*POST /pause`),
      );

    const removed = { ...others, paths: { "/jobs/{crane}/run": run } };
    await project.write("new.yaml", stringify(removed));
    await project.edit(
      LIST,
      "name: jobs,",
      "name: jobs, required: { Winch: [id] },",
    );
    const before = await stateOf(project);
    const args = ["new.yaml", "--surface", "jobs"];
    const second = await project.run("spec-import", args);
    expect(second).toMatchObject({ code: 1, stdout: "" });
    expect(second.stderr).toMatch(/^src\/client\.ts:\d+: .*'status'/m);
    expect(second.stderr).toMatch(/^warning: new\.yaml has no Winch, /m);
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

async function formatted(yaml: string): Promise<string> {
  const { code } = await format("list.yaml", yaml, { printWidth: 80 });
  return code;
}
