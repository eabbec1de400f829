import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createClient, type DownloadProgress } from "../../src/index.js";
import { turns } from "../support/work-clock.js";

let folder = "";
let path = "";
let stop = () => {};

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "download-"));
  path = join(folder, "picture.png");
  await writeFile(path, "old");
});

afterEach(async () => {
  stop();
  await rm(folder, { recursive: true });
});

const { download } = createClient({ apiKey: "a-key-of-some-length" });

/** Serves one file on a socket. */
async function host(serve: (response: ServerResponse) => void) {
  let close = () => {};
  const closed = new Promise<void>((resolve) => (close = resolve));
  const server = createServer((_, response) => {
    response.on("close", close);
    serve(response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  stop = () => {
    server.close();
    server.closeAllConnections();
  };
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port ?? 0}/picture.png`,
    /** Resolves when the first request's connection has closed. */
    closed,
  };
}

const begin = (response: ServerResponse, length?: number) => {
  response.writeHead(200, length ? { "content-length": `${length}` } : {});
  response.write(Buffer.alloc(1000));
};

/** Sends 1000 bytes of the file and then no more. */
const silent = (response: ServerResponse) => begin(response, 5000);

describe("the connection of a download", () => {
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

  test("is closed at the timeout of toFile, which leaves the old file", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    try {
      const { url, closed } = await host(silent);
      const state = { isSettled: false };
      const saved = download.toFile(url, path, { timeout: 5000 });
      const late = expect(saved).rejects.toMatchObject({ timeout: 5000 });
      void late.finally(() => (state.isSettled = true));
      while (!state.isSettled) {
        await turns(1);
        await vi.advanceTimersByTimeAsync(10);
      }
      await closed;
      expect(await readFile(path, "utf8")).toBe("old");
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
  for (const [how, code, serve] of [
    [
      "is cut before its announced length",
      "connection_failed",
      (response: ServerResponse) => {
        begin(response, 5000);
        void turns(6).then(() => response.destroy());
      },
    ],
    [
      "is cut in its chunks",
      "connection_failed",
      (response: ServerResponse) => {
        begin(response);
        void turns(6).then(() => response.destroy());
      },
    ],
    [
      "is cut in its chunks, on a connection that is not kept",
      "invalid_response",
      (response: ServerResponse) => {
        response.setHeader("connection", "close");
        begin(response);
        void turns(6).then(() => response.destroy());
      },
    ],
    [
      "has neither length nor chunks",
      "invalid_response",
      (response: ServerResponse) => {
        response.useChunkedEncodingByDefault = false;
        begin(response);
        void turns(6).then(() => response.destroy());
      },
    ],
  ] as const)
    test(`stays the old one when the new one ${how}`, async () => {
      const { url } = await host(serve);
      const toFile = download.toFile(url, path);
      await expect(toFile).rejects.toMatchObject({ code });
      expect(await readdir(folder)).toEqual(["picture.png"]);
      expect(await readFile(path, "utf8")).toBe("old");
    });

  test("names a connection that broke off, unlike one that was never made", async () => {
    const { url } = await host((response) => {
      begin(response);
      void turns(6).then(() => response.destroy());
    });
    const cut = download.toFile(url, path);
    await expect(cut).rejects.toThrow("to the file's host broke off");
    const nowhere = download.toFile("http://127.0.0.1:1/a.png", path);
    await expect(nowhere).rejects.toThrow("to the file's host failed");
  });

  test("is the whole new one, where that came in chunks", async () => {
    const { url } = await host((response) => {
      begin(response);
      void turns(6).then(() => response.end(Buffer.alloc(1000)));
    });
    expect(await download.toFile(url, path)).toBe(2000);
    expect(await readFile(path)).toEqual(Buffer.alloc(2000));
  });

  test("is not there before the whole of it is", async () => {
    let end = () => {};
    const { url } = await host((response) => {
      begin(response, 2000);
      end = () => response.end(Buffer.alloc(1000));
    });
    const during: Promise<string>[] = [];
    const onProgress = ({ bytes }: DownloadProgress) => {
      if (bytes === 1000) during.push(readFile(path, "utf8"));
      end();
    };
    expect(await download.toFile(url, path, { onProgress })).toBe(2000);
    expect(await Promise.all(during)).toEqual(["old"]);
    expect(await readFile(path)).toEqual(Buffer.alloc(2000));
  });

  test("may be written by two downloads at once: one of them wins, and it is whole", async () => {
    let count = 0;
    const { url } = await host((response) =>
      response.end(Buffer.alloc(100_000, `${count++}`)),
    );
    await Promise.all([1, 2, 3].map(() => download.toFile(url, path)));
    const bytes = await readFile(path);
    expect(bytes).toHaveLength(100_000);
    expect(new Set(bytes).size).toBe(1);
    expect(await readdir(folder)).toEqual(["picture.png"]);
  });
});

test("the total of a compressed download is not the length of what crosses the network", async () => {
  const plain = Buffer.alloc(10_000, "a");
  const packed = gzipSync(plain);
  const { url } = await host((response) => {
    const length = { "content-length": `${packed.length}` };
    response.writeHead(200, { "content-encoding": "gzip", ...length });
    response.end(packed);
  });
  const seen: DownloadProgress[] = [];
  const onProgress = (progress: DownloadProgress) => seen.push(progress);
  for await (const piece of await download(url, { onProgress }))
    expect(piece.length).toBeGreaterThan(0);
  const { bytes, total } = seen.at(-1) ?? {};
  expect(bytes).toBe(10_000);
  expect([undefined, 10_000]).toContain(total);
});
