import { execFileSync } from "node:child_process";
import { appendFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import * as fs from "node:fs/promises";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { TransferProgress, Volume } from "../../src/files/index.js";
import { collect } from "../support/collect.js";
import { rejectionOf } from "../support/rejection.js";
import { FileServer, type Fault, type Operation } from "./server/server.js";
import { bytesOf, volumeOf, withoutPauses } from "./server/setup.js";

const PART = 1000;
const CONTENT = bytesOf(5 * PART + 7);
const KEY = "models/flux/weights.bin";

let server: FileServer;
let volume: Volume;
let folder = "";
let path = "";

beforeEach(async () => {
  server = await new FileServer().open();
  volume = await volumeOf(server);
  folder = await fs.mkdtemp(join(tmpdir(), "upload-"));
  path = join(folder, "weights.bin");
  await fs.writeFile(path, CONTENT);
});
afterEach(async () => {
  vi.useRealTimers();
  server.close();
  await fs.rm(folder, { recursive: true });
});

const stored = (key = KEY) => server.files.get(key)?.bytes;
const uploadInParts = (options = {}) =>
  volume.upload(path, KEY, { partSize: PART, ...options });
const journals = async () =>
  (await fs.readdir(folder)).filter((name) => name.startsWith("."));

describe("volume.upload sends", () => {
  test.each<[string, () => Parameters<Volume["upload"]>[0]]>([
    ["a path", () => path],
    ["a file: URL", () => pathToFileURL(path)],
    ["a Blob", () => new Blob([new Uint8Array(CONTENT)])],
    ["an ArrayBuffer", () => new Uint8Array(CONTENT).buffer],
    ["a view", () => new DataView(new Uint8Array(CONTENT).buffer)],
    ["a stream of Node", () => Readable.from([CONTENT])],
    ["a stream of the web", () => new Blob([new Uint8Array(CONTENT)]).stream()],
  ])("%s in parts, and in one request", async (_, source) => {
    await volume.upload(source(), KEY, { partSize: PART });
    expect(server.count("UploadPart")).toBe(6);
    expect(stored()).toEqual(CONTENT);
    await volume.upload(source(), "whole.bin");
    expect(server.count("PutObject")).toBe(1);
    expect(stored("whole.bin")).toEqual(CONTENT);
    expect(server.uploads.size).toBe(0);
    expect(await journals()).toEqual([]);
  });

  test("the same bytes in parts again, in the second in which they were written before", async () => {
    server.isOneSecond = true;
    for (const completes of [1, 2]) {
      await uploadInParts({ timeout: 20_000 });
      expect(server.count("CompleteMultipartUpload")).toBe(completes);
    }
    expect(stored()).toEqual(CONTENT);
  });

  test("an empty file, an empty stream, a stream of text, and a stream that ends at the end of a part", async () => {
    await volume.upload(new Blob([]), "empty.bin");
    await volume.upload(Readable.from([]), "nothing.bin");
    await volume.upload(Readable.from(["text"]), "text.txt");
    const two = CONTENT.subarray(0, 2 * PART);
    await volume.upload(Readable.from([two]), "two.bin", { partSize: PART });
    expect(stored("empty.bin")).toHaveLength(0);
    expect(stored("nothing.bin")).toHaveLength(0);
    expect(String(stored("text.txt"))).toBe("text");
    expect(stored("two.bin")).toEqual(two);
  });

  test("a file to a key with a slash at its end, under its own name", async () => {
    await volume.upload(path, "models/");
    expect(stored("models/weights.bin")).toEqual(CONTENT);
  });

  test("two parts at once by default, and as many as concurrency says", async () => {
    for (const concurrency of [undefined, 1, 4]) {
      let most = 0;
      const fetch: typeof globalThis.fetch = async (input, init) => {
        most = Math.max(most, server.underWay + 1);
        return globalThis.fetch(input, init);
      };
      const own = await volumeOf(server, { fetch });
      await own.upload(path, KEY, { partSize: 100, concurrency });
      expect(most).toBeLessThanOrEqual(concurrency ?? 2);
    }
  });

  test("a folder with its folders, and again only what has changed", async () => {
    const root = join(folder, "root");
    await fs.mkdir(join(root, "a/b"), { recursive: true });
    await fs.writeFile(join(root, "one.txt"), "one");
    await fs.writeFile(join(root, "a/two.txt"), "two");
    await fs.writeFile(join(root, "a/b/large.bin"), CONTENT);
    await fs.symlink(join(root, "one.txt"), join(root, "link.txt"));
    const first = await volume.upload(root, "out", { partSize: PART });
    const bytes = CONTENT.length + 9;
    expect(first).toEqual({ files: 4, skipped: 0, bytes, transferred: bytes });
    const names = ["a/b/large.bin", "a/two.txt", "link.txt", "one.txt"];
    const keys = names.map((name) => `out/${name}`);
    expect([...server.files.keys()].sort()).toEqual(keys);
    await fs.writeFile(join(root, "one.txt"), "new");
    const again = await volume.upload(`${root}/`, "out/", { partSize: PART });
    // Both names of the changed file are sent.
    expect(again).toMatchObject({ files: 4, skipped: 2, transferred: 6 });
    expect(stored("out/one.txt")?.toString()).toBe("new");
  });

  test("a large file of a folder again where nothing proves that the volume has its bytes", async () => {
    server.plainEtags = false;
    await volume.upload(folder, "out", { partSize: PART });
    const again = await volume.upload(folder, "out", { partSize: PART });
    expect(again).toMatchObject({ files: 1, skipped: 0 });
  });

  test("only the missing files of a folder after it was interrupted, large ones included", async () => {
    const root = join(folder, "root");
    await fs.mkdir(root);
    await fs.writeFile(join(root, "a.bin"), CONTENT);
    await fs.writeFile(join(root, "b.bin"), bytesOf(3 * PART, "b"));
    server.fail("CompleteMultipartUpload", {
      after: 1,
      times: 9,
      status: 403,
      code: "AccessDenied",
    });
    const options = { partSize: PART, concurrency: 1 };
    await expect(volume.upload(root, "out/", options)).rejects.toThrow("403");
    server.clearFaults();
    const before = server.count("UploadPart");
    const result = await volume.upload(root, "out/", options);
    expect(result).toMatchObject({ files: 2, skipped: 1 });
    expect(server.count("UploadPart")).toBe(before);
    expect(stored("out/b.bin")).toEqual(bytesOf(3 * PART, "b"));
    expect(await fs.readdir(root)).toEqual(["a.bin", "b.bin"]);
  });

  test("no checksum of its own, no ACL and no metadata, under a User-Agent of its own", async () => {
    await uploadInParts();
    for (const { headers } of server.seen) {
      expect(
        Object.keys(headers).filter((name) => /checksum|acl|meta/.test(name)),
      ).toEqual([]);
      expect(headers["user-agent"]).toMatch(/^cloud-compute-sdk\//);
    }
  });

  test("reports of its progress that never pass the total, and end at it", async () => {
    const reports: TransferProgress[] = [];
    server.fail("UploadPart", { times: 2, flip: true });
    await uploadInParts({
      onProgress: (report: TransferProgress) => reports.push(report),
    });
    expect(reports.every(({ bytes }) => bytes <= CONTENT.length)).toBe(true);
    expect(reports.at(-1)).toEqual({
      key: KEY,
      bytes: CONTENT.length,
      total: CONTENT.length,
      files: 1,
      totalFiles: 1,
    });
  });
});

describe("volume.upload ends with the right bytes when", () => {
  const faults: [string, Operation, Fault][] = [
    ["a part is cut short by one bit", "UploadPart", { flip: true, times: 2 }],
    [
      "the answer to a part is lost",
      "UploadPart",
      { drop: true, carriesOut: true, times: 3 },
    ],
    [
      "parts are answered 524 by a page, and stored",
      "UploadPart",
      { status: 524, body: "<html>", carriesOut: true, times: 2 },
    ],
    [
      "the begin is answered 503",
      "CreateMultipartUpload",
      { status: 503, times: 2 },
    ],
    [
      "Complete is answered 524 after it was carried out",
      "CompleteMultipartUpload",
      { status: 524, carriesOut: true },
    ],
    [
      "Complete is answered 524 and not carried out",
      "CompleteMultipartUpload",
      { status: 524, times: 2 },
    ],
    [
      "Complete is answered 200 with an error, though carried out",
      "CompleteMultipartUpload",
      { status: 200, carriesOut: true },
    ],
    [
      "Complete is answered 200 with an error, and not carried out",
      "CompleteMultipartUpload",
      { status: 200 },
    ],
    [
      "Complete is answered 200 and not carried out, over a file of the same length",
      "CompleteMultipartUpload",
      {
        status: 200,
        body: "<CompleteMultipartUploadResult></CompleteMultipartUploadResult>",
        times: 2,
      },
    ],
    [
      "the HEAD request after Complete is answered 524",
      "HeadObject",
      { status: 524, after: 1, times: 3 },
    ],
  ];
  test.each(faults)("%s", async (_, operation, fault) => {
    server.store(KEY, bytesOf(CONTENT.length, "old"));
    server.fail(operation, fault);
    await withoutPauses(server, () => uploadInParts());
    expect(stored()).toEqual(CONTENT);
    expect(server.uploads.size).toBe(0);
    expect(await journals()).toEqual([]);
  });

  test("the service loses a part before Complete, or forgets the upload", async () => {
    for (const forget of [false, true]) {
      let isDone = false;
      const onProgress = ({ bytes }: TransferProgress) => {
        const [[id, upload] = []] = server.uploads;
        if (isDone || bytes < 4 * PART || !id) return;
        isDone = true;
        if (forget) server.uploads.delete(id);
        else upload?.parts.delete(1);
      };
      await withoutPauses(server, () =>
        uploadInParts({ onProgress, concurrency: 1 }),
      );
      expect(isDone).toBe(true);
      expect(stored()).toEqual(CONTENT);
      server.files.clear();
    }
  });

  test("a small file is stored with other bytes, or its answer is lost", async () => {
    server.fail("PutObject", { flip: true, times: 2 });
    await volume.upload(path, KEY);
    expect(stored()).toEqual(CONTENT);
    server.fail("PutObject", { drop: true, times: 2 });
    await withoutPauses(server, () => volume.upload(path, "other.bin"));
    expect(stored("other.bin")).toEqual(CONTENT);
  });
});

describe("volume.upload goes on after an interruption", () => {
  /** Uploads until so many parts have arrived, and stops there. */
  const interrupt = async (parts: number) => {
    const stop = new AbortController();
    const onProgress = () => {
      const [upload] = server.uploads.values();
      if ((upload?.parts.size ?? 0) >= parts) stop.abort(new Error("stopped"));
    };
    const options = { onProgress, signal: stop.signal, concurrency: 1 };
    await expect(uploadInParts(options)).rejects.toThrow("stopped");
    expect(await journals()).toHaveLength(1);
    server.seen.length = 0;
  };

  test("with the parts that are missing", async () => {
    await interrupt(3);
    const result = await uploadInParts();
    const sent = server.count("UploadPart") - 1;
    expect(result).toMatchObject({
      bytes: CONTENT.length,
      transferred: sent * PART + 7,
    });
    expect(server.count("CreateMultipartUpload")).toBe(0);
    expect(server.count("UploadPart")).toBeLessThanOrEqual(3);
    expect(stored()).toEqual(CONTENT);
    expect(await journals()).toEqual([]);
  });

  test("and removes what a killed process has left of the journal, but not what another one writes", async () => {
    await interrupt(3);
    const [journal = ""] = await journals();
    const ofNoProcess = `${journal}.${2 ** 22 + 1}.new`;
    const old = `${journal}.1.new`;
    const young = `${journal}.${process.ppid}.new`;
    for (const name of [ofNoProcess, old, young])
      await fs.writeFile(join(folder, name), "{");
    await fs.utimes(join(folder, old), new Date(0), new Date(0));
    await uploadInParts();
    expect(await journals()).toEqual([young]);
  });

  test("with a part that was damaged on the server, and without reading one that only the server knows", async () => {
    await interrupt(4);
    const [upload] = server.uploads.values();
    upload?.parts.set(2, { bytes: Buffer.from("x"), etag: "0".repeat(32) });
    await uploadInParts();
    const sent = server.seen
      .filter(({ operation }) => operation === "UploadPart")
      .map(({ query }) => query.get("partNumber"));
    expect(sent.sort()).toEqual(["2", "5", "6"]);
    expect(stored()).toEqual(CONTENT);
  });

  test("in one request's size, and leaves nothing of the parts that were begun", async () => {
    await interrupt(3);
    await volume.upload(path, KEY);
    expect(stored()).toEqual(CONTENT);
    expect(server.uploads.size).toBe(0);
    expect(await journals()).toEqual([]);
  });

  test("with the journal alone where the service does not list parts", async () => {
    await interrupt(3);
    server.fail("ListParts", { status: 501, code: "NotImplemented" });
    await uploadInParts();
    expect(server.count("UploadPart")).toBeLessThanOrEqual(4);
    expect(stored()).toEqual(CONTENT);
  });

  test("from the beginning if the file was changed, also where its size and time are as before, and removes the old parts", async () => {
    const asBefore = new Date(0);
    await fs.utimes(path, asBefore, asBefore);
    await interrupt(3);
    const changed = bytesOf(CONTENT.length, "changed");
    await fs.writeFile(path, changed);
    await fs.utimes(path, asBefore, asBefore);
    await uploadInParts();
    expect(stored()).toEqual(changed);
    expect(server.uploads.size).toBe(0);
  });

  test("from the beginning if the service has forgotten the upload, or the journal is broken", async () => {
    await interrupt(3);
    server.uploads.clear();
    await uploadInParts();
    expect(stored()).toEqual(CONTENT);
    await interrupt(2);
    await fs.writeFile(
      join(folder, (await journals())[0] ?? ""),
      '{"version":1,"par',
    );
    server.files.clear();
    await uploadInParts();
    expect(stored()).toEqual(CONTENT);
  });

  test("from the beginning if it was stopped before there was a journal, and volume.unfinished lists what is left", async () => {
    const stop = new AbortController();
    server.onSeen = ({ operation }) => {
      if (operation === "CreateMultipartUpload")
        stop.abort(new Error("stopped"));
    };
    const { signal } = stop;
    await expect(uploadInParts({ signal })).rejects.toThrow("stopped");
    server.onSeen = undefined;
    expect(await journals()).toEqual([]);
    await uploadInParts();
    expect(stored()).toEqual(CONTENT);
    expect(await collect(volume.unfinished())).toMatchObject([{ key: KEY }]);
  });

  test("without sending anything if Complete was carried out before the process died", async () => {
    server.fail("CompleteMultipartUpload", { drop: true, carriesOut: true });
    server.fail("HeadObject", { status: 403, after: 1, code: "AccessDenied" });
    await expect(uploadInParts()).rejects.toThrow("403");
    server.seen.length = 0;
    const result = await uploadInParts();
    expect(
      server.count("UploadPart") + server.count("CreateMultipartUpload"),
    ).toBe(0);
    expect(result).toMatchObject({ files: 1 });
    expect(await journals()).toEqual([]);
  });
});

describe("volume.upload refuses or reports", () => {
  test("parts that would be more than 10,000", async () => {
    const many = new Blob([new Uint8Array(10_001)]);
    const refused = volume.upload(many, "many.bin", { partSize: 1 });
    await expect(refused).rejects.toMatchObject({ parameter: "partSize" });
    expect(server.count("CreateMultipartUpload")).toBe(0);
  });

  test("a Complete that only an older file of the same length seems to confirm", async () => {
    server.store(KEY, bytesOf(CONTENT.length, "old"));
    server.fail("CompleteMultipartUpload", { status: 524, times: 99 });
    const failed = withoutPauses(server, () => uploadInParts());
    await expect(failed).rejects.toMatchObject({
      name: "ResponseError",
      status: 524,
      maybeSent: true,
    });
    expect(await journals()).toHaveLength(1);
  });

  const page = {
    status: 404,
    headers: { "content-type": "text/html" },
    body: "<html><title>Not here</title>",
  };
  test.each<[Operation, Fault]>([
    ["HeadObject", { ...page, after: 1 }],
    ["CompleteMultipartUpload", page],
  ])(
    "a page in place of the answer to %s, and goes on at the next call",
    async (operation, fault) => {
      server.fail(operation, fault);
      await expect(uploadInParts()).rejects.toMatchObject({
        code: "response_error",
        message: expect.stringContaining("a page of a proxy") as string,
      });
      await withoutPauses(server, () => uploadInParts());
      expect(server.count("UploadPart")).toBe(6);
      expect(stored()).toEqual(CONTENT);
    },
  );

  test("the file of a folder that a refusal is for", async () => {
    await fs.writeFile(join(folder, "a.bin"), "a");
    server.fail("PutObject", { after: 1, status: 403, code: "AccessDenied" });
    const failed = volume.upload(folder, "k", { concurrency: 1 });
    await expect(failed).rejects.toThrow(
      /: "k\/weights\.bin": the file service answered 403 AccessDenied/,
    );
  });

  test("a volume that is full, without another attempt", async () => {
    server.fail("UploadPart", {
      status: 507,
      times: 9,
      code: "InsufficientStorage",
    });
    const failed = uploadInParts({ concurrency: 1 });
    await expect(failed).rejects.toMatchObject({
      code: "volume_full",
      message: expect.stringContaining("unfinished uploads") as string,
    });
    expect(server.count("UploadPart")).toBe(1);
  });

  test.each([400, 403, 404, 413, 507])(
    "status %i without another attempt",
    async (status) => {
      server.fail("PutObject", { status, times: 9, code: "Refused" });
      await expect(volume.upload(path, KEY)).rejects.toMatchObject({ status });
      expect(server.count("PutObject")).toBe(1);
    },
  );

  test("bytes that arrive wrong three times", async () => {
    server.fail("PutObject", { flip: true, times: 3 });
    await expect(volume.upload(path, KEY)).rejects.toThrow(
      /other bytes of "[^"]*" than were sent, 3 times.*MD5/,
    );
  });

  test("a key that is a folder on the volume, or is below a file", async () => {
    server.store("models/flux/weights.bin/a", "a");
    server.fail("PutObject", { status: 409, code: "Conflict", times: 2 });
    await expect(volume.upload(path, KEY)).rejects.toThrow(
      `key "${KEY}" is a folder`,
    );
    server.files.clear();
    server.store("models/flux", "a file");
    await expect(volume.upload(path, KEY)).rejects.toThrow(
      'key "models/flux" is a file',
    );
    await fs.mkdir(join(folder, "sub"));
    await expect(volume.upload(folder, "models/flux/x/")).rejects.toThrow(
      '"models/flux" is a file',
    );
    server.files.clear();
    server.store("out/weights.bin/a", "a");
    await expect(volume.upload(folder, "out")).rejects.toThrow(
      '"out/weights.bin" is a folder',
    );
  });

  test("a stream that fails or is aborted, and removes its parts", async () => {
    const broken = async function* () {
      yield await Promise.resolve(CONTENT);
      throw new Error("the source broke");
    };
    await expect(
      volume.upload(broken(), KEY, { partSize: PART }),
    ).rejects.toThrow("the source broke");
    expect(server.uploads.size).toBe(0);
    expect(stored()).toBeUndefined();
    const stop = new AbortController();
    const endless = async function* () {
      yield CONTENT;
      stop.abort(new Error("enough"));
      await new Promise(() => undefined);
    };
    const options = { partSize: PART, signal: stop.signal };
    await expect(volume.upload(endless(), KEY, options)).rejects.toThrow(
      "enough",
    );
    expect(server.uploads.size).toBe(0);
  });

  test("a page of a gateway that comes for each attempt", async () => {
    server.fail("PutObject", {
      status: 200,
      headers: { "content-type": "text/html; charset=utf-8" },
      body: "<html>Sign in",
      times: 3,
    });
    await expect(volume.upload(path, KEY)).rejects.toMatchObject({
      code: "invalid_response",
      message: expect.stringContaining("a page of a proxy or a CDN") as string,
    });
    expect(server.count("PutObject")).toBe(3);
  });

  test("a Web stream that is silent when the call ends, and cancels it", async () => {
    const cancel = vi.fn();
    const silent = new ReadableStream<Uint8Array>({ cancel });
    await expect(volume.upload(silent, KEY, { timeout: 30 })).rejects.toThrow(
      "30 ms",
    );
    expect(cancel).toHaveBeenCalledOnce();
  });

  test("an upload of which nothing is read, and counts nothing after its end", async () => {
    const sockets: Socket[] = [];
    const deaf = createServer((socket) => {
      socket.pause().on("error", () => undefined);
      sockets.push(socket);
    });
    await new Promise<void>((resolve) => deaf.listen(0, "127.0.0.1", resolve));
    const { port } = deaf.address() as AddressInfo;
    const reports: number[] = [];
    const stop = new AbortController();
    const size = 40_000_000;
    const endpoint = `http://127.0.0.1:${port}`;
    const late = await volumeOf(server, { endpoint });
    const uploading = late.upload(new Uint8Array(size), KEY, {
      signal: stop.signal,
      onProgress: ({ bytes }) => reports.push(bytes),
    });
    const ended = expect(uploading).rejects.toThrow("enough");
    await expect.poll(() => reports.length).toBeGreaterThan(0);
    stop.abort(new Error("enough"));
    await ended;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(Math.max(...reports)).toBeLessThan(size);
    for (const socket of sockets) socket.destroy();
    deaf.close();
  });

  test("an upload that fails with resume: false, and removes its parts and leaves no journal", async () => {
    server.fail("UploadPart", { after: 2, status: 403, code: "AccessDenied" });
    const failed = uploadInParts({ resume: false });
    await expect(failed).rejects.toThrow("AccessDenied");
    expect(server.uploads.size).toBe(0);
    expect(await journals()).toEqual([]);
  });

  test("an upload that fails where no journal can be written beside the file, and removes its parts", async () => {
    // A journal has a longer name than this file, for which its path is too long.
    let deep = folder;
    const levels = 20;
    const rest = 4095 - "/a.bin".length - folder.length;
    for (let level = 0; level < levels; level++)
      deep += `/${"d".repeat(Math.floor(rest / levels) - 1)}`;
    await fs.mkdir(deep, { recursive: true });
    await fs.writeFile(join(deep, "a.bin"), CONTENT);
    server.fail("UploadPart", { after: 2, status: 403, code: "AccessDenied" });
    const upload = () =>
      volume.upload(join(deep, "a.bin"), KEY, { partSize: PART });
    await expect(upload()).rejects.toThrow("AccessDenied");
    expect(server.uploads.size).toBe(0);
    await upload();
    expect(stored()).toEqual(CONTENT);
  });

  test("a second upload of a file to the same key of this process before anything is sent, and does the first no harm", async () => {
    const sources = [path, `${folder}/./weights.bin`];
    const ends = await Promise.allSettled(
      sources.map((each) => volume.upload(each, KEY, { partSize: PART })),
    );
    const refused = ends.filter(({ status }) => status === "rejected");
    expect(refused).toMatchObject([
      {
        reason: {
          name: "InputError",
          message: expect.stringContaining("is under way") as string,
        },
      },
    ]);
    expect(server.count("CreateMultipartUpload")).toBe(1);
    expect(stored()).toEqual(CONTENT);
    expect(server.uploads.size).toBe(0);
    expect(await journals()).toEqual([]);
    await uploadInParts();
  });

  test.each<[string, () => void]>([
    [
      "replaced",
      () => {
        writeFileSync(`${path}.next`, CONTENT);
        renameSync(`${path}.next`, path);
      },
    ],
    ["deleted", () => rmSync(path)],
    ["changed", () => appendFileSync(path, "more")],
  ])("a file that is %s meanwhile", async (_, change) => {
    for (const options of [{ partSize: PART, concurrency: 1 }, {}]) {
      await fs.writeFile(path, CONTENT);
      let isChanged = false;
      const onProgress = () => {
        if (!isChanged) change();
        isChanged = true;
      };
      const uploading = volume.upload(path, KEY, { ...options, onProgress });
      await expect(uploading).rejects.toMatchObject({ code: "file_changed" });
      expect(await journals()).toEqual([]);
    }
    expect(server.uploads.size).toBe(0);
  });

  test("a path that is not there", async () => {
    await expect(volume.upload(join(folder, "no"), "k")).rejects.toMatchObject({
      code: "file_not_read",
    });
  });

  test("a folder with entries that cannot be uploaded: all of them are named before anything is sent", async () => {
    const root = join(folder, "root");
    await fs.mkdir(join(root, "deep"), { recursive: true });
    await fs.writeFile(join(root, "good"), "good");
    await fs.symlink(root, join(root, "deep/circle"));
    await fs.symlink("nowhere", join(root, "broken"));
    await fs.symlink("itself", join(root, "itself"));
    await fs.writeFile(join(root, "line\nbreak"), "x");
    execFileSync("mkfifo", [join(root, "pipe")]);
    await fs.writeFile(Buffer.from(`${root}/\xff`, "latin1"), "x");
    const problems = [
      "/broken could not be read: ENOENT",
      "/itself could not be read: ELOOP",
      "/pipe is neither a file nor a folder",
      "/\ufffd has a name that is not UTF-8: rename it",
      'key "k/line\\nbreak" has a control character',
      "/deep/circle is a link to a folder that contains it",
    ];
    const error = await rejectionOf(volume.upload(root, "k"));
    expect(error).toMatchObject({ code: "file_not_read" });
    for (const problem of problems) expect(String(error)).toContain(problem);
    for (let count = 0; count < 12; count++)
      await fs.symlink("nowhere", join(root, `broken${count}`));
    await expect(volume.upload(root, "k")).rejects.toThrow("; and 8 more");
    expect(server.seen).toEqual([]);
  });

  test("a key that begins with the name of the mount in workers, but not a folder that is called workspace", async () => {
    await expect(volume.upload(path, "runpod-volume/x")).rejects.toThrow(
      'would be /runpod-volume/runpod-volume/x in workers: write "x"',
    );
    expect(() => volume.path("runpod-volume/x")).toThrow('write "x"');
    await volume.upload(path, "workspace/x");
    expect(server.files.has("workspace/x")).toBe(true);
  });

  test("what onProgress throws, or rejects with", async () => {
    const throws = () => {
      throw new Error("no more");
    };
    const rejects = () => Promise.reject(new Error("no more"));
    for (const onProgress of [throws, rejects])
      await expect(uploadInParts({ onProgress })).rejects.toThrow("no more");
  });

  test("a signal at once, and a timeout, while the service is silent", async () => {
    server.fail("PutObject", { silent: true, times: 2 });
    const stop = new AbortController();
    const { signal } = stop;
    server.onSeen = () => stop.abort(new Error("enough"));
    await expect(volume.upload(path, KEY, { signal })).rejects.toThrow(
      "enough",
    );
    const late = volume.upload(path, KEY, { timeout: 30 });
    await expect(late).rejects.toMatchObject({ code: "timeout", timeout: 30 });
  });
});
