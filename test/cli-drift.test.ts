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
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { compareDescriptions } from "../src/cli/drift/compare.js";
import { describe as describeDocument } from "../src/cli/drift/describe.js";
import { DocumentError } from "../src/cli/drift/description.js";
import { compareOpenapi } from "../src/cli/drift/installed.js";
import { parseDocument } from "../src/cli/drift/parse.js";
import { bundleCli, type Cli } from "./cli-process.js";

const spec = (name: string) =>
  readFile(new URL(`../specs/${name}`, import.meta.url), "utf8");

let cli: Cli;
let rest = "";
let sdl = "";
beforeAll(async () => {
  cli = await bundleCli();
  rest = await spec("rest.openapi.yaml");
  sdl = await spec("schema.graphql");
});
afterAll(() => cli.remove());

/** Writes a file beside the command; resolves with its name. */
async function file(name: string, text: string): Promise<string> {
  await writeFile(join(cli.folder, name), text);
  return name;
}

const drift = (...words: string[]) => cli.run("drift", ...words);
const changed = () =>
  rest.replace("/pods/{podId}/restart:", "/pods/{podId}/reboot:");
const GONE = "`pods.restart` is gone";

describe("the command drift", { timeout: 60_000 }, () => {
  test("finds nothing where the document is the one it was generated from", async () => {
    const same = { code: 0, stdout: "Nothing changed.\n", stderr: "" };
    expect(await drift("--openapi", await file("rest.yaml", rest))).toEqual(
      same,
    );
    expect(
      await drift(
        "--openapi",
        await file("rest.json", JSON.stringify(parse(rest))),
      ),
    ).toEqual(same);
    expect(
      await drift(
        "--openapi",
        await file("jobs.yaml", await spec("jobs.openapi.yaml")),
      ),
    ).toEqual(same);
    expect(await drift("--graphql", await file("schema.graphql", sdl))).toEqual(
      same,
    );
    const answer = { data: introspectionFromSchema(buildSchema(sdl)) };
    expect(
      await drift(
        "--graphql",
        await file("schema.json", JSON.stringify(answer)),
      ),
    ).toMatchObject({ code: 0 });
  });

  test("tells a breaking change in each format, until it is acknowledged", async () => {
    const name = await file("changed.yaml", changed());
    expect(await drift("--openapi", name)).toEqual({
      ...{ code: 1, stderr: "" },
      stdout: `Breaking\n  ${GONE}\n\nNew\n  \`POST /pods/{podId}/reboot\` is new\n`,
    });
    const { stdout: markdown } = await drift(
      "--openapi",
      name,
      "--format",
      "markdown",
    );
    expect(markdown).toContain(`### Breaking\n\n- ${GONE}.\n`);
    const json = await drift(
      "--openapi",
      name,
      "--format",
      "json",
      "--surface",
      "rest",
    );
    expect(JSON.parse(json.stdout)).toMatchObject({
      breaking: [{ change: GONE }],
    });

    const known = await file(
      "known.yaml",
      `- { change: "${GONE}", reason: Nobody calls it }\n`,
    );
    const { code, stdout } = await drift(
      "--openapi",
      name,
      "--acknowledged",
      known,
    );
    expect({ code, first: stdout.split("\n")[1] }).toEqual({
      code: 0,
      first: `  ${GONE} (acknowledged: Nobody calls it)`,
    });
    const stale = await drift(
      "--openapi",
      "rest.yaml",
      "--acknowledged",
      known,
    );
    expect(stale).toMatchObject({ code: 1 });
    expect(stale.stdout).toContain(`no breaking change (any more): ${GONE}`);
  });

  test("tells what a GraphQL service changed, and which shipped document it refuses", async () => {
    const name = await file(
      "other.graphql",
      sdl.replace("  memoryInGb: Int", "  memory: Int"),
    );
    const { code, stdout } = await drift("--graphql", name);
    expect(code).toBe(1);
    expect(stdout).toMatch(/GraphQL: `[\w.]+memoryInGb` is gone/);
    expect(stdout).toMatch(
      /`graphql\.\w+` is refused: Cannot query field "memoryInGb"/,
    );
  });

  test.each([
    ["no document", [], "give one of --openapi and --graphql"],
    [
      "both",
      ["--openapi", "a", "--graphql", "b"],
      "give one of --openapi and --graphql",
    ],
    [
      "a file that is not there",
      ["--openapi", "none.yaml"],
      "the file none.yaml cannot be read (ENOENT)",
    ],
    [
      "a format that is none",
      ["--openapi", "rest.yaml", "--format", "html"],
      "--format must be one of text, markdown, json",
    ],
    [
      "a surface that is none",
      ["--openapi", "rest.yaml", "--surface", "x"],
      "this package has no surface x: it has rest, jobs",
    ],
    [
      "a surface of GraphQL",
      ["--graphql", "schema.graphql", "--surface", "rest"],
      "--surface is for --openapi alone",
    ],
    [
      "SDL as OpenAPI",
      ["--openapi", "schema.graphql"],
      "schema.graphql cannot be compared: ",
    ],
    ["OpenAPI as SDL", ["--graphql", "rest.yaml"], "this is no GraphQL schema"],
    [
      "a report as acknowledgements",
      ["--openapi", "rest.yaml", "--acknowledged", "rest.yaml"],
      "must be a list of { change, reason }",
    ],
    [
      "a flag that is none",
      ["--url", "x"],
      'run "cloud-compute-sdk drift --help"',
    ],
  ])("refuses %s in one line", async (_, words, message) => {
    await file("rest.yaml", rest);
    await file("schema.graphql", sdl);
    const { code, stdout, stderr } = await drift(...words);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd()).not.toContain("\n");
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  test("tells its flags on one screen", async () => {
    const { code, stdout } = await drift("--help");
    const lines = stdout.trimEnd().split("\n");
    expect(code).toBe(0);
    expect(lines.length).toBeLessThan(25);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(81);
  });
});

describe("an address", { timeout: 60_000 }, () => {
  let server: Server;
  let origin = "";
  const asked: IncomingMessage[] = [];
  const answers: Record<string, (response: ServerResponse) => void> = {
    "/spec?token=secret-token": (response) => void response.end(changed()),
    "/spec": (response) => void response.end(changed()),
    "/moved": (response) =>
      void response.writeHead(302, { location: "/spec" }).end(),
    "/large": (response) => {
      const chunk = Buffer.alloc(2 ** 20, 32);
      const write = (): void => {
        while (!response.destroyed)
          if (!response.write(chunk)) return void response.once("drain", write);
      };
      write();
    },
  };
  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request);
      const answer = answers[request.url ?? ""];
      if (answer) answer(response);
      else response.writeHead(404).end("secret-body");
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test("is asked without a key, and with the header that is given", async () => {
    asked.length = 0;
    expect((await drift("--openapi", `${origin}/spec`)).stdout).toContain(GONE);
    expect((await drift("--openapi", `${origin}/moved`)).stdout).toContain(
      GONE,
    );
    expect(asked.every(({ headers }) => !("authorization" in headers))).toBe(
      true,
    );
    const { stdout } = await drift(
      "--openapi",
      `${origin}/spec`,
      "--header",
      "Authorization: Bearer secret-key",
    );
    expect(stdout).toContain(GONE);
    expect(asked.at(-1)?.headers.authorization).toBe("Bearer secret-key");
  });

  test.each([
    ["a refusal", "/none?token=secret-token", [], "/none answered with 404"],
    [
      "a redirect of a header",
      "/moved",
      ["--header", "x-key: secret-key"],
      "/moved answered with 302: the header is not sent on",
    ],
    ["more than 32 MB", "/large", [], "/large is larger than 32 MB"],
    [
      "a broken header",
      "/spec",
      ["--header", "secret-key"],
      '--header must be "name: value"',
    ],
  ])("tells of %s, and never of a secret", async (_, path, words, message) => {
    const { code, stdout, stderr } = await drift(
      "--openapi",
      origin + path,
      ...words,
    );
    expect(stderr).toContain(message);
    expect(stdout + stderr).not.toContain("secret");
    expect(code).toBe(2);
  });

  test("that nobody listens at, or that holds a password, is told", async () => {
    expect(
      (await drift("--openapi", "http://127.0.0.1:1/spec?secret")).stderr,
    ).toBe("cloud-compute-sdk: http://127.0.0.1:1/spec cannot be reached\n");
    const { stderr } = await drift(
      "--openapi",
      "http://user:secret@127.0.0.1:1/spec",
    );
    expect(stderr).not.toContain("secret");
    expect(stderr).toContain("must hold no user name or password");
  });
});

describe("a document with slips", () => {
  test("is compared for what it means", () => {
    const document = parse(rest) as Slipped;
    const paths = document.paths;
    const update = paths["/pods/{podId}/update"]?.["post"];
    const patch = paths["/pods/{podId}"]?.["patch"];
    if (update && patch) patch.operationId = update.operationId ?? "";
    const { env } = document.components.schemas["Pod"]?.properties ?? {};
    if (env)
      Object.assign(env, {
        items: { type: "string" },
        default: "none",
        additionalProperties: undefined,
      });
    delete paths["/pods/{podId}/stop"]?.["post"]?.responses["200"];
    expect(compareOpenapi(JSON.stringify(document), "rest")).toEqual([]);
  });

  interface Slipped {
    paths: Record<
      string,
      Record<
        string,
        { operationId?: string; responses: Record<string, unknown> }
      >
    >;
    components: {
      schemas: Record<string, { properties: Record<string, object> }>;
    };
  }
});

describe("a hostile document", () => {
  const around = (
    schemas: object,
    schema: unknown = { $ref: "#/components/schemas/A" },
  ) => ({
    openapi: "3.1.0",
    paths: {
      "/a": {
        get: {
          responses: { 200: { content: { "application/json": { schema } } } },
        },
      },
    },
    components: { schemas },
  });
  const compare = (document: object) => {
    const description = describeDocument(document);
    return compareDescriptions(description, description);
  };
  const nested = (depth: number): object =>
    depth === 0 ? {} : { properties: { a: nested(depth - 1) } };

  test.each([
    ["nothing", {}, "openapi must name a version 3.x"],
    ["no paths", { openapi: "3.0.0" }, "no paths"],
    [
      "another version",
      { openapi: "2.0", paths: {} },
      "openapi must name a version 3.x",
    ],
    ["a reference to nothing", around({}), "points to nothing"],
    [
      "a reference elsewhere",
      around({}, { $ref: "https://example.com/a" }),
      "not within the document",
    ],
    [
      "references in a circle",
      around({
        A: { $ref: "#/components/schemas/B" },
        B: { $ref: "#/components/schemas/A" },
      }),
      "leads nowhere",
    ],
    [
      "an answer that refers to itself",
      { openapi: "3.0.0", paths: { "/a": { $ref: "#/paths/~1a" } } },
      "points to itself",
    ],
    [
      "a schema nested without end",
      around({ A: nested(3000) }),
      "nested deeper",
    ],
    [
      "a schema made of itself",
      around({
        A: { allOf: [{ $ref: "#/components/schemas/A" }, { properties: {} }] },
      }),
      "nested deeper",
    ],
  ])("with %s is refused in one line", (_, document, message) => {
    const act = () => compare(document);
    expect(act).toThrow(DocumentError);
    expect(act).toThrow(message);
  });

  test("of recursive schemas, odd names and no meaning is compared", () => {
    const recursive = {
      A: {
        properties: {
          a: { $ref: "#/components/schemas/A" },
          b: { items: { $ref: "#/components/schemas/A" } },
        },
      },
    };
    const odd = JSON.parse(
      '{"A":{"properties":{"__proto__":{"type":"string"},"constructor":{},"a`\\n## b":true}}}',
    ) as object;
    for (const schemas of [
      recursive,
      odd,
      { A: { type: 1, enum: 2, properties: 3, required: {}, anyOf: {} } },
    ])
      expect(compare(around(schemas))).toEqual([]);
    const [change] = compareDescriptions(
      describeDocument(around({ A: {} })),
      describeDocument(around(odd)),
    );
    expect(change?.line).not.toContain("\n");
    expect(Object.prototype).not.toHaveProperty("type");
  });

  test("of many aliases, or nested too deep to be read, is no document", () => {
    const laughs = [
      "a: &a [x, x, x]",
      ..."b c d e f g h i j"
        .split(" ")
        .map(
          (name, i) =>
            `${name}: &${name} [${`*${"abcdefghi"[i] ?? ""}, `.repeat(9)}x]`,
        ),
    ];
    for (const text of [laughs.join("\n"), "[".repeat(100_000), "a: [", "{"])
      expect(() => parseDocument(text)).toThrow(DocumentError);
  });

  test("of any JSON at all is compared or refused, never more than that", () => {
    const anything = fc.jsonValue({ maxDepth: 6 });
    const member = fc.oneof(
      anything,
      fc.constant({ $ref: "#/components/schemas/A" }),
    );
    fc.assert(
      fc.property(
        anything,
        member,
        fc.string(),
        member,
        (schema, inner, name, operation) => {
          const document = around(
            { A: schema, B: { properties: { [name]: inner }, allOf: [inner] } },
            { $ref: "#/components/schemas/B" },
          );
          Object.assign(document.paths, {
            [`/${name}`]: { post: operation, parameters: inner },
          });
          try {
            expect(compare(document)).toEqual([]);
          } catch (error) {
            expect(error).toBeInstanceOf(DocumentError);
          }
        },
      ),
    );
  });
});
