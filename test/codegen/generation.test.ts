import { execFile } from "node:child_process";
import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SpecError } from "../../scripts/codegen/parse/fault.js";
import { renderGenerated } from "../../scripts/codegen/render/render.js";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");
const REST = "specs/rest.openapi.yaml";
const MYSELF = "specs/operations/myself.graphql";
const SCHEMA = "specs/schema.graphql";

const NO_ID = "operationId: GetPod\n      tags: [pods]";

/** A copy of what the generator works on, in step with its specs; each test works on a copy of this copy. */
let base = "";
let parent = "";

beforeAll(async () => {
  parent = await fs.mkdtemp(join(tmpdir(), "generation-"));
  base = join(parent, "base");
  const sources = [
    "specs",
    "scripts",
    "codegen.ts",
    "src/options.ts",
    "src/emulator/page",
    "src/cli/drift",
  ];
  for (const name of [...sources, "package.json", "tsconfig.json"])
    await fs.cp(join(ROOT, name), join(base, name), { recursive: true });
  await fs.symlink(join(ROOT, "node_modules"), join(base, "node_modules"));
  expect(await run(base, "generate")).toMatchObject({ code: 0, stderr: "" });
}, 60_000);

afterAll(() => fs.rm(parent, { recursive: true }));

describe.concurrent("the generator", { timeout: 120_000 }, () => {
  test("names what is stale, missing and no longer wanted, and mends it", async () => {
    const folder = await copy("drift");
    await edit(folder, REST, "summary: List Pods", "summary: List all Pods");
    await edit(folder, "generated/emulator/routes.ts", "GET /pods", "GET /pod");
    await fs.rm(join(folder, "generated/emulator/synonyms.ts"));
    await fs.writeFile(join(folder, "generated/extra.ts"), "");
    const before = await generated(folder);
    const drifted = await run(folder, "check");
    expect(drifted).toMatchObject({ code: 1, stdout: "" });
    expect(drifted.stderr.trim().split("\n").sort()).toEqual([
      "Run `npm run generate` and commit the result.",
      "generated/extra.ts: no longer wanted",
      "generated/emulator/reference.ts: stale",
      "generated/rest/resources.ts: stale",
      "generated/rest/types.ts: stale",
      "generated/emulator/routes.ts: stale",
      "generated/emulator/synonyms.ts: missing",
    ]);
    expect(await generated(folder)).toEqual(before);

    const mended = await run(folder, "generate");
    expect(mended).toMatchObject({ code: 0, stderr: "" });
    expect(mended.stdout.trim().split("\n").sort()).toEqual([
      "removed generated/extra.ts",
      "written generated/reference.ts",
      "written generated/rest.ts",
      "written generated/rest.types.ts",
      "written generated/routes.ts",
      "written generated/synonyms.ts",
    ]);
    const after = { code: 0, stdout: "", stderr: "" };
    expect(await run(folder, "check")).toEqual(after);
    const { "rest.ts": rest, ...others } = await generated(folder);
    expect(rest).toContain("List all Pods.");
    expect(others).toMatchObject(await unchanged("routes.ts", "synonyms.ts"));
  });

  test("gives a new operation and a new document their functions, documented and callable", async () => {
    const folder = await copy("addition");
    await edit(folder, REST, "\n  /pods/{podId}/start:\n", HIBERNATE);
    await fs.writeFile(
      join(folder, "specs/operations/data-centers.graphql"),
      "# Lists the places.\nquery dataCenters {\n  dataCenters {\n    id\n  }\n}\n",
    );
    expect(await run(folder, "generate")).toMatchObject({ code: 0 });
    const files = await generated(folder);
    expect(files["rest.ts"]).toContain(`  /**
   * Put a Pod to sleep.
   *
   * Keeps its memory on disk.
   *
   * Sends \`POST /pods/{podId}/hibernate\`.
   */
  hibernate(podId: string, body: PodUpdateInput, query?: HibernatePodQuery, options?: CallOptions): Promise<Pod>;
`);
    expect(files["graphql.ts"]).toContain(`  /**
   * Lists the places.
   *
   * Sends the query \`dataCenters\`.
   */
  dataCenters(variables?: NoVariables, options?: CallOptions): Promise<DataCentersQuery>;
`);
    await fs.cp(join(ROOT, "src"), join(folder, "src"), { recursive: true });
    await fs.mkdir(join(folder, "test"));
    await fs.writeFile(join(folder, "test/use.ts"), USE);
    await fs.writeFile(
      join(folder, "test/tsconfig.json"),
      JSON.stringify({ extends: "../tsconfig.json", include: ["."] }),
    );
    const used = await node(folder, "--import", "tsx", "test/use.ts");
    expect(used).toMatchObject({ code: 0, stderr: "" });
    const query = "query dataCenters {\n  dataCenters {\n    id\n  }\n}";
    expect(JSON.parse(used.stdout)).toEqual([
      ["POST", "/v1/pods/a/hibernate", "true", { name: "b" }],
      ["POST", "/graphql", null, { query }],
      ["b", "c"],
    ]);
    const tsc = "node_modules/typescript/bin/tsc";
    const compiled = await node(folder, tsc, "--project", "test");
    expect(compiled).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("gives the same specs the same bytes, wherever it runs", async () => {
    const folder = await copy("again");
    await fs.rm(join(folder, "generated"), { recursive: true });
    const elsewhere = { TZ: "Asia/Tokyo", LC_ALL: "tr_TR.UTF-8" };
    expect(await run(folder, "generate", elsewhere)).toMatchObject({ code: 0 });
    const [first, second] = [await generated(base), await generated(folder)];
    expect(Object.keys(second)).toContain("validators.bodies.js");
    expect(second).toEqual(first);
  });

  // Each fault stands in the line in which its text stood.
  test.each([
    ["broken YAML", REST, "operationId: GetPod\n", "operationId: a: b\n"],
    ["an operation without operationId", REST, NO_ID, "tags: [pods]"],
    ["an operationId twice", REST, ": GetPod\n", ": ListPods\n"],
    ["a name for two operations", REST, ": GetPod\n", ": PodList\n"],
    ["an answer that refers to nothing", REST, "responses/NotFound", "x"],
    ["a field that refers to nothing", REST, "schemas/CpuType", "x"],
    ["a document with an unknown field", MYSELF, "isTeam", "isTeem"],
    ["a document that cannot be parsed", MYSELF, "isTeam", "!"],
    ["a schema with an unknown type", SCHEMA, "myself: User", "myself: Usr"],
    ["a schema that cannot be parsed", SCHEMA, "myself: User", "myself: !"],
  ])("refuses %s, naming file and line", async (name, file, from, to) => {
    const folder = await copy(name.replaceAll(" ", "-"));
    const line = await edit(folder, file, from, to);
    const refused = renderGenerated(join(folder, "specs"));
    const fault = await refused.catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(SpecError);
    const told = (fault as SpecError).message.replace(`${folder}/`, "");
    expect(told).toMatch(new RegExp(`^${file}:${line}: [^\n]+$`));
  });

  test("writes nothing where it refuses, and prints the fault alone", async () => {
    const folder = await copy("refusal");
    const line = await edit(folder, SCHEMA, "myself: User", "myself: Usr");
    const { code, stdout, stderr } = await run(folder, "generate");
    expect(stderr.trim()).toMatch(new RegExp(`^${SCHEMA}:${line}: [^\n]+$`));
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(await generated(folder)).toEqual(await generated(base));
  });
});

const HIBERNATE = `
  /pods/{podId}/hibernate:
    post:
      operationId: HibernatePod
      tags: [pods]
      summary: Put a Pod to sleep
      description: Keeps its memory on disk.
      parameters:
        - { name: podId, in: path, required: true, schema: { type: string } }
        - { name: deep, in: query, schema: { type: boolean } }
      requestBody:
        required: true
        content:
          application/json:
            schema: { $ref: "#/components/schemas/PodUpdateInput" }
      responses:
        "200":
          description: The Pod.
          content:
            application/json:
              schema: { $ref: "#/components/schemas/Pod" }

  /pods/{podId}/start:
`;

/** Calls what is new and prints what went out; compiled too, so that its types are held. */
const USE = `import { createClient } from "../../src/index.js";

const sent: unknown[] = [];
const fetch: typeof globalThis.fetch = async (url, init) => {
  const { pathname, searchParams } = new URL(String(url));
  const deep = searchParams.get("deep");
  sent.push([init?.method, pathname, deep, JSON.parse(String(init?.body))]);
  return Response.json({ id: "b", data: { dataCenters: [{ id: "c" }] } });
};
const baseUrl = "https://rest.test/v1";
const graphqlUrl = "https://graph.test/graphql";
const cloud = createClient({ apiKey: "a-key", baseUrl, graphqlUrl, fetch });
const pod = await cloud.pods.hibernate("a", { name: "b" }, { deep: true }, { timeout: 5000 });
const answer = await cloud.graphql.dataCenters({}, { timeout: 6000 });
export const read: [string, unknown] = [pod.id, answer.dataCenters?.[0]?.id];
console.log(JSON.stringify([...sent, read]));
`;

async function copy(name: string): Promise<string> {
  const folder = join(parent, name);
  await fs.cp(base, folder, { recursive: true, verbatimSymlinks: true });
  return folder;
}

/** Replaces the first \`from\`; returns the line it stood in. */
async function edit(
  folder: string,
  file: string,
  from: string,
  to: string,
): Promise<number> {
  const text = await fs.readFile(join(folder, file), "utf8");
  expect(text).toContain(from);
  await fs.writeFile(
    join(folder, file),
    text.replace(from, () => to),
  );
  return text.slice(0, text.indexOf(from)).split("\n").length;
}

/** The bytes of every generated file by its name. */
async function generated(folder: string): Promise<Record<string, string>> {
  const names = await fs.readdir(join(folder, "generated"));
  const entries = names.sort().map(async (name) => {
    const file = join(folder, "generated", name);
    return [name, await fs.readFile(file, "latin1")] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** Files as they are in the base. */
async function unchanged(...names: string[]): Promise<Record<string, string>> {
  const files = Object.entries(await generated(base));
  return Object.fromEntries(files.filter(([name]) => names.includes(name)));
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

function run(folder: string, script: string, env: object = {}): Promise<Ended> {
  return spawn(folder, ["--import", "tsx", `scripts/${script}.ts`], env);
}

function node(folder: string, ...options: string[]): Promise<Ended> {
  return spawn(folder, options, {});
}

function spawn(
  folder: string,
  options: readonly string[],
  env: object,
): Promise<Ended> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      options,
      { cwd: folder, env: { ...process.env, ...env } },
      (_, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}
