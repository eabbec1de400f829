import { build } from "esbuild";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { afterAll, beforeAll, expect, test } from "vitest";
import { renderGenerated } from "../../scripts/codegen/render/render.js";
import { readSurfaces } from "../../scripts/codegen/parse/surfaces.js";
import packageJson from "../../package.json" with { type: "json" };

const LINE = "- { name: next, document: next.openapi.yaml, version: 2.0.0 }\n";

let folder = "";
beforeAll(async () => {
  await mkdir(".cache", { recursive: true });
  folder = await mkdtemp(join(".cache", "surfaces-"));
  for (const part of ["specs", "src", "package.json"])
    await cp(part, join(folder, part), { recursive: true });
  await cp(
    "test/codegen/surfaces/next.openapi.yaml",
    inSpecs("next.openapi.yaml"),
  );
  await writeFile(inSpecs("surfaces.yaml"), (await listed()) + LINE);
  await generate();
}, 60_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

const inSpecs = (name: string) => join(folder, "specs", name);
const listed = () => readFile("specs/surfaces.yaml", "utf8");

/** What `npm run generate` makes of the specs in the folder. */
async function generate(): Promise<ReadonlyMap<string, string>> {
  const files = await renderGenerated(join(folder, "specs"));
  await rm(join(folder, "generated"), { recursive: true, force: true });
  await mkdir(join(folder, "generated"));
  for (const [name, text] of files)
    await writeFile(join(folder, "generated", name), text);
  return files;
}

const CONSUMER = `
import { createClient, type Client, type Pod, type next } from "./src/index.js";
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const yes = <T extends true>(): T | undefined => undefined;
declare const cloud: Client;
const page = await cloud.next.pods.list({ cursor: null, limit: 3 });
yes<Same<(typeof page.data)[number]["image"], string | null | undefined>>();
yes<Same<typeof page.nextCursor, string | null | undefined>>();
const made: next.Pod = await cloud.next.pods.create({ image: "a", kind: "container" });
yes<Same<typeof made.id, string>>();
await cloud.next.pods.update(made.id, { image: "b" }, { updateMethod: "post" });
yes<Same<Awaited<ReturnType<typeof cloud.pods.list>>, Pod[]>>();
createClient({ surfaces: { next: { baseUrl: "https://example.com" } } });
// @ts-expect-error: a typo in the name of a surface
createClient({ surfaces: { nxt: { baseUrl: "https://example.com" } } });
// @ts-expect-error: a member that only the first version has
cloud.next.billing;
// @ts-expect-error: a body without what is required
void cloud.next.pods.create({});
// @ts-expect-error: no synonym here, unlike at the same route of the first version
void cloud.next.leases.patch("a", {}, { updateMethod: "post" });
`;

test("the client with one more document and one more line compiles, and has its types apart", async () => {
  const file = join(folder, "consumer.ts");
  await writeFile(file, CONSUMER);
  const { config } = ts.readConfigFile("tsconfig.json", (name) =>
    ts.sys.readFile(name),
  ) as { config: { compilerOptions: object } };
  const { options } = ts.convertCompilerOptionsFromJson(
    config.compilerOptions,
    ".",
  );
  const program = ts.createProgram(
    [file, join(folder, "src/emulator/index.ts")],
    { ...options, paths: {} },
  );
  const faults = ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file: at, messageText }) =>
        `${at?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
  expect(faults).toEqual([]);
}, 60_000);

/** A call as it went out. */
interface Sent {
  readonly url: string;
  readonly method: string;
  readonly key: string | null;
}

/** The client of the folder, over a fetch that keeps each call and gives the same answer to all. */
async function clientOver(answer: () => Response, options: object = {}) {
  const outfile = join(folder, "client.mjs");
  await build({
    entryPoints: [join(folder, "src/index.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "neutral",
    external: Object.keys(packageJson.dependencies),
  });
  const url = pathToFileURL(outfile).href;
  const { createClient } = (await import(url)) as {
    createClient: (options: object) => {
      next: {
        pods: {
          list: (query?: object, options?: object) => Promise<unknown>;
          update: (...rest: unknown[]) => Promise<unknown>;
        };
        leases: { patch: (...rest: unknown[]) => Promise<unknown> };
      };
      pods: { list: () => Promise<unknown> };
    };
  };
  const sent: Sent[] = [];
  const fetch = (to: string, init: RequestInit) => {
    const key = new Headers(init.headers).get("authorization");
    sent.push({ url: to, method: init.method ?? "", key });
    return Promise.resolve(answer());
  };
  const all = { apiKey: "a-key-0123456789", fetch, ...options };
  return { cloud: createClient(all), sent, createClient };
}

const NEXT = { surfaces: { next: { baseUrl: "https://next.example/api/" } } };

test("its calls go to its own address, with the key, in both spellings where it has both", async () => {
  const { cloud, sent } = await clientOver(() => Response.json({ data: [] }), {
    ...NEXT,
    updateMethod: "post",
  });
  expect(await cloud.next.pods.list({ cursor: "a b" })).toEqual({ data: [] });
  await cloud.next.pods.update("m1", {}, { updateMethod: "patch" });
  await cloud.next.pods.update("m1", {});
  await cloud.next.leases.patch("p1", {});
  const base = "https://next.example/api";
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
    `GET ${base}/machines?cursor=a%20b`,
    `PATCH ${base}/machines/m1`,
    `POST ${base}/machines/m1/update`,
    `PATCH ${base}/pods/p1`,
  ]);
  expect(new Set(sent.map(({ key }) => key))).toEqual(
    new Set(["Bearer a-key-0123456789"]),
  );
  await expect(cloud.pods.list()).rejects.toThrow(
    "pods.list: baseUrl is missing: give the option `baseUrl`",
  );
});

test("its errors name its call and show the reason of a problem+json", async () => {
  const { cloud } = await clientOver(
    () =>
      Response.json(
        { type: "about:blank", title: "Not today", detail: "no machine left" },
        {
          status: 422,
          headers: { "content-type": "application/problem+json" },
        },
      ),
    NEXT,
  );
  await expect(cloud.next.pods.list()).rejects.toMatchObject({
    name: "ResponseError",
    operation: "next.pods.list",
    message: "next.pods.list: GET /machines answered 422: no machine left",
    body: { title: "Not today" },
  });
});

test("a missing, an unsafe and an unknown address are named", async () => {
  const { cloud, createClient } = await clientOver(() => Response.json({}));
  await expect(cloud.next.pods.list()).rejects.toThrow(
    "next.pods.list: surfaces.next.baseUrl is missing: give the option `surfaces.next.baseUrl`, or set CLOUD_COMPUTE_NEXT_BASE_URL",
  );
  const open = (surfaces: object) => () =>
    createClient({ apiKey: "a-key-0123456789", surfaces });
  expect(open({ next: { baseUrl: "http://next.example" } })).toThrow(
    /surfaces\.next\.baseUrl .* would send the key in the clear/,
  );
  expect(open({ nxt: {} })).toThrow("surfaces.nxt is none of [next]");
});

test("without the line everything is as it was, and no file of src/ has ever changed", async () => {
  await writeFile(inSpecs("surfaces.yaml"), await listed());
  const files = await generate();
  for (const [name, text] of files)
    expect(text === (await readFile(join("generated", name), "utf8"))).toBe(
      true,
    );
  expect([...files.keys()].filter((name) => name.startsWith("next"))).toEqual(
    [],
  );
});

test.each([
  [
    "- { name: pods, document: next.openapi.yaml, version: 2.0.0 }",
    /:\d+: the name pods is that of a resource/,
  ],
  [
    "- { name: model, document: next.openapi.yaml, version: 2.0.0 }",
    /:4: the name model is taken already/,
  ],
  [
    "- { name: routes, document: next.openapi.yaml, version: 2.0.0 }",
    /:4: the name routes is taken already/,
  ],
  [
    "- { name: rest, document: next.openapi.yaml, version: 2.0.0 }",
    /:4: the name rest is listed above already/,
  ],
  [
    "- { name: __proto__, document: next.openapi.yaml, version: 2.0.0 }",
    /:4: the name __proto__ must be letters/,
  ],
  [
    "- { name: then, document: next.openapi.yaml, version: 2.0.0 }",
    /:4: the name then must be letters/,
  ],
  [
    "- { name: next, version: 2.0.0 }",
    /:4: must be \{ name, document, version \}/,
  ],
  [
    "- { name: next, document: next.openapi.yaml, version: 3.0.0 }",
    /next\.openapi\.yaml:2: .*must be 3\.0\.0/,
  ],
])("the line %s is refused with its place", async (line, said) => {
  await writeFile(inSpecs("surfaces.yaml"), `${await listed()}${line}\n`);
  await expect(renderGenerated(join(folder, "specs"))).rejects.toThrow(said);
});

test("a list without a surface that the facade is written for is refused", async () => {
  await writeFile(inSpecs("surfaces.yaml"), LINE);
  await expect(readSurfaces(join(folder, "specs"))).rejects.toThrow(
    /surfaces\.yaml:1: must list rest/,
  );
});
