import { build } from "esbuild";
import * as fs from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
} from "vitest";
import { parse, stringify } from "yaml";
import packageJson from "../../../../package.json" with { type: "json" };
import { runScript } from "../../../../test/support/run-script.js";
import { upstreamText } from "../../../../test/support/upstream-document.js";
import { compareOpenapi } from "../../src/diff/compare.js";
import { readSurfaces } from "../../src/generate/parse/surfaces.js";
import { GENERATED_FOLDERS } from "../../src/generate/write.js";

// Copies of this repository with other documents in specs/. No source is changed by hand.

const PARTS = [
  "bin",
  "packages",
  "src",
  "scripts",
  "test",
  "examples",
  "specs",
  "generated",
  "package.json",
  "tsconfig.json",
  "codegen.ts",
  "vitest.config.ts",
];

/** Copies the repository to a folder below its modules. */
async function copyRepository(): Promise<string> {
  await fs.mkdir(".cache", { recursive: true });
  const folder = await fs.mkdtemp(resolve(".cache", "other-specs-"));
  for (const part of PARTS)
    await fs.cp(part, join(folder, part), {
      recursive: true,
    });
  return folder;
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

test("an import of the document of version 0.1.0, as its publisher writes it, compiles, passes the check, and breaks nothing but members that were only captured", async () => {
  const folder = await copyRepository();
  onTestFinished(() => fs.rm(folder, { recursive: true }));
  await fs.writeFile(join(folder, "rest.json"), upstreamText());
  const imported = await runScript(folder, "scripts/spec-import", [
    "rest.json",
  ]);
  expect(imported).toMatchObject({ code: 0, stderr: "" });
  expect(imported.stdout).not.toContain("Adapt these places");
  const checked = await runScript(folder, "scripts/check");
  expect(checked).toMatchObject({ code: 0, stderr: "" });
  const [surface] = await readSurfaces("specs");
  const rules = surface ?? {};
  const sourceIn = async (name: string) => {
    const file = join(name, "specs/rest.openapi.yaml");
    return { name, text: await fs.readFile(file, "utf8"), rules };
  };
  const changes = compareOpenapi(
    "rest",
    await sourceIn("."),
    await sourceIn(folder),
  );
  const breaking = changes.filter(({ verdict }) => verdict === "breaking");
  expect(breaking.map(({ line }) => line).sort()).toEqual(
    CAPTURED_ONLY.map((member) => `\`${member}\` was removed`),
  );
});

describe("the project with further surfaces of another document in place of version 2", () => {
  let folder = "";
  const at = (...path: string[]) => join(folder, ...path);

  beforeAll(async () => {
    folder = await copyRepository();
    for (const part of VERSION_2) await fs.rm(at(part), { recursive: true });
    const list = at("specs/surfaces.yaml");
    const surfaces = parse(await fs.readFile(list, "utf8")) as {
      name: string;
    }[];
    const kept = surfaces.filter(({ name }) => name !== "v2");
    const added = ["next", "other"].map((name) => {
      return { name, document: "next.openapi.yaml", version: "2.0.0" };
    });
    await fs.writeFile(list, stringify([...kept, ...added]));
    await fs.copyFile(
      join(import.meta.dirname, "fixtures/next.openapi.yaml"),
      at("specs/next.openapi.yaml"),
    );
    await fs.writeFile(
      at("specs/operations/root-type.graphql"),
      "# Returns the name of the root type.\nquery rootType {\n  __typename\n}\n",
    );
    const generated = await runScript(folder, "scripts/generate");
    expect(generated).toMatchObject({ code: 0, stderr: "" });
  });

  afterAll(() => fs.rm(folder, { recursive: true, force: true }));

  test("has nothing of version 2 in generated/, which npm run generate has cleared", async () => {
    const paths = GENERATED_FOLDERS.flatMap((each) =>
      ts.sys.readDirectory(at(each)),
    );
    const names = paths.map((path) => relative(at("generated"), path));
    expect(names).toContain("rest/fetchers.ts");
    expect(names.filter((name) => name.startsWith("v2/"))).toEqual([]);
    // GraphQL has such words of its own. The buttons of the page act by version 2, and would go with it.
    const others = /\/(graphql[./]|page\.ts$)/;
    for (const path of paths.filter((each) => !others.test(each))) {
      const text = await fs.readFile(path, "utf8");
      expect(text, path).not.toMatch(/\/v2\/pods|cloud\.v2\b|src\/v2/);
    }
  });

  test("compiles: sources, scripts, tests and examples, and a program that uses a new surface", async () => {
    await fs.writeFile(at("examples/next.ts"), CONSUMER);
    const { config } = ts.readConfigFile(at("tsconfig.json"), (path) =>
      ts.sys.readFile(path),
    ) as { config: unknown };
    const { options, fileNames } = ts.parseJsonConfigFileContent(
      config,
      ts.sys,
      folder,
    );
    expect(fileNames).toContain(at("examples/next.ts"));
    const program = ts.createProgram(fileNames, options);
    const errors = ts
      .getPreEmitDiagnostics(program)
      .map(
        ({ file, messageText }) =>
          `${relative(folder, file?.fileName ?? "")}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
      );
    expect(errors).toEqual([]);
  }, 900_000);

  test("sends the calls of a new surface to its address, with the key, in both spellings where there are two", async () => {
    const createClient = await bundleClient(folder);
    const sent: string[] = [];
    const fetch = (url: string, { method, headers }: RequestInit) => {
      const key = new Headers(headers).get("authorization");
      sent.push(`${method} ${url} ${key}`);
      return Promise.resolve(Response.json({ data: [] }));
    };
    const createWith = (surfaces: object) =>
      createClient({ apiKey: "a-key-0123456789", fetch, surfaces });
    const { next } = createWith({
      next: { baseUrl: "https://next.example/api/" },
    });
    expect(await next.pods.list({ cursor: "a b" })).toEqual({ data: [] });
    await next.pods.update("m1", {});
    await next.pods.update("m1", {}, {}, { updateMethod: "post" });
    const base = "https://next.example/api/machines";
    expect(sent).toEqual([
      `GET ${base}?cursor=a%20b Bearer a-key-0123456789`,
      `PATCH ${base}/m1 Bearer a-key-0123456789`,
      `POST ${base}/m1/update Bearer a-key-0123456789`,
    ]);
    const unsafe = { next: { baseUrl: "http://next.example" } };
    expect(() => createWith(unsafe)).toThrow(
      /surfaces\.next\.baseUrl .* would send the key unencrypted/,
    );
    expect(() => createWith({ nxt: {} })).toThrow(
      "surfaces.nxt is not a surface of this client; these are: next, other",
    );
  });
});

/** What is of version 2 alone, beside what is generated, with the examples that use it. */
const VERSION_2 = [
  "specs/rest-v2.openapi.yaml",
  "packages/emulator/src/v2",
  "scripts/demo/surfaces/v2.ts",
  "test/v2",
  // The captures are answers of version 2 too.
  "packages/emulator/test/captures",
  // Wrong queries of both versions stand in one table, and so do refusals.
  "test/rest/unknown-query.test.ts",
  "packages/emulator/test/support/refusal-requests.ts",
  "packages/emulator/test/refusals.test.ts",
  // The files of a volume are found by version 2.
  "test/files/volume.test.ts",
  "packages/emulator/test/s3/files.test.ts",
  // The recipes use version 2, and so does the command that stops everything.
  "test/cli/stop.test.ts",
  "test/package/recipes.process.test.ts",
  "examples/vitest",
  "examples/find-capacity.ts",
  "examples/growing-volume.ts",
  "examples/train-on-gpu.ts",
];

const CONSUMER = `
import { createClient, type Client, type Pod, type next } from "cloud-compute-sdk";
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const yes = <T extends true>(): T | undefined => undefined;
declare const cloud: Client;
const page = await cloud.next.pods.list({ cursor: null, limit: 3 });
yes<Same<(typeof page.data)[number]["image"], string | null | undefined>>();
yes<Same<typeof page.nextCursor, string | null | undefined>>();
const made: next.Pod = await cloud.next.pods.create({ image: "a", kind: "container" });
yes<Same<typeof made.id, string>>();
await cloud.next.pods.update(made.id, { image: "b" }, {}, { updateMethod: "post" });
yes<Same<Awaited<ReturnType<typeof cloud.pods.list>>, Pod[]>>();
const root = await cloud.graphql.rootType({}, { timeout: 6000 });
yes<Same<typeof root.__typename, "Query">>();
createClient({ surfaces: { next: { baseUrl: "https://example.com" } } });
// @ts-expect-error: a typo in the name of a surface
createClient({ surfaces: { nxt: { baseUrl: "https://example.com" } } });
// @ts-expect-error: a member that only the first version has
cloud.next.billing;
// @ts-expect-error: a body without what is required
void cloud.next.pods.create({});
// @ts-expect-error: no synonym here, unlike at the same route of the first version
void cloud.next.leases.patch("a", {}, {}, { updateMethod: "post" });
`;

type Call = (...args: readonly unknown[]) => Promise<unknown>;
type CreateClient = (options: object) => {
  readonly next: {
    readonly pods: { readonly list: Call; readonly update: Call };
  };
};

async function bundleClient(folder: string): Promise<CreateClient> {
  const outfile = join(folder, "client.mjs");
  await build({
    entryPoints: [join(folder, "src/index.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "neutral",
    external: Object.keys(packageJson.dependencies),
  });
  const module = (await import(pathToFileURL(outfile).href)) as {
    createClient: CreateClient;
  };
  return module.createClient;
}
