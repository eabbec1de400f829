import { once } from "node:events";
import * as fs from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildSchema, introspectionFromSchema } from "graphql";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { SpecError } from "../../scripts/codegen/parse/fault.js";
import { readSource } from "../../scripts/import/source.js";
import { run, stateOf, workplace } from "./import/workplace.js";

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

let parent = "";
let base = "";

beforeAll(async () => {
  parent = await fs.mkdtemp(join(tmpdir(), "import-"));
  base = await workplace(join(parent, "base"));
});

afterAll(() => fs.rm(parent, { recursive: true }));

describe("an import", { timeout: 300_000 }, () => {
  test("mends the known slips of a document, tells of each, and brings specs/ and generated/ to it as one", async () => {
    const folder = await copy("slips");
    const file = join(parent, "slips.json");
    const document = await restDocument();
    slip(document);
    await fs.writeFile(file, JSON.stringify(document));
    const { code, stdout, stderr } = await run(folder, "spec-import", file);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const told = stdout.split("\n").filter((line) => /^amended/.test(line));
    expect(told.map((line) => line.split(":").slice(0, 2).join(":"))).toEqual([
      "amended once: shared operationId",
      "amended once: operationId of several words",
      "amended 2 times: map with items",
      "amended 2 times: default of another type",
      "amended once: default without a meaning",
      "amended once: action without a success answer",
    ]);
    expect(stdout).toContain(
      "  paths › /pods/{podId}/restart › post › responses",
    );
    expect(stdout).toContain("written specs/rest.openapi.yaml");
    expect(stdout).toContain("written specs/surfaces.yaml");
    const taken = await textOf(folder, "specs/rest.openapi.yaml");
    const { info, paths, components } = parse(taken) as Document;
    expect(info.version).toBe("0.1.1");
    expect(paths["/pods/{podId}/update"]?.["post"]?.operationId).toBe(
      "PatchPodByPost",
    );
    const { PodCreateInput } = components.schemas;
    expect(PodCreateInput?.properties).toMatchObject({
      env: { type: "object", additionalProperties: { type: "string" } },
      ports: { default: ["8888/http", "22/tcp"] },
      gpuCount: { default: 1 },
    });
    expect(PodCreateInput?.properties["name"]).not.toHaveProperty("default");
    expect(await textOf(folder, "specs/surfaces.yaml")).toContain(
      "{ name: rest, document: rest.openapi.yaml, version: 0.1.1 }",
    );
    expect(await textOf(folder, "generated/rest/resources.ts")).toContain(
      "restart(podId: string, options?: CallOptions): Promise<void>;",
    );
    const checked = { code: 0, stdout: "", stderr: "" };
    expect(await run(folder, "check")).toEqual(checked);
  });

  test("tells every fault of a document at once, with its line and what to do, and replaces nothing", async () => {
    const folder = await copy("faults");
    const file = join(parent, "faults.yaml");
    const text = await textOf(base, "specs/rest.openapi.yaml");
    const wrong = text
      .replace("operationId: GetPod\n", "deprecated: false\n")
      .replace("operationId: StartPod\n", "operationId: StopPod\n")
      .replace("responses/NotFound", "responses/Lost");
    await fs.writeFile(file, wrong);
    const before = await stateOf(folder);
    const { code, stdout, stderr } = await run(folder, "spec-import", file);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/faults\.yaml:\d+: .*responses\/Lost points to/);
    expect(await stateOf(folder)).toEqual(before);

    await fs.writeFile(
      file,
      wrong.replace("responses/Lost", "responses/NotFound"),
    );
    const { stderr: names } = await run(folder, "spec-import", file);
    expect(names.trim().split("\n")).toEqual([
      expect.stringMatching(/faults\.yaml:\d+: .*has no operationId/),
      expect.stringMatching(/operationId StopPod is also that of POST \/pods/),
    ]);
    expect(await stateOf(folder)).toEqual(before);
  });

  test("refuses a document over which the client does not compile, and leaves a new operation of the emulator to be written", async () => {
    const folder = await copy("client");
    const file = join(parent, "client.yaml");
    const jobs = parse(
      await textOf(base, "specs/jobs.openapi.yaml"),
    ) as Document;
    const [status] = Object.keys(jobs.paths).filter((path) =>
      /status/.test(path),
    );
    jobs.paths["/v2/{slug}/pause"] = {
      post: {
        ...jobs.paths["/v2/{slug}/purge-queue"]?.["post"],
        operationId: "PauseJobs",
      } as Operation,
    };
    await fs.writeFile(file, stringify(jobs));
    const added = await run(folder, "spec-import", file);
    expect(added).toMatchObject({ code: 0, stderr: "" });
    expect(added.stdout).toMatch(/src\/emulator\/.*POST \/v2\/\{slug\}\/pause/);

    const before = await stateOf(folder);
    const others = Object.entries(jobs.paths).filter(
      ([path]) => path !== status,
    );
    const without = { ...jobs, paths: Object.fromEntries(others) };
    await fs.writeFile(file, stringify(without));
    const removed = await run(folder, "spec-import", file, "--surface", "jobs");
    expect(removed).toMatchObject({ code: 1, stdout: "" });
    expect(removed.stderr).toMatch(/^src\/jobs\/.*:\d+: /m);
    expect(await stateOf(folder)).toEqual(before);
  });

  test("reads an introspection, and refuses a schema that the shipped documents do not fit, naming each place", async () => {
    const folder = await copy("graphql");
    const file = join(parent, "introspection.json");
    const sdl = await textOf(base, "specs/schema.graphql");
    const introspection = introspectionFromSchema(buildSchema(sdl));
    await fs.writeFile(file, JSON.stringify({ data: introspection }));
    expect(await run(folder, "spec-import", file)).toMatchObject({ code: 0 });
    expect(await run(folder, "check")).toMatchObject({ code: 0 });

    const before = await stateOf(folder);
    const other = join(parent, "other.graphql");
    await fs.writeFile(other, sdl.replace(/^ {2}podTerminate\(/m, "  podEnd("));
    const refused = await run(folder, "spec-import", other);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(
      /^specs\/operations\/terminate\.graphql:\d+: .*podTerminate/m,
    );
    expect(await stateOf(folder)).toEqual(before);
  });

  test("reads an address, and says what is wrong with one that gives no document", async () => {
    const document = "openapi: 3.0.3\n";
    const server = createServer(({ url = "" }, answer) => {
      const page = "<!doctype html><title>Docs</title>";
      if (url === "/moved") answer.writeHead(302, { location: "/v2.yaml" });
      if (url.startsWith("/gone")) answer.writeHead(404);
      answer.end(url === "/page" ? page : document);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const at = (path: string) => `http://127.0.0.1:${port}${path}`;
    expect(await readSource(at("/moved"))).toEqual({
      name: at("/moved"),
      text: document,
    });
    await expect(readSource(at("/gone?token=secret"))).rejects.toThrow(
      new SpecError(`${at("/gone")}: answered with status 404`),
    );
    await expect(readSource(at("/page"))).rejects.toThrow(
      "is a page for people",
    );
    server.close();
    await expect(readSource(at("/v2.yaml"))).rejects.toThrow("cannot be read");
    await expect(readSource("no-such.yaml")).rejects.toThrow(
      "no-such.yaml: there is no such file",
    );
  });
});

/** The slips of real documents, in one that has none. */
function slip({ info, paths, components }: Document): void {
  info.version = "0.1.1";
  const post = paths["/pods/{podId}/update"]?.["post"];
  if (post) post.operationId = "PatchPod";
  const list = paths["/templates"]?.["get"];
  if (list) list.operationId = "list-templates";
  const restart = paths["/pods/{podId}/restart"]?.["post"];
  delete restart?.responses["200"];
  const { PodCreateInput, PodUpdateInput } = components.schemas;
  for (const schema of [PodCreateInput, PodUpdateInput])
    if (schema)
      schema.properties["env"] = {
        ...{ type: "object", items: { type: "string" }, example: 7 },
        ...{ description: ["not a text"], "x-form": { $ref: "#/nowhere" } },
      };
  Object.assign(PodCreateInput?.properties["ports"] ?? {}, {
    default: "8888/http,22/tcp",
  });
  Object.assign(PodCreateInput?.properties["gpuCount"] ?? {}, { default: "1" });
  Object.assign(PodCreateInput?.properties["name"] ?? {}, { default: {} });
}

async function restDocument(): Promise<Document> {
  return parse(await textOf(base, "specs/rest.openapi.yaml")) as Document;
}

function textOf(folder: string, file: string): Promise<string> {
  return fs.readFile(join(folder, file), "utf8");
}

async function copy(name: string): Promise<string> {
  const folder = join(parent, name);
  await fs.cp(base, folder, { recursive: true, verbatimSymlinks: true });
  return folder;
}
