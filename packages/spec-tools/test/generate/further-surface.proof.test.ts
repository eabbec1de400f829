import { build } from "esbuild";
import {
  copyFile,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  writeFile,
} from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import packageJson from "../../../../package.json" with { type: "json" };
import { renderGenerated } from "../../src/generate/generated-files.js";
import { pathOf } from "../../src/generate/write.js";

// The client is built on its own specs: these tests add a document and a line to a copy of them, and change no source.
const LINE = "- { name: next, document: next.openapi.yaml, version: 2.0.0 }\n";
const DOCUMENT = `# Returns the name of the root type.
query rootType {
  __typename
}
`;

let folder = "";

beforeAll(async () => {
  await mkdir(".cache", { recursive: true });
  folder = await mkdtemp(join(".cache", "further-surface-"));
  for (const part of ["specs", "src", "packages", "package.json"])
    await cp(part, join(folder, part), { recursive: true });
  const specs = join(folder, "specs");
  await copyFile(
    join(import.meta.dirname, "fixtures/next.openapi.yaml"),
    join(specs, "next.openapi.yaml"),
  );
  const list = await readFile("specs/surfaces.yaml", "utf8");
  await writeFile(join(specs, "surfaces.yaml"), list + LINE);
  await writeFile(join(specs, "operations/root-type.graphql"), DOCUMENT);
  for (const [path, text] of await renderGenerated(specs)) {
    const file = join(folder, pathOf(path));
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe("the client over one more document and one more line in surfaces.yaml", () => {
  test("compiles, and has the types of the new surface apart from its own", async () => {
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
      [file, join(folder, "packages/emulator/src/index.ts")],
      {
        ...options,
        paths: {
          "cloud-compute-sdk": [resolve(folder, "src/index.ts")],
          "cloud-compute-sdk/*": [resolve(folder, "src/*/index.ts")],
        },
      },
    );
    const errors = ts
      .getPreEmitDiagnostics(program)
      .map(
        ({ file: source, messageText }) =>
          `${source?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
      );
    expect(errors).toEqual([]);
  });

  test("sends its calls to the address of the surface, with the key, in both spellings where there are two", async () => {
    const { cloud, sent } = await createCloud(
      // The document promises no body for the last call.
      (url) =>
        url.endsWith("/pods/p1")
          ? new Response(null, { status: 204 })
          : Response.json({ data: [] }),
      { ...ADDRESS, updateMethod: "post" },
    );
    expect(await cloud.next.pods.list({ cursor: "a b" })).toEqual({ data: [] });
    await cloud.next.pods.update("m1", {}, {}, { updateMethod: "patch" });
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
      "pods.list: baseUrl is missing: set the option `baseUrl`",
    );
  });

  test("names an unsafe and an unknown address", async () => {
    const { createClient } = await createCloud(() => Response.json({}));
    const createWith = (surfaces: object) => () =>
      createClient({ apiKey: "a-key-0123456789", surfaces });
    expect(createWith({ next: { baseUrl: "http://next.example" } })).toThrow(
      /surfaces\.next\.baseUrl .* would send the key unencrypted/,
    );
    expect(createWith({ nxt: {} })).toThrow(
      "surfaces.nxt is not a surface of this client; these are: v2, next",
    );
  });
});

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

const ADDRESS = {
  surfaces: { next: { baseUrl: "https://next.example/api/" } },
};

/** A call as it went out. */
interface Sent {
  readonly url: string;
  readonly method: string;
  readonly key: string | null;
}

type Call = (...args: unknown[]) => Promise<unknown>;

interface Cloud {
  readonly next: {
    readonly pods: { readonly list: Call; readonly update: Call };
    readonly leases: { readonly patch: Call };
  };
  readonly pods: { readonly list: Call };
}

/** The client of the folder, over a fetch that records each call and gives the same response to all. */
async function createCloud(
  respond: (url: string) => Response,
  options: object = {},
) {
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
    createClient: (options: object) => Cloud;
  };
  const sent: Sent[] = [];
  const fetch = (to: string | URL, init: RequestInit) => {
    const key = new Headers(init.headers).get("authorization");
    sent.push({ url: String(to), method: init.method ?? "", key });
    return Promise.resolve(respond(String(to)));
  };
  const all = { apiKey: "a-key-0123456789", fetch, ...options };
  return { cloud: createClient(all), sent, createClient };
}
