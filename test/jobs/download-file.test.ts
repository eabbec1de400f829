import * as fs from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  ConnectionError,
  createClient,
  type DownloadProgress,
} from "../../src/index.js";
import { turns } from "../support/work-clock.js";

const KEY = "a-key-of-some-length";
const FILE = Buffer.alloc(3000, "file");

let folder = "";
let path = "";
let stop = () => {};

beforeEach(async () => {
  // No retry waits.
  vi.spyOn(Math, "random").mockReturnValue(0);
  folder = await fs.mkdtemp(join(tmpdir(), "download-"));
  path = join(folder, "picture.png");
});
afterEach(async () => {
  vi.restoreAllMocks();
  stop();
  stop = () => {};
  await fs.rm(folder, { recursive: true });
});

const { download } = createClient({ apiKey: KEY });

/** Serves a file on a socket. `closed` resolves when the connection of the first request has closed. */
async function host(
  serve: (response: ServerResponse) => void = (response) => response.end(FILE),
) {
  let close = () => {};
  const closed = new Promise<void>((resolve) => (close = resolve));
  const server = createServer((_, response) => {
    response.on("close", close);
    serve(response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  stop = () => {
    server.close();
    server.closeAllConnections();
  };
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/picture.png`, closed };
}

/** `cloud.download` of a client whose files come from `respond`. */
const downloadFrom = (respond: () => Response | Promise<Response>) =>
  createClient({ apiKey: KEY, fetch: async () => respond() }).download;

const URL_ = "https://files.test/picture.png";
const lengthOf = (length: number | string) => ({
  headers: { "content-length": `${length}` },
});

/** The folder holds the old file and nothing else. */
async function expectUntouched(): Promise<void> {
  expect(await fs.readdir(folder)).toEqual(["picture.png"]);
  expect(await fs.readFile(path, "utf8")).toBe("old");
}

describe("download.toFile writes whole files only:", () => {
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
    const { url } = await host((response) => {
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
    const { url } = await host((response) => {
      asked = response.req.headers["accept-encoding"];
      response.end(FILE);
    });
    expect(await download.toFile(url, path)).toBe(3000);
    expect(asked).toBe("identity");
    expect(await fs.readFile(path)).toEqual(FILE);
  });
});

describe("download.toFile", () => {
  test("keeps the mode of the file that it replaces", async () => {
    await fs.writeFile(path, "old");
    await fs.chmod(path, 0o640);
    await download.toFile((await host()).url, path);
    expect((await fs.stat(path)).mode & 0o7777).toBe(0o640);
    expect(await fs.readFile(path)).toEqual(FILE);
  });

  test("gives a new file the mode that the platform gives new files", async () => {
    await fs.writeFile(join(folder, "other"), "");
    await download.toFile((await host()).url, path);
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
    await download.toFile((await host()).url, path);
    expect(await fs.readlink(path)).toBe(join("kept", "real.png"));
    expect(await fs.readFile(target)).toEqual(FILE);
    expect(await fs.readdir(join(folder, "kept"))).toEqual(["real.png"]);
  });

  test.each([
    [
      "a circular symbolic link",
      () => fs.symlink("picture.png", path),
      { cause: { code: "ELOOP" } },
    ],
    [
      "a path that is no file",
      () => fs.mkdir(path),
      {
        message: expect.stringContaining("what is there is no file") as string,
      },
    ],
  ])("refuses %s before it sends anything", async (_, make, problem) => {
    await make();
    let sent = 0;
    const { url } = await host(() => sent++);
    await expect(download.toFile(url, path)).rejects.toMatchObject({
      name: "FileError",
      code: "file_not_written",
      path,
      ...problem,
    });
    expect(sent).toBe(0);
  });

  test.skipIf(process.platform !== "linux")(
    "refuses a folder that cannot be made, without an end to the attempt in Node",
    async () => {
      let sent = 0;
      const saved = download.toFile(
        (await host(() => sent++)).url,
        "/proc/no/a.png",
      );
      await expect(saved).rejects.toMatchObject({
        code: "file_not_written",
        cause: { code: "ENOENT" },
      });
      expect(sent).toBe(0);
    },
  );

  test("writes a file whose name is as long as a name may be", async () => {
    const name = `${"n".repeat(251)}.png`;
    await download.toFile((await host()).url, join(folder, name));
    expect(await fs.readdir(folder)).toEqual([name]);
  });
});

const begin = (response: ServerResponse, length?: number) => {
  response.writeHead(200, length ? { "content-length": `${length}` } : {});
  response.write(Buffer.alloc(1000));
};

/** Sends 1000 bytes of the file, and then breaks the connection. */
function cut(response: ServerResponse, length?: number) {
  begin(response, length);
  void turns(6).then(() => response.destroy());
}

/** Sends 1000 bytes of the file and then no more. */
const silent = (response: ServerResponse) => begin(response, 5000);

describe("the connection of a download", () => {
  beforeEach(() => fs.writeFile(path, "old"));

  test("is closed when the stream is cancelled", async () => {
    const { url, closed } = await host(silent);
    const reader = (await download(url)).getReader();
    expect((await reader.read()).value).toHaveLength(1000);
    await reader.cancel();
    await closed;
  });

  test("is closed at the timeout of its stream", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    try {
      const { url, closed } = await host(silent);
      const reader = (await download(url, { timeout: 50 })).getReader();
      await reader.read();
      const late = expect(reader.read()).rejects.toMatchObject({
        code: "timeout",
        timeout: 50,
        message: expect.stringContaining("(timeout: 50 ms)") as string,
      });
      await vi.advanceTimersByTimeAsync(50);
      await late;
      await closed;
    } finally {
      vi.useRealTimers();
    }
  });

  test("is closed when it is aborted while no piece is awaited", async () => {
    const { url, closed } = await host(silent);
    const controller = new AbortController();
    const { signal } = controller;
    const reader = (await download(url, { signal })).getReader();
    await reader.read();
    controller.abort("enough");
    await closed;
  });

  test("is closed when onProgress rejects, and toFile rejects with its reason", async () => {
    const { url, closed } = await host(silent);
    const onProgress = () => Promise.reject(new Error("the disk is full"));
    const toFile = download.toFile(url, path, { onProgress });
    await expect(toFile).rejects.toThrow("the disk is full");
    await closed;
  });

  test("ends when onProgress rejects with the error of another call that would be retried", async () => {
    let requests = 0;
    const { url } = await host((response) => {
      requests++;
      response.end(FILE);
    });
    const other = new ConnectionError("lost", { operation: "pods.get" });
    const onProgress = () => Promise.reject(other);
    await expect(download.toFile(url, path, { onProgress })).rejects.toBe(
      other,
    );
    expect(requests).toBe(1);
  });

  test("is closed when the answer is a failure that goes on and on", async () => {
    const { url, closed } = await host((response) => {
      response.writeHead(404);
      response.write("no");
    });
    const gone = { code: "output_not_found" };
    await expect(download(url)).rejects.toMatchObject(gone);
    await closed;
  });
});

describe("a file at its path", () => {
  beforeEach(() => fs.writeFile(path, "old"));

  test.each<[string, string, (response: ServerResponse) => void]>([
    [
      "is cut before its announced length",
      "to the file's host broke off",
      (response) => cut(response, 5000),
    ],
    ["is cut in its chunks", "to the file's host broke off", cut],
    [
      "is cut in its chunks, on a connection that is not kept",
      "its end cannot be checked",
      (response) => cut(response.setHeader("connection", "close")),
    ],
    [
      "has neither length nor chunks",
      "its end cannot be checked",
      (response) => {
        response.useChunkedEncodingByDefault = false;
        cut(response);
      },
    ],
  ])("stays the old one when the new one %s", async (_, problem, serve) => {
    const { url } = await host(serve);
    await expect(download.toFile(url, path)).rejects.toThrow(problem);
    await expectUntouched();
  });

  test("is not named as broken off where the connection was never made", async () => {
    const nowhere = download.toFile("http://127.0.0.1:1/a.png", path);
    await expect(nowhere).rejects.toThrow("to the file's host failed");
  });

  test("is the whole new one, where the connection was lost before the file, and then within the file", async () => {
    const seen: number[] = [];
    let requests = 0;
    const { url } = await host((response) => {
      requests++;
      if (requests === 1) response.destroy();
      else if (requests === 4) response.end(FILE);
      else cut(response);
    });
    const onProgress = ({ bytes }: DownloadProgress) => void seen.push(bytes);
    expect(await download.toFile(url, path, { onProgress })).toBe(3000);
    expect(await fs.readFile(path)).toEqual(FILE);
    expect(await fs.readdir(folder)).toEqual(["picture.png"]);
    expect(requests).toBe(4);
    // The count begins again.
    expect(seen.at(-1)).toBe(3000);
  });

  test("a stream is opened again after a lost connection, and fails where the file breaks off", async () => {
    let requests = 0;
    const { url } = await host((response) => {
      requests++;
      if (requests === 1) response.destroy();
      else cut(response);
    });
    const stream = await download(url);
    await expect(new Response(stream).arrayBuffer()).rejects.toMatchObject({
      code: "connection_failed",
      status: 200,
    });
    expect(requests).toBe(2);
  });

  test("that comes in chunks is not there before the whole of it is", async () => {
    let end = () => {};
    const { url } = await host((response) => {
      begin(response);
      end = () => response.end(Buffer.alloc(1000));
    });
    const during: Promise<string>[] = [];
    const onProgress = ({ bytes }: DownloadProgress) => {
      if (bytes === 1000) during.push(fs.readFile(path, "utf8"));
      end();
    };
    expect(await download.toFile(url, path, { onProgress })).toBe(2000);
    expect(await Promise.all(during)).toEqual(["old"]);
    expect(await fs.readFile(path)).toEqual(Buffer.alloc(2000));
  });

  test("may be written by two downloads at once: one of them wins, and it is whole", async () => {
    let count = 0;
    const { url } = await host((response) =>
      response.end(Buffer.alloc(100_000, `${count++}`)),
    );
    await Promise.all([1, 2, 3].map(() => download.toFile(url, path)));
    const bytes = await fs.readFile(path);
    expect(bytes).toHaveLength(100_000);
    expect(new Set(bytes).size).toBe(1);
    expect(await fs.readdir(folder)).toEqual(["picture.png"]);
  });
});
