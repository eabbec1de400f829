import { spawn } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type {
  DownloadFileOptions,
  TransferProgress,
  Volume,
} from "../../src/files/index.js";
import { PartFile } from "../../src/files/part-file.js";
import { findFileSystem } from "../../src/jobs/save-file.js";
import { rejectionOf } from "../support/rejection.js";
import { FileServer, type Fault } from "./server/server.js";
import { bytesOf, volumeOf, withoutPauses } from "./server/setup.js";

const CONTENT = bytesOf(300_000);
const KEY = "out/a.png";

let server: FileServer;
let volume: Volume;
let folder = "";

beforeEach(async () => {
  server = await new FileServer().open();
  volume = await volumeOf(server);
  folder = await fs.mkdtemp(join(tmpdir(), "files-download-"));
  server.store(KEY, CONTENT, new Date(0));
});
afterEach(async () => {
  server.close();
  await fs.rm(folder, { recursive: true });
});

const path = (name = "a.png") => join(folder, name);
const read = (name?: string) => fs.readFile(path(name));

describe("volume.download saves", () => {
  test("a file under a path, in a folder, and as a stream", async () => {
    await volume.download(KEY, path());
    await volume.download(KEY, folder);
    await volume.download(KEY, `${path("new")}/`);
    const seen: TransferProgress[] = [];
    const stream = await volume.download(KEY, {
      onProgress: (progress) => seen.push(progress),
    });
    const streamed = Buffer.from(await new Response(stream).arrayBuffer());
    const total = CONTENT.length;
    const ended = { key: KEY, bytes: total, total, files: 1, totalFiles: 1 };
    expect(seen.at(-1)).toEqual(ended);
    for (const bytes of [await read(), await read("new/a.png"), streamed])
      expect(bytes.equals(CONTENT)).toBe(true);
  });

  test("an empty file", async () => {
    server.store("empty", "");
    await volume.download("empty", path());
    expect(await read()).toHaveLength(0);
  });

  test("a folder, and again only what is missing, shorter here, or of another time there", async () => {
    for (const name of ["b", "c", "d/e", "d/f", "g"])
      server.store(`out/${name}`, name, new Date(0));
    const results = path("results");
    const first = await volume.download("out/", results);
    const bytes = CONTENT.length + "bcd/ed/fg".length;
    expect(first).toEqual({
      files: 6,
      skipped: 0,
      bytes,
      transferred: bytes,
      unverified: [],
    });
    await fs.rm(join(results, "b"));
    await fs.writeFile(join(results, "c"), "");
    server.store("out/d/e", "new", new Date(Date.now() + 60_000));
    // Written before the first download under another name, and renamed since.
    server.store("out/d/f", "ren", new Date(1000));
    server.store("out/g", "h", new Date(999));
    const again = await volume.download("out/", results);
    const transferred = "bcnewrenh".length;
    expect(again).toMatchObject({ files: 6, skipped: 1, transferred });
    const expected = { b: "b", c: "c", "d/e": "new", "d/f": "ren", g: "h" };
    for (const [name, text] of Object.entries(expected))
      expect(String(await read(`results/${name}`))).toBe(text);
  });

  test.each<[string, Fault]>([
    ["is cut three times", { cutAfter: 90_000, times: 3 }],
    ["is answered 502", { status: 502, times: 3 }],
    ["loses its connection", { drop: true, times: 2 }],
  ])("a file that %s", async (_, fault) => {
    server.fail("GetObject", fault);
    await withoutPauses(server, () => volume.download(KEY, path()));
    expect((await read()).equals(CONTENT)).toBe(true);
    const ranged = server.seen.filter(({ headers }) => headers.range);
    for (const { headers } of ranged)
      expect(headers["if-match"]).toBe(`"${server.files.get(KEY)?.etag}"`);
    expect(ranged.length).toBe(fault.cutAfter ? 3 : 0);
  });

  test.each<[string, (sink: ReadableStreamDefaultController) => void]>([
    ["breaks off", (sink) => sink.error(new TypeError("terminated"))],
    ["does not end", () => new Promise(() => undefined)],
  ])("a file after an answer 503 whose body %s", async (_, pull) => {
    let answers = 0;
    const other = await volumeOf(server, {
      fetch: (url, init) =>
        answers++ === 0
          ? Promise.resolve(
              new Response(new ReadableStream({ pull }), { status: 503 }),
            )
          : fetch(url, init),
    });
    await withoutPauses(server, () => other.download(KEY, path()));
    expect((await read()).equals(CONTENT)).toBe(true);
  });

  test("a file that is cut and whose range the service ignores", async () => {
    server.fail("GetObject", { cutAfter: 100_000 });
    server.fail("GetObject", { ignoreRange: true, cutAfter: 200_000 });
    server.fail("GetObject", { ignoreRange: true });
    await withoutPauses(server, () => volume.download(KEY, path()));
    expect((await read()).equals(CONTENT)).toBe(true);
  });

  test("the new file where the file is written during its download", async () => {
    const changed = bytesOf(CONTENT.length, "changed");
    server.fail("GetObject", { cutAfter: 100_000 });
    const onProgress = () => server.store(KEY, changed);
    await withoutPauses(server, () =>
      volume.download(KEY, path(), { onProgress }),
    );
    expect((await read()).equals(changed)).toBe(true);
  });

  test.each([
    ["with as many bytes", CONTENT.length],
    ["with more bytes", CONTENT.length * 2],
  ])(
    "the new file where the file is overwritten %s in the middle of one answer",
    async (_, length) => {
      const changed = bytesOf(length, "changed");
      server.fail("GetObject", { overwriteWith: changed });
      const result = await withoutPauses(server, () =>
        volume.download(KEY, path()),
      );
      expect((await read()).equals(changed)).toBe(true);
      expect(result.bytes).toBe(length);
    },
  );

  test("the new file where a shorter one takes its place, so that the answer never ends", async () => {
    const changed = bytesOf(1000, "changed");
    server.fail("GetObject", { stallAfter: 100_000 });
    const onProgress = () => server.store(KEY, changed);
    await withoutPauses(server, () =>
      volume.download(KEY, path(), { onProgress }),
    );
    expect((await read()).equals(changed)).toBe(true);
  });

  test("the whole file where the file is still being written when its download begins", async () => {
    server.store(KEY, CONTENT.subarray(0, 1000));
    server.onSeen = ({ operation }) => {
      if (operation === "HeadObject") server.store(KEY, CONTENT);
    };
    await withoutPauses(server, () => volume.download(KEY, path()));
    expect((await read()).equals(CONTENT)).toBe(true);
  });

  test("a file of which a proxy leaves out what HEAD would say", async () => {
    const terse = await volumeOf(server, {
      fetch: async (url, init) => {
        const response = await fetch(url, init);
        return init?.method === "HEAD" ? new Response() : response;
      },
    });
    server.store(KEY, CONTENT);
    await terse.download(KEY, path());
    expect(server.count("HeadObject")).toBe(1);
    expect((await read()).equals(CONTENT)).toBe(true);
  });

  test("the right bytes where some of them are turned on the way, and any bytes that come twice where the ETag is no MD5", async () => {
    const turned = Buffer.from(CONTENT);
    turned[7] = 0xff & ~(CONTENT[7] ?? 0);
    const file = server.files.get(KEY);
    const etag = file?.etag ?? "";
    server.files.set(KEY, { bytes: turned, etag, modified: new Date(0) });
    server.onSeen = ({ operation }) => {
      if (operation === "HeadObject") server.store(KEY, CONTENT, new Date(0));
    };
    const right = await withoutPauses(server, () =>
      volume.download(KEY, path()),
    );
    expect((await read()).equals(CONTENT)).toBe(true);
    expect(right.unverified).toEqual([]);
    server.onSeen = undefined;
    server.files.set(KEY, { bytes: turned, etag, modified: new Date(0) });
    const doubtful = await withoutPauses(server, () =>
      volume.download(KEY, path()),
    );
    expect((await read()).equals(turned)).toBe(true);
    expect(doubtful.unverified).toEqual([KEY]);
    const folders = [1, 2].map(() => () => volume.download("out/", path("in")));
    for (const fetchAgain of folders) {
      const result = await withoutPauses(server, fetchAgain);
      expect(result.unverified).toEqual([KEY]);
    }
  });

  test("the empty folders of a folder, too", async () => {
    server.quirks.folders = ["empty/", "out/deep/none/"];
    await volume.download("out/", path("results"));
    expect(await fs.readdir(path("results/deep/none"))).toEqual([]);
    const nothing = await volume.download("empty/", path("none"));
    expect(nothing.files).toBe(0);
    expect(await fs.readdir(path("none"))).toEqual([]);
  });
});

describe("volume.download goes on where an earlier call was stopped, and", () => {
  /** A name that only a process has which cannot exist. */
  const partOf = (pid: number, name = "0".repeat(24)) =>
    `.cloud-compute-${name}.etag.300000.${pid}-00000000.part`;
  const NO_PROCESS = 2 ** 22 + 1;
  const parts = async () =>
    (await fs.readdir(folder)).filter((name) => name.endsWith(".part"));
  /** Stops a download when some bytes have come, and leaves its part to a process that no longer exists. */
  const stop = async () => {
    const end = new AbortController();
    server.fail("GetObject", { stallAfter: 100_000 });
    const onProgress = ({ bytes }: { bytes: number }) => {
      if (bytes === 100_000) end.abort(new Error("stopped"));
    };
    const options = { signal: end.signal, onProgress };
    await expect(volume.download(KEY, path(), options)).rejects.toThrow(
      "stopped",
    );
    server.seen.length = 0;
    const [name = ""] = await parts();
    const left = name.replace(`.${process.pid}-`, `.${NO_PROCESS}-`);
    await fs.rename(path(name), path(left));
    return path(left);
  };
  const ranges = () => server.seen.map(({ headers }) => headers.range);

  test("asks only for what is missing, of the same version, and leaves nothing behind", async () => {
    await stop();
    const result = await volume.download(KEY, path());
    const bytes = CONTENT.length;
    const transferred = bytes - 100_000;
    expect(result).toMatchObject({ files: 1, skipped: 0, bytes, transferred });
    expect(ranges()).toEqual(["bytes=100000-"]);
    const etag = server.files.get(KEY)?.etag ?? "";
    expect(server.seen[0]?.headers["if-match"]).toBe(`"${etag}"`);
    expect((await read()).equals(CONTENT)).toBe(true);
    expect(await fs.readdir(folder)).toEqual(["a.png"]);
  });

  test("asks for no byte of a file that is here as a whole", async () => {
    const part = await stop();
    await fs.writeFile(part, CONTENT);
    await volume.download(KEY, path());
    expect(server.count("GetObject")).toBe(0);
    expect((await read()).equals(CONTENT)).toBe(true);
  });

  test.each<[string, (part: string) => unknown]>([
    [
      "the file was changed on the volume",
      () => server.store(KEY, bytesOf(200_000, "changed")),
    ],
    [
      "the file was changed when all of its bytes were here",
      async (part) => {
        await fs.writeFile(part, CONTENT);
        server.store(KEY, bytesOf(CONTENT.length, "changed"), new Date(0));
      },
    ],
    [
      "the service ignores the range",
      () => server.fail("GetObject", { ignoreRange: true }),
    ],
    [
      "the disk has lost what was written",
      (part) => fs.writeFile(part, Buffer.alloc(100_000)),
    ],
    ["the part is empty", (part) => fs.truncate(part)],
    ["the part is too long", (part) => fs.truncate(part, 400_000)],
  ])("begins anew if %s", async (_, change) => {
    await change(await stop());
    await withoutPauses(server, () => volume.download(KEY, path()));
    const now = server.files.get(KEY)?.bytes;
    expect(now && (await read()).equals(now)).toBe(true);
    expect(await fs.readdir(folder)).toEqual(["a.png"]);
  });

  test("keeps nothing with resume: false", async () => {
    const end = new AbortController();
    const options = {
      resume: false,
      signal: end.signal,
      onProgress: () => end.abort(new Error("stopped")),
    };
    const stopped = volume.download(KEY, path(), options);
    await expect(stopped).rejects.toThrow("stopped");
    expect(await fs.readdir(folder)).toEqual([]);
  });

  test("leaves the part of a process that still runs, and removes what nobody went on with for a week", async () => {
    const left = await stop();
    const young = partOf(NO_PROCESS, "1".repeat(24));
    const old = partOf(NO_PROCESS, "2".repeat(24));
    for (const name of [young, old]) await fs.writeFile(path(name), "x");
    const longAgo = Date.now() / 1000 - 8 * 86_400;
    await fs.utimes(path(old), longAgo, longAgo);
    const running = left.replace(`.${NO_PROCESS}-`, `.${process.ppid}-`);
    await fs.rename(left, running);
    await volume.download(KEY, path());
    expect(ranges()).toEqual([undefined]);
    const names = [young, running.slice(folder.length + 1)];
    expect((await parts()).sort()).toEqual(names.sort());
  });

  test.skipIf(process.platform !== "linux")(
    "goes on with the part of a process that was killed and that its parent has not noticed",
    async () => {
      const left = await stop();
      // `cat` ends with its input, when its parent has become a program that knows nothing of it.
      const script = "exec 3<&0; cat <&3 >/dev/null & echo $!; exec sleep 1000";
      const parent = spawn("sh", ["-c", script]);
      const [pid] = (await once(parent.stdout, "data")) as [Buffer];
      const zombie = String(pid).trim();
      const until = (id: string, text: string) =>
        vi.waitFor(async () => {
          const status = await fs.readFile(`/proc/${id}/stat`, "utf8");
          expect(status).toContain(text);
        }, 60_000);
      await until(String(parent.pid), "(sleep)");
      parent.stdin.end();
      await until(zombie, ") Z ");
      await fs.rename(left, left.replace(`.${NO_PROCESS}-`, `.${zombie}-`));
      await volume.download(KEY, path());
      parent.kill();
      expect(ranges()).toEqual(["bytes=100000-"]);
    },
  );

  test("two calls at once do each other no harm", async () => {
    await stop();
    const both = [path(), path()].map((each) => volume.download(KEY, each));
    await withoutPauses(server, () => Promise.all(both));
    expect((await read()).equals(CONTENT)).toBe(true);
    expect(await fs.readdir(folder)).toEqual(["a.png"]);
  });
});

describe("volume.download leaves what was there when", () => {
  beforeEach(() => fs.writeFile(path(), "old"));
  const expectUntouched = async () => {
    const names = await fs.readdir(folder);
    expect(names.filter((name) => !name.endsWith(".part"))).toEqual(["a.png"]);
    expect(await fs.readFile(path(), "utf8")).toBe("old");
  };

  test("something writes to the file again and again", async () => {
    let version = 0;
    server.onSeen = ({ operation }) => {
      if (operation === "GetObject")
        server.fail("GetObject", {
          overwriteWith: bytesOf(CONTENT.length, `${version++}`),
        });
    };
    const failed = withoutPauses(server, () => volume.download(KEY, path()));
    await expect(failed).rejects.toMatchObject({ code: "file_changed" });
    expect(server.count("GetObject")).toBe(3);
    expect(await fs.readdir(folder)).toEqual(["a.png"]);
    await expectUntouched();
  });

  test("the file is deleted while a stream of it is read", async () => {
    server.store(KEY, CONTENT);
    server.onSeen = ({ operation }) => {
      if (operation === "HeadObject") server.files.delete(KEY);
    };
    const stream = await volume.download(KEY);
    await expect(new Response(stream).arrayBuffer()).rejects.toMatchObject({
      code: "file_not_found",
    });
  });

  test("a stream whose file is overwritten fails at its end", async () => {
    server.fail("GetObject", { overwriteWith: bytesOf(CONTENT.length, "new") });
    const stream = await volume.download(KEY);
    await expect(new Response(stream).arrayBuffer()).rejects.toMatchObject({
      code: "file_changed",
    });
  });

  test("the connection breaks again and again without a byte", async () => {
    server.fail("GetObject", { drop: true, times: 99 });
    const failed = withoutPauses(server, () => volume.download(KEY, path()));
    await expect(failed).rejects.toMatchObject({
      name: "ConnectionError",
      maybeSent: false,
    });
    await expectUntouched();
  });

  test("the download is aborted, or its time is over", async () => {
    const stop = new AbortController();
    const onProgress = () => stop.abort(new Error("enough"));
    const options = { onProgress, signal: stop.signal };
    const aborted = volume.download(KEY, path(), options);
    await expect(aborted).rejects.toThrow("enough");
    server.fail("GetObject", { silent: true });
    const late = volume.download(KEY, path(), { timeout: 30 });
    await expect(late).rejects.toMatchObject({ code: "timeout" });
    await expectUntouched();
  });

  test("a page of a gateway comes in place of the file, or of what is known of it", async () => {
    const page = {
      status: 200,
      headers: { "content-type": "text/html" },
      body: "<!doctype html><title>Sign in</title>",
    };
    const said = {
      code: "invalid_response",
      message: expect.stringContaining("a page of a proxy or a CDN") as string,
    };
    server.fail("GetObject", page);
    await expect(volume.download(KEY, path())).rejects.toMatchObject(said);
    server.fail("HeadObject", page);
    await expect(volume.head(KEY)).rejects.toMatchObject(said);
    server.fail("DeleteObject", page);
    await expect(volume.delete(KEY)).rejects.toMatchObject(said);
    server.fail("AbortMultipartUpload", page);
    const left = { key: KEY, uploadId: "u" };
    await expect(volume.abort(left)).rejects.toMatchObject(said);
    expect(server.files.has(KEY)).toBe(true);
    await expectUntouched();
  });

  test("the rest of the file comes from another place than was asked for, again and again", async () => {
    const { etag = "" } = server.files.get(KEY) ?? {};
    const range = "bytes 200000-299999/300000";
    const headers = { etag: `"${etag}"`, "content-range": range };
    const elsewhere = { status: 206, headers };
    server.onSeen = ({ operation, headers }) => {
      if (operation !== "GetObject") return;
      server.clearFaults();
      server.fail(
        "GetObject",
        headers.range ? elsewhere : { cutAfter: 100_000 },
      );
    };
    const failed = withoutPauses(server, () => volume.download(KEY, path()));
    await expect(failed).rejects.toMatchObject({
      code: "file_changed",
      message: expect.stringContaining("another range") as string,
    });
    expect(server.count("GetObject")).toBe(6);
    await expectUntouched();
  });
});

test.each([
  ["out/b.png", "out/a.png"],
  ["out", "out/"],
  ["aut/", "out/"],
  ["none/", undefined],
  ["runpod-volume/out/a.png", "out/a.png"],
])(
  "volume.download of %s, which is not there, names %s",
  async (key, meant) => {
    const error = await rejectionOf(volume.download(key, path("in")));
    expect(error).toMatchObject({ code: "file_not_found" });
    const hint = meant ? `"${key}" (did you mean "${meant}"?)` : `"${key}"`;
    expect(String(error)).toContain(hint);
    expect(String(error).includes("did you mean")).toBe(meant !== undefined);
  },
);

test("volume.download refuses a folder that is a file on the volume", async () => {
  await expect(volume.download("out/a.png/", folder)).rejects.toThrow(
    'is a file on the volume: write "out/a.png"',
  );
});

test("volume.download saves the rest of a folder whose keys cannot all be paths here, and then names those keys", async () => {
  const odd = ["out/../../evil", "out/./b", "out//c"];
  for (const key of [...odd, "out/z"]) server.store(key, "x");
  await expect(volume.download("out/", path("in"))).rejects.toMatchObject({
    code: "file_not_written",
    path: path("in"),
    message: expect.stringContaining(
      'all files but "out/../../evil", "out/./b", "out//c" are in',
    ) as string,
  });
  expect(await fs.readdir(folder)).toEqual(["in"]);
  expect((await fs.readdir(path("in"))).sort()).toEqual(["a.png", "z"]);
});

test("volume.download names the path where a folder is in place of a file", async () => {
  const target = path("in/a.png");
  await fs.mkdir(target, { recursive: true });
  const failed = volume.download("out/", path("in"));
  await expect(failed).rejects.toMatchObject({
    code: "file_not_written",
    path: target,
  });
});

test("volume.download removes the folders that it made for a file that did not come", async () => {
  await fs.mkdir(path("here"));
  await expect(
    volume.download("none.bin", path("here/new/deep/a.bin")),
  ).rejects.toMatchObject({ code: "file_not_found" });
  expect(await fs.readdir(path("here"))).toEqual([]);
});

test.skipIf(process.platform !== "linux")(
  "a part that cannot be written names the path of the user, and says that the disk is full",
  async () => {
    const system = findFileSystem({ operation: "volume.download" });
    const full = await fs.open("/dev/full", "r+");
    const version = { etag: "etag", size: 1 };
    const hidden = path(".cloud-compute-hidden.part");
    const part = new PartFile(system, hidden, path(), full, version, 0);
    await expect(part.write(CONTENT)).rejects.toMatchObject({
      code: "file_not_written",
      path: path(),
      message: expect.stringContaining("the disk is full") as string,
    });
    await part.leave();
  },
);

describe("the connection of a stream of volume.download is closed", () => {
  /** Opens a stream of a file that never comes to its end, and reads once. */
  const begin = async (options: DownloadFileOptions) => {
    server.fail("GetObject", { stallAfter: 100_000 });
    const stream = await volume.download(KEY, options);
    const reader = stream.getReader();
    await reader.read();
    await vi.waitFor(() => expect(server.stalled).toBe(1));
    return reader;
  };
  afterEach(() => vi.waitFor(() => expect(server.stalled).toBe(0)));

  test("at an abort, while nobody reads", async () => {
    const stop = new AbortController();
    await begin({ signal: stop.signal });
    stop.abort();
  });

  test("at the next read after its timeout", async () => {
    const now = vi.spyOn(performance, "now");
    const reader = await begin({ timeout: 60_000 });
    now.mockReturnValue(performance.now() + 60_000);
    await expect(reader.read()).rejects.toMatchObject({ code: "timeout" });
    now.mockRestore();
  });

  test("where onProgress throws", async () => {
    const onProgress = () => {
      throw new Error("mine");
    };
    const reader = await begin({ onProgress });
    await expect(reader.read()).rejects.toThrow("mine");
  });

  test("where the stream is cancelled", async () => {
    const reader = await begin({});
    await reader.cancel();
  });

  test("where its length is not known, and the request for it fails", async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    const other = await volumeOf(server, {
      fetch: (url, init) => {
        signals.push(init?.signal);
        if (init?.method === "HEAD") return fetch(url, init);
        return Promise.resolve(new Response(new ReadableStream()));
      },
    });
    server.fail("HeadObject", { status: 403 });
    await expect(other.download(KEY)).rejects.toMatchObject({ status: 403 });
    expect(signals[0]?.aborted).toBe(true);
  });
});
