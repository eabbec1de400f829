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
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { bundleCli, type Cli } from "../support/cli-process.js";

const spec = (name: string) =>
  readFile(new URL(`../../specs/${name}`, import.meta.url), "utf8");

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
    "/graphql": (response) => void response.writeHead(405).end(),
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
    [
      "a service that is asked by POST",
      "/graphql",
      [],
      "/graphql answered with 405: give an address where the document is read by GET",
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
