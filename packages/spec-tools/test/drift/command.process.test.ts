import { readFile, writeFile } from "node:fs/promises";
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buildSchema, introspectionFromSchema } from "graphql";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { parse, stringify } from "yaml";
import { bundleCli, type Cli } from "../../../../test/support/cli-process.js";

const readSpec = (name: string) =>
  readFile(new URL(`../../../../specs/${name}`, import.meta.url), "utf8");

let cli: Cli;
let rest = "";
let jobs = "";
let sdl = "";
/** The document of version 2 as its publisher writes it. */
let publishedV2 = "";
/** The document of rest with one path moved, and what the report says about it. */
let changed = "";
let removedLine = "";
let addedLine = "";

beforeAll(async () => {
  cli = await bundleCli();
  rest = await readSpec("rest.openapi.yaml");
  jobs = await readSpec("jobs.openapi.yaml");
  sdl = await readSpec("schema.graphql");
  publishedV2 = await readFile(
    new URL("../generate/fixtures/rest-v2.published.json", import.meta.url),
    "utf8",
  );
  const document = parse(rest) as {
    paths: Record<string, { post: { operationId: string } }>;
  };
  const path = "/pods/{podId}/restart";
  const item = document.paths[path];
  if (!item) throw new Error(`the document has no ${path}`);
  Reflect.deleteProperty(document.paths, path);
  item.post.operationId = "RebootPod";
  document.paths["/pods/{podId}/reboot"] = item;
  changed = stringify(document, { aliasDuplicateObjects: false });
  removedLine = "`pods.restart` was removed";
  addedLine = "`pods.reboot` is new";
});
afterAll(() => cli.remove());

/** Writes a file into the folder of the command; resolves with its name. */
async function writeInput(name: string, text: string): Promise<string> {
  await writeFile(join(cli.folder, name), text);
  return name;
}

const drift = (...args: string[]) => cli.call("drift", ...args);

describe("the command drift", () => {
  test("finds no change in the documents that the package was generated from", async () => {
    const unchanged = {
      code: 0,
      stdout: "Nothing changed for the client.\n",
      stderr: "",
    };
    const response = { data: introspectionFromSchema(buildSchema(sdl)) };
    const inputs = [
      ["--openapi", "rest.yaml", rest],
      // Another version is not a change for the client.
      ["--openapi", "next.yaml", rest.replace("version: 0.1.0", "version: 9")],
      ["--openapi", "rest.json", JSON.stringify(parse(rest))],
      // An import keeps the names of functions, whatever the publisher calls the operations.
      [
        "--openapi",
        "names.yaml",
        rest.replace("operationId: ListPods", "operationId: FetchPods"),
      ],
      ["--openapi", "jobs.yaml", jobs],
      ["--graphql", "schema.graphql", sdl],
      ["--graphql", "schema.json", JSON.stringify(response)],
    ] as const;
    for (const [flag, name, text] of inputs)
      expect(await drift(flag, await writeInput(name, text))).toEqual(
        unchanged,
      );
  });

  test("exits with its exit code as a process, and names a problem in one line", async () => {
    const name = await writeInput("changed.yaml", changed);
    expect(await cli.run("drift", "--openapi", name)).toEqual({
      code: 1,
      stderr: "",
      stdout: `Breaking\n  ${removedLine}\n\nNew\n  ${addedLine}\n`,
    });
    expect(await cli.run("drift", "--openapi", "none.yaml")).toEqual({
      code: 2,
      stderr: "cloud-compute-sdk: the file none.yaml cannot be read (ENOENT)\n",
      stdout: "",
    });
  });

  test("compares a document that lacks a schema which the package's decisions name", async () => {
    const renamed = JSON.stringify(parse(rest))
      .replaceAll('schemas/Template"', 'schemas/PodTemplate"')
      .replace('"Template":{', '"PodTemplate":{');
    expect(renamed).not.toContain('/Template"');
    const name = await writeInput("renamed.json", renamed);
    expect(await drift("--openapi", name)).toEqual({
      code: 1,
      stdout: "Breaking\n  the type `Template` is now called `PodTemplate`\n",
      stderr: "",
    });
  });

  test("reports a breaking change until the change is acknowledged", async () => {
    const name = await writeInput("changed.yaml", changed);
    const json = await drift("--openapi", name, "--json", "--surface", "rest");
    const format = await drift("--openapi", name, "--format", "json");
    expect(format.stdout).toBe(json.stdout);
    expect(JSON.parse(json.stdout)).toMatchObject({
      breaking: [{ change: removedLine }],
    });
    const flags = ["--acknowledged", "acknowledged.yaml"];
    // A person may copy the line without its backticks.
    for (const line of [removedLine.replaceAll("`", ""), removedLine]) {
      await writeInput(
        "acknowledged.yaml",
        `- { change: "${line}", reason: Nobody calls it }\n`,
      );
      const { code, stdout } = await drift("--openapi", name, ...flags);
      expect(code).toBe(0);
      expect(stdout.split("\n")[1]).toBe(
        `  ${removedLine} (acknowledged: Nobody calls it)`,
      );
    }
    const rested = await writeInput("rest.yaml", rest);
    const stale = await drift("--openapi", rested, ...flags);
    expect(stale.code).toBe(1);
    expect(stale.stdout).toContain(`not a breaking change: ${removedLine}`);
  });

  test("reports the changes of a GraphQL schema, and the shipped documents that the schema rejects", async () => {
    const name = await writeInput(
      "other.graphql",
      sdl.replace("  memoryInGb: Int", "  memory: Int"),
    );
    const { code, stdout } = await drift("--graphql", name);
    expect(code).toBe(1);
    expect(stdout).toMatch(/GraphQL: `[\w.]+memoryInGb` was removed/);
    expect(stdout).toMatch(
      /`graphql\.\w+` is no longer valid: Cannot query field "memoryInGb"/,
    );
  });

  test("compares several documents in one run, and annotates a change for GitHub", async () => {
    const same = [
      ["--openapi", await writeInput("rest.yaml", rest)],
      ["--openapi", await writeInput("rest-v2.json", publishedV2)],
      ["--openapi", await writeInput("jobs.yaml", jobs)],
      ["--graphql", await writeInput("schema.graphql", sdl)],
    ].flat();
    expect(await drift(...same)).toEqual({
      code: 0,
      // The published document requires `mounts`, which the running service leaves out where there are none.
      stdout:
        "Compatible\n  `Pod.mounts` is now always present\n  `Template.mounts` is now always present\n",
      stderr: "",
    });
    const other = sdl.replace(
      "  memoryInGb: Int",
      "  memoryInGb: Int @deprecated",
    );
    const { code, stdout } = await drift(
      "--openapi",
      await writeInput("changed.yaml", changed),
      "--openapi",
      "jobs.yaml",
      "--graphql",
      await writeInput("other.graphql", other),
      "--acknowledged",
      await writeInput("gone.yaml", "- { change: 100% gone, reason: no use }"),
      "--format",
      "github",
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Breaking\n {2}`pods\.restart` was removed\n/);
    const annotations = stdout
      .split("\n")
      .filter((line) => line.startsWith("::"));
    expect(annotations).toEqual([
      `::error title=Breaking::${removedLine}`,
      "::warning title=Deprecated::GraphQL: `GpuType.memoryInGb` is deprecated",
      "::error title=Acknowledged%2C but not a breaking change::100%25 gone",
    ]);
  });

  test("reports another host of the service, but not this machine, which an emulator names", async () => {
    const hosted = (origin: string) =>
      writeInput(
        "hosted.json",
        publishedV2.replace('"https://api.runpod.io"', `"${origin}"`),
      );
    for (const host of ["127.0.0.1", "localhost", "[::1]"]) {
      const name = await hosted(`http://${host}:4010`);
      const { code, stdout } = await drift("--openapi", name);
      expect(stdout).not.toContain("address");
      expect(code).toBe(0);
    }
    const moved = await hosted("https://localhost.example");
    expect((await drift("--openapi", moved)).stdout).toContain(
      "the address of the service is now `https://localhost.example`, was `https://api.runpod.io`",
    );
    const path = await hosted("http://127.0.0.1:4010/v3");
    expect((await drift("--openapi", path)).code).toBe(1);
  });

  test.each([
    ["no document", [], "pass --openapi or --graphql"],
    [
      "an unknown format",
      ["--openapi", "rest.yaml", "--format", "html"],
      '--format must be one of text, markdown, json, github, not "html"',
    ],
    [
      "a surface of GraphQL",
      ["--graphql", "schema.graphql", "--surface", "rest"],
      "--surface is for a single --openapi only",
    ],
    [
      "SDL as OpenAPI",
      ["--openapi", "schema.graphql"],
      "schema.graphql: the text is neither JSON nor YAML",
    ],
    [
      "an OpenAPI document as acknowledgements",
      ["--openapi", "rest.yaml", "--acknowledged", "rest.yaml"],
      "must be a list of { change, reason }",
    ],
    ["an unknown flag", ["--url", "x"], 'run "cloud-compute-sdk drift --help"'],
    [
      "a refusal of introspection",
      ["--graphql", "refused.json"],
      "refused.json: this is not a GraphQL schema: the service refused introspection: it is disabled",
    ],
  ])("rejects %s in one line", async (_, args, message) => {
    const refusal = { errors: [{ message: "it is disabled" }] };
    await writeInput("refused.json", JSON.stringify(refusal));
    await writeInput("rest.yaml", rest);
    await writeInput("schema.graphql", sdl);
    const { code, stdout, stderr } = await drift(...args);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd()).not.toContain("\n");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });
});

describe("the command drift, given a URL", () => {
  let server: Server;
  let origin = "";
  const requests: IncomingMessage[] = [];
  const routes: Record<string, (response: ServerResponse) => void> = {
    "/spec?token=secret-token": (response) => void response.end(changed),
    "/spec": (response) => void response.end(changed),
    "/cut?secret": (response) => void response.destroy(),
    "/page": (response) => void response.end("\n<!doctype html><p>Sign in"),
    "/graphql": (response) => void response.writeHead(400).end("{}"),
    "/down": (response) => void response.writeHead(503).end(),
    "/busy": (response) => {
      const failures = [
        () => response.writeHead(503).end(),
        () => response.writeHead(429, { "retry-after": "0" }).end(),
      ];
      const fail = failures[requests.length - 1];
      if (fail) fail();
      else response.end(changed);
    },
    "/flaky": (response) => {
      if (requests.length < 3) response.destroy();
      else response.end(changed);
    },
    "/moved": (response) =>
      void response.writeHead(302, { location: "/spec" }).end(),
  };
  beforeAll(async () => {
    // The pauses before a retry are random, and take no time in these tests.
    vi.spyOn(Math, "random").mockReturnValue(0);
    server = createServer((request, response) => {
      requests.push(request);
      const respond = routes[request.url ?? ""];
      if (respond) respond(response);
      else response.writeHead(404).end("secret-body");
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    vi.restoreAllMocks();
    server.closeAllConnections();
    server.close();
  });

  test("fetches the document without a key, also from where a redirect leads", async () => {
    requests.length = 0;
    for (const path of ["/spec", "/moved"])
      expect((await drift("--openapi", origin + path)).stdout).toContain(
        removedLine,
      );
    expect(requests.some(({ headers }) => "authorization" in headers)).toBe(
      false,
    );
  });

  test.each(["/busy", "/flaky"])(
    "requests %s again after failures that pass",
    async (path) => {
      requests.length = 0;
      const { code, stdout } = await drift("--openapi", origin + path);
      expect(stdout).toContain(removedLine);
      expect({ code, requests: requests.length }).toEqual({
        code: 1,
        requests: 3,
      });
    },
  );

  test("gives up after three requests that fail", async () => {
    requests.length = 0;
    const { code, stderr } = await drift("--openapi", `${origin}/down`);
    expect(stderr).toContain("/down responded with 503");
    expect({ code, requests: requests.length }).toEqual({
      code: 2,
      requests: 3,
    });
  });

  test("says that an HTML page is no document, and how to get the response to introspection", async () => {
    const page = await drift("--openapi", `${origin}/page`);
    expect(page.stderr).toBe(
      `cloud-compute-sdk: ${origin}/page is an HTML page, not a document\n`,
    );
    for (const path of ["/page", "/graphql"]) {
      const { code, stderr } = await drift("--graphql", origin + path);
      expect(stderr).toMatch(/(HTML page|responded with 400).* needs POST; /);
      expect(code).toBe(2);
    }
  });

  test.each([
    [
      "http://127.0.0.1:1/spec?secret",
      "http://127.0.0.1:1/spec cannot be reached: `fetch` makes no connection to this port",
    ],
    [
      "http://<server>/none?token=secret-token",
      "http://<server>/none responded with 404",
    ],
    [
      "http://<server>/cut?secret",
      "http://<server>/cut cannot be reached: other side closed",
    ],
    [
      "http://user:secret@<server>/spec",
      "http://<server>/spec: a URL with a user name or a password cannot be fetched: download the document, and pass its file",
    ],
  ])("says why %s cannot be read, and prints no secret", async (url, line) => {
    const [source = "", message = ""] = [url, line].map((text) =>
      text.replace("<server>", new URL(origin).host),
    );
    const { code, stdout, stderr } = await drift("--openapi", source);
    expect(stderr).toContain(`cloud-compute-sdk: ${message}`);
    expect(stderr).not.toContain("secret");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });
});
