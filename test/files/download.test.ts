import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Volume } from "../../src/files/index.js";
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
    const result = await volume.download(KEY, path());
    expect(result).toEqual({ files: 1, skipped: 0, bytes: CONTENT.length });
    await volume.download(KEY, folder);
    await volume.download(KEY, `${path("new")}/`);
    const stream = await volume.download(KEY);
    const streamed = Buffer.from(await new Response(stream).arrayBuffer());
    for (const bytes of [await read(), await read("new/a.png"), streamed])
      expect(bytes.equals(CONTENT)).toBe(true);
  });

  test("an empty file", async () => {
    server.store("empty", "");
    await volume.download("empty", path());
    expect(await read()).toHaveLength(0);
  });

  test("a folder, and again only what is missing, shorter here, or newer there", async () => {
    for (const name of ["b", "c", "d/e", "d/f"])
      server.store(`out/${name}`, name, new Date(0));
    const results = path("results");
    const first = await volume.download("out/", results);
    const bytes = CONTENT.length + "bcd/ed/f".length;
    expect(first).toEqual({ files: 5, skipped: 0, bytes });
    await fs.rm(join(results, "b"));
    await fs.writeFile(join(results, "c"), "");
    server.store("out/d/e", "new", new Date(Date.now() + 60_000));
    const again = await volume.download("out/", results);
    expect(again).toMatchObject({ files: 5, skipped: 2 });
    expect(await read("results/b")).toEqual(Buffer.from("b"));
    expect(await read("results/c")).toEqual(Buffer.from("c"));
    expect(await read("results/d/e")).toEqual(Buffer.from("new"));
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
    const options = { onProgress };
    await withoutPauses(server, () => volume.download(KEY, path(), options));
    expect((await read()).equals(changed)).toBe(true);
  });
});

describe("volume.download leaves what was there when", () => {
  beforeEach(() => fs.writeFile(path(), "old"));
  const expectUntouched = async () => {
    expect(await fs.readdir(folder)).toEqual(["a.png"]);
    expect(await fs.readFile(path(), "utf8")).toBe("old");
  };

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
    await expect(volume.download(KEY, path(), options)).rejects.toThrow(
      "enough",
    );
    server.fail("GetObject", { silent: true });
    await expect(
      volume.download(KEY, path(), { timeout: 30 }),
    ).rejects.toMatchObject({ code: "timeout" });
    await expectUntouched();
  });

  test("there is no such file: the error names the one that was probably meant", async () => {
    for (const [key, meant] of [
      ["out/b.png", "out/a.png"],
      ["out", "out/"],
    ] as const)
      await expect(volume.download(key, path())).rejects.toMatchObject({
        code: "file_not_found",
        status: 404,
        message: expect.stringContaining(
          `no file "${key}" (did you mean "${meant}"?)`,
        ) as string,
      });
    await expectUntouched();
  });
});

test("volume.download refuses a folder that is a file, and a key that would leave the folder", async () => {
  await expect(volume.download("out/a.png/", folder)).rejects.toThrow(
    'is a file on the volume: write "out/a.png"',
  );
  server.store("out/../../evil", "x");
  await expect(volume.download("out/", path("in"))).rejects.toThrow(
    "cannot be the path of a file here",
  );
  expect(await fs.readdir(folder)).not.toContain("evil");
});
