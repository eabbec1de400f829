import {
  access,
  mkdir,
  mkdtemp,
  readFile,
  rm,
  truncate,
  writeFile,
} from "node:fs/promises";
import { readdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { createHash } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AwsClient } from "aws4fetch";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createClient } from "cloud-compute-sdk";
import { openVolume, type Volume } from "cloud-compute-sdk/files";
import { createEmulator, type Emulator } from "cloud-compute-emulator";

let emulator: Emulator;
let folder = "";
let volume: Volume;

const VOLUME = { id: "data", name: "data", size: 1, dataCenterId: "EU-RO-1" };

beforeEach(async () => {
  emulator = createEmulator();
  emulator.seed({ networkVolumes: [VOLUME] });
  volume = await volumeOf(emulator);
  folder = await mkdtemp(join(tmpdir(), "s3-test-"));
});
afterEach(async () => {
  emulator.reset();
  await emulator.close();
  await rm(folder, { recursive: true });
});

function volumeOf({ apiKey, urls, fetch, s3 }: Emulator): Promise<Volume> {
  const cloud = createClient({ apiKey, ...urls, fetch });
  return openVolume(cloud.v2, "data", s3);
}

/** Sends a request of S3 that the client of this package does not make. */
function send(
  path: string,
  init: RequestInit = {},
  { region = "EU-RO-1", ...keys }: Record<string, string> = {},
): Promise<Response> {
  const { endpoint, fetch, ...access } = emulator.s3;
  const url = `${endpoint.replace("{dataCenter}", "eu-ro-1")}/${path}`;
  const signer = new AwsClient({ ...access, ...keys, service: "s3", region });
  return signer.sign(url, init).then((request) => fetch(request));
}

/** The text of the answer to a GET. */
const read = async (path: string) => (await send(path)).text();

/** Begins an upload in parts, and returns its id. */
async function beginUpload(key: string): Promise<string> {
  const answer = await send(`data/${key}?uploads`, { method: "POST" });
  const [, id = ""] =
    /<UploadId>(.*)<\/UploadId>/.exec(await answer.text()) ?? [];
  return id;
}

const nextTokenIn = (text: string) =>
  /<NextContinuationToken>(.*?)</.exec(text)?.[1] ?? "";

async function list(prefix = "", options = {}): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of volume.list(prefix, options)) keys.push(key);
  return keys;
}

const md5 = (text: string) => createHash("md5").update(text).digest("hex");

describe("the file service of the emulator", () => {
  test("keeps what is uploaded, in one request and in parts, and lists, reads and deletes the files", async () => {
    await volume.upload(new TextEncoder().encode("one"), "in/one.txt");
    await writeFile(join(folder, "large"), "0123456789");
    await volume.upload(join(folder, "large"), "in/large", { partSize: 4 });
    await volume.upload(new Blob([]), "in/empty");
    expect(await list()).toEqual(["in/empty", "in/large", "in/one.txt"]);
    await volume.download("in/large", join(folder, "back"));
    expect(await readFile(join(folder, "back"), "utf8")).toBe("0123456789");
    expect(await volume.head("in/one.txt")).toMatchObject({
      size: 3,
      etag: "f97c5d29941bfb1b2fdab0874906ab82",
    });
    await volume.delete("in/");
    expect(await list("", { folder: true })).toEqual([]);
  });

  test("shares the files with workers and Pods: the path of either leads to the same file on this machine", async () => {
    await volume.upload(new Blob(["a video"]), "in/a.mp4");
    const seen = emulator.volumePath("data", volume.path("in/a.mp4"));
    expect(await readFile(seen, "utf8")).toBe("a video");
    const written = emulator.volumePath("data", "/workspace/out/b.txt");
    await mkdir(join(written, ".."));
    await writeFile(written, "the result");
    const stream = await volume.download("out/b.txt");
    expect(await new Response(stream).text()).toBe("the result");
    expect(() => emulator.volumePath("data", "../secrets")).toThrow(
      /leads out of the volume/,
    );
    expect(() => emulator.volumePath("other")).toThrow(/no network volume/);
  });

  test("answers the operations of S3 that the client does not need: volumes, the older list, copies and ranges", async () => {
    await volume.upload(new Blob(["0123456789"]), "a.txt");
    expect(await read("")).toContain("<Name>data</Name>");
    expect((await send("data", { method: "HEAD" })).status).toBe(200);
    const copied = await send("data/b/c.txt", {
      method: "PUT",
      headers: { "x-amz-copy-source": "/data/a.txt" },
    });
    expect(await copied.text()).toContain("<CopyObjectResult>");
    const first = await read("data?max-keys=1");
    expect(first).toContain("<NextMarker>a.txt</NextMarker>");
    const next = await read("data?max-keys=1&marker=a.txt");
    expect(next).toContain("<Key>b/c.txt</Key>");
    expect(next).toContain("<IsTruncated>false</IsTruncated>");
    const range = { headers: { range: "bytes=2-4" } };
    const part = await send("data/b/c.txt", range);
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe("bytes 2-4/10");
    expect(await part.text()).toBe("234");
    const head = await send("data/a.txt", { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe("10");
    expect(await head.text()).toBe("");
  });

  test.each([
    ["DeleteObjects", "data?delete", { method: "POST", body: "<Delete/>" }],
    [
      "an ACL",
      "data/a?uploads",
      { method: "POST", headers: { "x-amz-acl": "private" } },
    ],
    ["a presigned address", "data/a.txt?X-Amz-Signature=0", {}],
  ])("does not offer %s, as the service does not", async (_, path, init) => {
    const answer = await send(path, init);
    expect(answer.status).toBe(501);
    expect(await answer.text()).toContain("<Code>NotImplemented</Code>");
  });

  test.each([
    [{ accessKeyId: "user_other" }, 403, "InvalidAccessKeyId"],
    [{ secretAccessKey: "rps_other" }, 403, "SignatureDoesNotMatch"],
    [{ region: "US-KS-2" }, 400, "AuthorizationHeaderMalformed"],
  ])("refuses a signature with %j", async (changed, status, code) => {
    const answer = await send("data/a.txt", {}, changed);
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain(`<Code>${code}</Code>`);
  });

  test("takes the region in small letters, and refuses a clock that is more than an hour off, and a body that was changed on its way", async () => {
    expect((await send("data", {}, { region: "eu-ro-1" })).status).toBe(200);
    const signedAgo = (ms: number) => {
      const moment = new Date(Date.now() - ms).toISOString();
      const datetime = moment.replace(/[-:]|\.\d+/g, "");
      return send("data/a.txt", { aws: { datetime } } as RequestInit);
    };
    const late = await signedAgo(3_700_000);
    expect(await late.text()).toContain("RequestTimeTooSkewed");
    expect((await signedAgo(3_500_000)).status).toBe(404);
    const hash =
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    const headers = { "x-amz-content-sha256": hash };
    const init = { method: "PUT", body: "changed", headers };
    const put = await send("data/a.txt", init);
    expect(await put.text()).toContain("XAmzContentSHA256Mismatch");
    expect(await list()).toEqual([]);
  });

  test("knows no volume of another data center, and refuses a key that would leave the volume", async () => {
    const there = { ...VOLUME, id: "far", dataCenterId: "US-KS-2" };
    emulator.seed({ networkVolumes: [there] });
    expect(await read("far/a.txt")).toContain("NoSuchBucket");
    for (const key of ["..%2f..%2fsecret", "a%2f..%2fb", "a//b"]) {
      const answer = await send(`data/${key}`, { method: "PUT", body: "x" });
      expect(await answer.text()).toContain("<Code>InvalidArgument</Code>");
    }
    expect(await list()).toEqual([]);
  });

  test("knows a file by its bytes, also where its size and time are as before", async () => {
    const path = emulator.volumePath("data", "a");
    const etagNow = async () => (await volume.head("a"))?.etag;
    // Before Linux 6.13, the clock of a file system stands still for some milliseconds.
    for (let round = 0; round < 10; round++) {
      await volume.upload(new Blob([`up ${round}`]), "a");
      for (const word of ["one", "two"]) {
        const text = `${word}${round}`;
        writeFileSync(path, text);
        expect(await etagNow()).toBe(md5(text));
      }
    }
    utimesSync(path, 1, 1);
    await setTimeout(100);
    await etagNow();
    writeFileSync(path, "last");
    utimesSync(path, 1, 1);
    expect(await etagNow()).toBe(md5("last"));
  });

  test("follows no link that leads out of the volume", async () => {
    await writeFile(join(folder, "secret"), "secret");
    const at = (key: string) => emulator.volumePath("data", key);
    await volume.upload(new Blob(["in"]), "in/file");
    symlinkSync(folder, at("out"));
    symlinkSync(join(folder, "secret"), at("file-out"));
    symlinkSync(at("in/file"), at("link"));
    expect(await list()).toEqual(["in/file", "link"]);
    expect(await list("out/", { folder: true })).toEqual([]);
    for (const key of ["out/secret", "file-out"]) {
      expect(await volume.head(key)).toBeUndefined();
      await expect(volume.download(key)).rejects.toMatchObject({
        code: "file_not_found",
      });
      await volume.delete(key);
    }
    await expect(
      volume.upload(new Blob(["x"]), "out/deep/x"),
    ).rejects.toMatchObject({ status: 404 });
    expect(readdirSync(folder)).toEqual(["secret"]);
  });

  test.skipIf(process.platform !== "linux")(
    "names a file whose name is not UTF-8",
    async () => {
      const at = emulator.volumePath("data", "out");
      await mkdir(at);
      writeFileSync(join(at, "a\ufffd"), "right");
      expect(await list()).toEqual(["out/a\ufffd"]);
      writeFileSync(Buffer.from(`${at}/a\xff`, "latin1"), "wrong");
      await expect(list()).rejects.toThrow(
        'the name of "out/a\ufffd" on the disk is not UTF-8: rename the file',
      );
    },
  );

  test("takes no key that is a file and a folder", async () => {
    await volume.upload(new Blob(["x"]), "a/b");
    await expect(volume.upload(new Blob(["x"]), "a")).rejects.toThrow(
      'key "a" is a folder on the volume',
    );
    await expect(volume.upload(new Blob(["x"]), "a/b/c")).rejects.toThrow(
      'key "a/b" is a file on the volume',
    );
    expect(await list()).toEqual(["a/b"]);
  });

  test("lists folders that have nothing in them, and the parts of unfinished uploads in a hidden folder", async () => {
    await mkdir(emulator.volumePath("data", "empty/deep"), { recursive: true });
    const id = await beginUpload("x");
    await send(`data/x?uploadId=${id}&partNumber=1`, {
      method: "PUT",
      body: "part",
    });
    const raw = await read("data?list-type=2");
    expect(raw).toContain("<Key>empty/deep/</Key>");
    expect(raw).toContain(`<Key>.s3compat_uploads/${id}/1</Key>`);
    expect(await list()).toEqual([]);
    const left = [];
    for await (const upload of volume.unfinished()) left.push(upload);
    expect(left).toMatchObject([{ key: "x", uploadId: id }]);
    await volume.abort({ key: "x", uploadId: id });
    expect(await read("data?list-type=2")).not.toContain(id);
  });

  test("keeps no part that comes while its upload is aborted", async () => {
    const id = await beginUpload("x");
    const { readable, writable } = new TransformStream<Uint8Array>();
    const writer = writable.getWriter();
    const part = send(`data/x?partNumber=1&uploadId=${id}`, {
      method: "PUT",
      body: readable,
      duplex: "half",
    } as RequestInit);
    await writer.write(new Uint8Array(1000));
    await volume.abort({ key: "x", uploadId: id });
    await writer.close();
    expect((await part).status).toBe(404);
    expect(await read("data?list-type=2")).not.toContain(id);
  });

  test("gives each page of a list in the order of UTF-8", async () => {
    const keys = ["a-b", "a/1", "a/2/x", "a0", "b", "ä", "\u{1f600}"];
    for (const key of keys) await volume.upload(new Blob(["x"]), key);
    const found: string[] = [];
    let token = "";
    do {
      const place = token && `&continuation-token=${encodeURIComponent(token)}`;
      const text = await (
        await send(`data?list-type=2&max-keys=2${place}`)
      ).text();
      found.push(
        ...[...text.matchAll(/<Key>(.*?)<\/Key>/g)].map(([, key = ""]) => key),
      );
      token = nextTokenIn(text);
    } while (token);
    expect(found).toEqual(keys);
    const top = ["a-b", "a0", "b", "ä", "\u{1f600}", "a/"];
    expect(await list("", { folder: true })).toEqual(top);
    expect(await list("a/", { folder: true })).toEqual(["a/1", "a/2/"]);
    expect(await list("a")).toEqual(["a-b", "a/1", "a/2/x", "a0"]);
  });

  test("breaks the connection where a file is overwritten by a shorter one while it is read, so that the client begins anew", async () => {
    const { apiKey, urls, s3 } = { ...emulator, ...(await emulator.listen()) };
    const cloud = createClient({ apiKey, ...urls });
    const remote = await openVolume(cloud.v2, "data", s3);
    const path = emulator.volumePath("data", "big");
    await remote.upload(Buffer.alloc(3_000_000, "before"), "big");
    const onProgress = ({ bytes }: { readonly bytes: number }) => {
      if (bytes > 1000) writeFileSync(path, "after");
    };
    const target = join(folder, "back");
    await remote.download("big", target, { onProgress, timeout: 20_000 });
    expect(await readFile(target, "utf8")).toBe("after");
  });

  test("answers 507 when the volume is full, counts unfinished uploads, and has room again after a delete", async () => {
    const megabytes = (count: number) =>
      new Blob([new Uint8Array(count * 1_000_000)]);
    const id = await beginUpload("x");
    const part = `data/x?uploadId=${id}&partNumber=1`;
    await writeFile(emulator.volumePath("data", "filler"), "");
    await truncate(emulator.volumePath("data", "filler"), 990_000_000);
    await send(part, { method: "PUT", body: new Uint8Array(8_000_000) });
    const full = { code: "volume_full" };
    const more = volume.upload(megabytes(3), "more");
    await expect(more).rejects.toMatchObject(full);
    await volume.abort({ key: "x", uploadId: id });
    await volume.upload(megabytes(3), "more");
    const again = volume.upload(megabytes(8), "again");
    await expect(again).rejects.toMatchObject(full);
    await send("data/filler", { method: "DELETE" });
    await volume.upload(megabytes(8), "again");
    expect(await list()).toEqual(["again", "more"]);
  });

  test("answers a body above 100 MB with the page of the gateway, and stores nothing", async () => {
    const body = new Uint8Array(100_000_001);
    const answer = await send("data/a", { method: "PUT", body });
    expect(answer.status).toBe(413);
    expect(await answer.text()).toContain("<!DOCTYPE html>");
    expect(await list()).toEqual([]);
  });

  test("takes bodies in the frames of AWS, and refuses one that ends early", async () => {
    const framed = (body: string) =>
      send("data/framed", {
        method: "PUT",
        body,
        headers: {
          "x-amz-content-sha256": "STREAMING-UNSIGNED-PAYLOAD-TRAILER",
        },
      });
    const frames = "5;chunk-signature=0\r\nhello\r\n7\r\n, \r\nyou\r\n";
    const end = "0\r\nx-amz-checksum-crc32:AAAAAA==\r\n\r\n";
    expect((await framed(frames + end)).status).toBe(200);
    const stream = await volume.download("framed");
    expect(await new Response(stream).text()).toBe("hello, \r\nyou");
    expect((await framed(frames)).status).toBe(400);
    expect((await framed("5\r\nhel")).status).toBe(400);
  });

  test("keeps the file whose replacement is cut on its way", async () => {
    await volume.upload(new TextEncoder().encode("whole"), "a.bin");
    const cut = await send("data/a.bin", {
      method: "PUT",
      headers: { "content-length": "16" },
      body: "half",
    });
    expect(cut.status).toBe(400);
    expect(await cut.text()).toContain("IncompleteBody");
    expect(await volume.head("a.bin")).toMatchObject({ size: 5 });
  });

  test("goes wrong as a fault rule asks, by the operation of S3", async () => {
    await volume.upload(new Blob(["0123456789"]), "a");
    emulator.fail("S3 GetObject", { truncate: 3 });
    const stream = await volume.download("a");
    expect(await new Response(stream).text()).toBe("0123456789");
    emulator.fail("S3 HeadObject", { status: 500 });
    emulator.fail("S3 HeadObject", { status: 507 });
    await expect(volume.head("a")).rejects.toMatchObject({
      code: "volume_full",
    });
    const routes = emulator.requests.map(({ route }) => route);
    expect(routes).toContain("S3 HeadObject");
  });

  test("gives tokens twice with the quirk repeatedTokens", async () => {
    const quirky = createEmulator({ quirks: { repeatedTokens: true } });
    quirky.seed({ networkVolumes: [VOLUME] });
    emulator = quirky;
    for (const key of ["a", "b", "c"])
      await send(`data/${key}`, { method: "PUT", body: "x" });
    const page = (token: string) =>
      read(`data?list-type=2&max-keys=1&continuation-token=${token}`);
    const token = nextTokenIn(await read("data?list-type=2&max-keys=1"));
    expect(nextTokenIn(await page(token))).toBe(token);
    const moved = await page(token);
    expect(moved).toContain("<Key>b</Key>");
    expect(nextTokenIn(moved)).not.toBe(token);
  });

  test("removes the files of a volume with the volume, and all of them on reset", async () => {
    await volume.upload(new Blob(["x"]), "a");
    const path = emulator.volumePath("data", "a");
    await access(path);
    const { apiKey, urls, fetch } = emulator;
    await createClient({ apiKey, ...urls, fetch }).networkVolumes.delete(
      "data",
    );
    await expect(access(path)).rejects.toThrow("ENOENT");
    emulator.seed({ networkVolumes: [VOLUME] });
    await volume.upload(new Blob(["x"]), "a");
    emulator.reset();
    await expect(access(path)).rejects.toThrow("ENOENT");
  });

  test("keeps the files in the folder of its option, for the next emulator", async () => {
    const kept = createEmulator({ volumesFolder: folder });
    kept.seed({ networkVolumes: [VOLUME] });
    const before = await volumeOf(kept);
    await before.upload(new Blob(["kept"]), "in/a");
    const next = createEmulator({ volumesFolder: folder });
    next.seed({ networkVolumes: [VOLUME] });
    const after = await volumeOf(next);
    const stream = await after.download("in/a");
    expect(await new Response(stream).text()).toBe("kept");
  });

  test("names the variables of the client and of the template, and where a worker finds the volume of its endpoint", async () => {
    const template = { id: "t", name: "t", imageName: "i", isServerless: true };
    emulator.seed({
      templates: [{ ...template, env: { QUALITY: "high" } }],
      endpoints: [{ id: "e", templateId: "t", networkVolumeId: "data" }],
    });
    const { variables, workerVariables, s3, urls } = await emulator.listen();
    expect(variables).toMatchObject({
      CLOUD_COMPUTE_S3_ENDPOINT: `${urls.publicBaseUrl}/s3/{dataCenter}`,
      CLOUD_COMPUTE_S3_ACCESS_KEY_ID: s3.accessKeyId,
      CLOUD_COMPUTE_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    });
    expect(workerVariables("e")["CLOUD_COMPUTE_VOLUME"]).toBe(
      emulator.volumePath("data"),
    );
    expect(workerVariables("e")).toMatchObject({
      QUALITY: "high",
      RUNPOD_AI_API_ID: "e",
      RUNPOD_DC_ID: "EU-RO-1",
      RUNPOD_VOLUME_ID: "data",
    });
    const other = workerVariables("other");
    expect(other).not.toHaveProperty("CLOUD_COMPUTE_VOLUME");
    expect(other).not.toHaveProperty("RUNPOD_VOLUME_ID");
    for (const name of ["DC_ID", "GPU_SIZE", "INIT_TIMEOUT", "DEBUG_LEVEL"])
      expect(other[`RUNPOD_${name}`]).toMatch(/./);
  });
});
