import * as fs from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createClient } from "../../src/index.js";

const KEY = "a-key-of-some-length";
const FILE = Buffer.alloc(3000, "file");

let folder = "";
let path = "";
let stop = () => {};

beforeEach(async () => {
  folder = await fs.mkdtemp(join(tmpdir(), "download-"));
  path = join(folder, "picture.png");
});

afterEach(async () => {
  stop();
  stop = () => {};
  await fs.rm(folder, { recursive: true });
});

const { download } = createClient({ apiKey: KEY });

/** Serves a file on a socket, and returns its address. */
async function host(
  serve: (response: ServerResponse) => void = (response) => response.end(FILE),
): Promise<string> {
  const server = createServer((_, response) => serve(response));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  stop = () => {
    server.close();
    server.closeAllConnections();
  };
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}/picture.png`;
}

/** `cloud.download` of a client whose files come from `respond`. */
const downloadFrom = (respond: () => Response | Promise<Response>) =>
  createClient({ apiKey: KEY, fetch: async () => respond() }).download;

const URL_ = "https://files.test/picture.png";
const lengthOf = (length: number | string) => ({
  headers: { "content-length": `${length}` },
});

describe("download.toFile writes whole files only:", () => {
  const expectUntouched = async () => {
    expect(await fs.readdir(folder)).toEqual(["picture.png"]);
    expect(await fs.readFile(path, "utf8")).toBe("old");
  };
  beforeEach(() => fs.writeFile(path, "old"));

  test.each([
    ["206", () => new Response(FILE, { status: 206, ...lengthOf(3000) })],
    ["204", () => new Response(null, { status: 204 })],
    ["202", () => new Response("soon", { status: 202, ...lengthOf(4) })],
    ["no length", () => new Response(new Blob([FILE]).stream())],
    ["no readable length", () => new Response(FILE, lengthOf("many"))],
    [
      "a compressed body in chunks",
      () =>
        new Response(FILE, {
          headers: {
            "transfer-encoding": "chunked",
            connection: "keep-alive",
            "content-encoding": "gzip",
          },
        }),
    ],
  ])("a response with %s is refused", async (_, respond) => {
    const saved = downloadFrom(respond).toFile(URL_, path);
    await expect(saved).rejects.toMatchObject({
      name: "ResponseError",
      code: "invalid_response",
      operation: "download",
    });
    await expectUntouched();
  });

  test.each([
    ["fewer", 3001],
    ["more", 2999],
    ["no", 0],
  ])("a body with %s bytes than announced is refused", async (_, length) => {
    const fetchFile = downloadFrom(() => new Response(FILE, lengthOf(length)));
    const saved = fetchFile.toFile(URL_, path);
    await expect(saved).rejects.toMatchObject({
      code: "connection_failed",
      status: 200,
      message: expect.stringContaining(`${length}`) as string,
    });
    await expectUntouched();
  });

  test("a compressed body that is cut is refused, whatever its length says", async () => {
    const cut = gzipSync(FILE).subarray(0, -10);
    const url = await host((response) => {
      response.writeHead(200, {
        "content-encoding": "gzip",
        "content-length": cut.length,
      });
      response.end(cut);
    });
    const saved = download.toFile(url, path);
    await expect(saved).rejects.toMatchObject({ code: "invalid_response" });
    await expectUntouched();
  });

  test("the host is asked not to compress", async () => {
    let asked: string | undefined;
    const url = await host((response) => {
      asked = response.req.headers["accept-encoding"];
      response.end(FILE);
    });
    expect(await download.toFile(url, path)).toBe(3000);
    expect(asked).toBe("identity");
    expect(await fs.readFile(path)).toEqual(FILE);
  });

  test("a file of no bytes is whole", async () => {
    const url = await host((response) => response.end());
    expect(await download.toFile(url, path)).toBe(0);
    expect(await fs.readFile(path, "utf8")).toBe("");
  });
});

describe("download.toFile", () => {
  test("keeps the mode of the file that it replaces", async () => {
    await fs.writeFile(path, "old");
    await fs.chmod(path, 0o640);
    await download.toFile(await host(), path);
    expect((await fs.stat(path)).mode & 0o7777).toBe(0o640);
    expect(await fs.readFile(path)).toEqual(FILE);
  });

  test("gives a new file the mode that the platform gives new files", async () => {
    await fs.writeFile(join(folder, "other"), "");
    await download.toFile(await host(), path);
    const [made, other] = await Promise.all(
      [path, join(folder, "other")].map((file) => fs.stat(file)),
    );
    expect(made?.mode).toBe(other?.mode);
  });

  test("replaces the file that a symbolic link leads to, and leaves the link", async () => {
    await fs.mkdir(join(folder, "kept"));
    const target = join(folder, "kept", "real.png");
    await fs.writeFile(target, "old");
    await fs.symlink(join("kept", "real.png"), path);
    await download.toFile(await host(), path);
    expect(await fs.readlink(path)).toBe(join("kept", "real.png"));
    expect(await fs.readFile(target)).toEqual(FILE);
    expect(await fs.readdir(join(folder, "kept"))).toEqual(["real.png"]);
  });

  test("refuses a circular symbolic link before it sends anything", async () => {
    await fs.symlink("picture.png", path);
    let sent = 0;
    const url = await host(() => sent++);
    const saved = download.toFile(url, path);
    await expect(saved).rejects.toMatchObject({
      name: "FileError",
      code: "file_not_written",
      path,
      cause: { code: "ELOOP" },
    });
    expect(sent).toBe(0);
  });

  test.skipIf(process.platform !== "linux")(
    "refuses a folder that cannot be made, without an end to the attempt in Node",
    async () => {
      let sent = 0;
      const saved = download.toFile(await host(() => sent++), "/proc/no/a.png");
      await expect(saved).rejects.toMatchObject({
        code: "file_not_written",
        cause: { code: "ENOENT" },
      });
      expect(sent).toBe(0);
    },
  );

  test("refuses a path that is no file before it sends anything", async () => {
    let sent = 0;
    const url = await host(() => sent++);
    const saved = download.toFile(url, folder);
    await expect(saved).rejects.toMatchObject({
      name: "FileError",
      code: "file_not_written",
      message: expect.stringContaining("what is there is no file") as string,
    });
    expect(sent).toBe(0);
    expect(await fs.readdir(folder)).toEqual([]);
  });

  test("writes a file whose name is as long as a name may be", async () => {
    const name = `${"n".repeat(251)}.png`;
    await download.toFile(await host(), join(folder, name));
    expect(await fs.readdir(folder)).toEqual([name]);
  });

  test("writes into the working directory", async () => {
    const before = process.cwd();
    process.chdir(folder);
    try {
      await download.toFile(await host(), "picture.png");
    } finally {
      process.chdir(before);
    }
    expect(await fs.readdir(folder)).toEqual(["picture.png"]);
  });
});
