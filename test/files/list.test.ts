import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Volume } from "../../src/files/index.js";
import { collect } from "../support/collect.js";
import { FileServer } from "./server/server.js";
import { volumeOf, withoutPauses } from "./server/setup.js";

let server: FileServer;
let volume: Volume;

beforeEach(async () => {
  server = await new FileServer().open();
  volume = await volumeOf(server);
});
afterEach(() => server.close());

const KEYS = Array.from(
  { length: 4321 },
  (_, index) => `data/${String(index).padStart(6, "0")}.bin`,
);
const storeAll = () => {
  for (const key of KEYS) server.store(key, "x");
};
const listedKeys = async (prefix?: string, options = {}) =>
  (await collect(volume.list(prefix, options))).map(({ key }) => key);

describe("volume.list names each key once where", () => {
  beforeEach(storeAll);

  test.each([
    ["the pages are as S3 documents them", {}],
    ["each token comes nine times", { repeatToken: 9 }],
    ["the pages overlap", { overlap: 150 }],
    [
      "the tokens repeat and the pages overlap",
      { repeatToken: 1, overlap: 600 },
    ],
    ["the token never changes", { stuckToken: true }],
  ])("%s", async (_, quirks) => {
    Object.assign(server.quirks, quirks);
    const keys = await withoutPauses(server, () => listedKeys());
    expect(keys).toEqual(KEYS);
  });
});

test("volume.list leaves out folders and the parts of unfinished uploads, and shows both folders and files of one folder", async () => {
  server.quirks.folders = ["out/", "out/empty/", "empty/"];
  const keys = ["a.txt", "out/b.txt", "out/deep/c.txt", "out/deep/d.txt"];
  for (const key of keys) server.store(key, "x");
  server.uploads.set("left", {
    key: "big.bin",
    begun: new Date(),
    parts: new Map([[1, { bytes: Buffer.from("x"), etag: "e" }]]),
  });
  expect(await listedKeys()).toEqual(keys);
  expect(await listedKeys("", { folder: true })).toEqual([
    "a.txt",
    "empty/",
    "out/",
  ]);
  for (const prefix of ["out/", "out"])
    expect(await listedKeys(prefix, { folder: true })).toEqual([
      "out/b.txt",
      "out/deep/",
      "out/empty/",
    ]);
  expect(await listedKeys("out/de")).toEqual(keys.slice(2));
  const [first] = await collect(volume.list("a.txt"));
  const etag = "9dd4e461268c8034f5c8564e155c67a6";
  expect(first).toMatchObject({ size: 1, isFolder: false, etag });
  expect(first?.modified).toBeInstanceOf(Date);
});

test("volume.list says so where the list does not go on, and ends at an abort", async () => {
  storeAll();
  const { fetch } = globalThis;
  const page = `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken><Contents><Key>a</Key><Size>1</Size></Contents></ListBucketResult>`;
  const stuck = await volumeOf(server, {
    fetch: async (input, init) => {
      await fetch(input, init);
      return new Response(page);
    },
  });
  const listed = withoutPauses(server, () => collect(stuck.list()));
  await expect(listed).rejects.toMatchObject({
    code: "invalid_response",
    message: expect.stringContaining("does not go on") as string,
  });
  const stop = new AbortController();
  const first = volume.list("", { signal: stop.signal });
  await first.next();
  stop.abort(new Error("enough"));
  await expect(collect(first)).rejects.toThrow("enough");
});

test("volume.list refuses a page of a proxy, and an answer that was cut", async () => {
  server.fail("ListObjectsV2", {
    status: 200,
    body: "<html><title>Login</title></html>",
  });
  await expect(listedKeys()).rejects.toThrow(
    /Login: this is a page of a proxy/,
  );
  server.fail("ListObjectsV2", {
    status: 200,
    body: "<ListBucketResult><Contents><Key>a",
  });
  await expect(listedKeys()).rejects.toMatchObject({
    code: "invalid_response",
    message:
      "volume.list: the file service answered 200 with a body that is no whole XML document: <ListBucketResult><Contents><Key>a",
  });
  server.fail("ListObjectsV2", { status: 200, body: "<Other/>" });
  await expect(listedKeys()).rejects.toThrow(
    "answered 200 with a body that was not asked for: <Other/>",
  );
  server.fail("ListObjectsV2", { status: 200, body: "" });
  await expect(listedKeys()).rejects.toThrow("answered 200 with an empty body");
});

test("volume.delete refuses the key of a folder without the slash at its end, and deletes nothing", async () => {
  server.store("noslash/a", "a");
  server.quirks.folders = ["empty/"];
  for (const key of ["noslash", "empty"])
    await expect(volume.delete(key)).rejects.toMatchObject({
      name: "InputError",
      message: `volume.delete: key "${key}" is a folder: write "${key}/" to delete everything in it`,
    });
  expect(server.count("DeleteObject")).toBe(0);
});

test("volume.delete removes a file, and everything in a folder with the folders themselves", async () => {
  server.quirks.folders = ["out/", "out/deep/"];
  for (const key of ["keep", "out/a", "out/b", "out/deep/c"])
    server.store(key, "x");
  await volume.delete("out/a");
  expect(server.files.has("out/a")).toBe(false);
  server.fail("DeleteObject", { status: 404, code: "NoSuchKey" });
  await volume.delete("gone");
  server.seen.length = 0;
  server.fail("DeleteObject", { status: 524, carriesOut: true });
  await withoutPauses(server, () => volume.delete("out/"));
  expect([...server.files.keys()]).toEqual(["keep"]);
  const last = server.seen.slice(-2).map(({ key }) => key);
  expect(last).toEqual(["out/deep/", "out/"]);
  await expect(volume.delete("")).rejects.toThrow("key must not be empty");
  for (const whole of ["/", "/workspace", "/runpod-volume/", "s3://vol-1"])
    await expect(volume.delete(whole)).rejects.toThrow(
      `key "${whole}" is the whole volume: delete the folders of the volume one by one`,
    );
});

test("volume.head describes a file, and knows what is not there", async () => {
  server.store("a", "xyz");
  expect(await volume.head("a")).toMatchObject({ key: "a", size: 3 });
  expect(await volume.head("b")).toBeUndefined();
});

test("volume.unfinished lists each upload that was left, over all pages, and volume.abort removes one", async () => {
  for (let index = 0; index < 5; index++)
    server.uploads.set(`id-${index}`, {
      key: `big & ${index}`,
      begun: new Date(0),
      parts: new Map(),
    });
  const left = await collect(volume.unfinished());
  expect(left).toHaveLength(5);
  expect(left[0]).toEqual({
    key: "big & 0",
    uploadId: "id-0",
    begunAt: new Date(0),
  });
  for (const upload of left) await volume.abort(upload);
  await volume.abort({ key: "big", uploadId: "id-0" });
  expect(server.uploads.size).toBe(0);
});
