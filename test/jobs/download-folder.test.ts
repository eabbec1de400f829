import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  createClient,
  FileError,
  outputsOf,
  type Client,
} from "../../src/index.js";
import { rejectionOf } from "../support/rejection.js";

const KEY = "a-key-of-some-length";
const HOUR = 3_600_000;

let folder = "";
let requested: string[] = [];

beforeEach(async () => {
  folder = await fs.mkdtemp(join(tmpdir(), "pictures-"));
  requested = [];
});
afterEach(() => fs.rm(folder, { recursive: true }));

/** A client whose files come from `answer`; every file is a PNG that holds its own address by default. */
function clientWith(answer: (url: string) => Response = picture): Client {
  return createClient({
    apiKey: KEY,
    fetch: (input) => {
      const { url } = new Request(input);
      requested.push(url);
      return Promise.resolve(answer(url));
    },
  });
}

function picture(url: string): Response {
  const headers = {
    "content-type": "image/png",
    "content-length": `${Buffer.byteLength(url)}`,
  };
  return new Response(url, { headers });
}

const urlOf = (name: string) => `https://files.test/${name}`;
const completed = (name: string) => ({
  id: name,
  status: "COMPLETED",
  output: { image_url: urlOf(name) },
});
const namesIn = async (path: string) => (await fs.readdir(path)).sort();

describe("download.toFolder", () => {
  test("saves the files of many jobs into a folder that it makes, each under a name of its own", async () => {
    const { download } = clientWith();
    const path = join(folder, "new", "pictures");
    const jobs = [completed("a/0.png"), completed("b/0.png"), completed("c")];
    const saved = await download.toFolder(jobs, path);
    expect(saved).toHaveLength(3);
    expect(await namesIn(path)).toEqual([
      expect.stringMatching(/^0-[\da-f]{8}\.png$/),
      expect.stringMatching(/^0-[\da-f]{8}\.png$/),
      expect.stringMatching(/^c-[\da-f]{8}\.png$/),
    ]);
    expect(saved.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(saved.map(({ source }) => source.id)).toEqual(
      jobs.map(({ id }) => id),
    );
    for (const { url, path: at, isNew } of saved) {
      expect(await fs.readFile(at, "utf8")).toBe(url);
      expect(isNew).toBe(true);
    }
  });

  test("asks again for a file whose host sends less than it has announced", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const { download } = clientWith((url) =>
      requested.length < 3
        ? new Response("x", { headers: { "content-length": "9" } })
        : picture(url),
    );
    const [saved] = await download.toFolder(completed("a.png"), folder);
    vi.restoreAllMocks();
    expect(requested).toHaveLength(3);
    expect(await fs.readFile(saved?.path ?? "", "utf8")).toBe(urlOf("a.png"));
  });

  test("saves a file that the output itself holds, without a request", async () => {
    const { download } = clientWith();
    const bytes = Buffer.from("\x89PNG\r\n\x1a\n and a picture", "latin1");
    const base64 = bytes.toString("base64");
    const jobs = [
      { id: "a", status: "COMPLETED", output: { image: base64 } },
      {
        id: "b",
        status: "COMPLETED",
        output: { image_url: `data:image/jpeg;base64,${base64}` },
      },
    ];
    const saved = await download.toFolder(jobs, folder);
    expect(await namesIn(folder)).toEqual([
      expect.stringMatching(/^file-[\da-f]{8}\.jpg$/),
      expect.stringMatching(/^file-[\da-f]{8}\.png$/),
    ]);
    for (const { path } of saved)
      expect(await fs.readFile(path)).toEqual(bytes);
    expect(requested).toEqual([]);
  });

  test("downloads only what is missing when it runs again", async () => {
    const { download } = clientWith();
    const jobs = ["a.png", "b.png"].map(completed);
    await download.toFolder(jobs, folder);
    requested = [];
    const saved = await download.toFolder(
      [...jobs, completed("c.png")],
      folder,
    );
    expect(requested).toEqual([urlOf("c.png")]);
    expect(saved.map(({ isNew }) => isNew)).toEqual([false, false, true]);
    expect(await namesIn(folder)).toHaveLength(3);
  });

  test("begins the names as the caller says, whatever they hold", async () => {
    const { download } = clientWith();
    const rows = ["a pier", "a pier", "../up/and\\away?"].map((prompt, n) => ({
      index: n,
      input: { prompt },
      job: completed(`${n}.png`),
    }));
    const saved = await download.toFolder(rows, folder, {
      name: (_, { source }) => source.input.prompt,
    });
    expect(saved).toHaveLength(3);
    expect(await namesIn(folder)).toEqual([
      expect.stringMatching(/^a_pier-[\da-f]{8}\.png$/),
      expect.stringMatching(/^a_pier-[\da-f]{8}\.png$/),
      expect.stringMatching(/^up_and_away-[\da-f]{8}\.png$/),
    ]);
  });

  test("takes a file, a URL, an output, a state, a list of them and a source of results", async () => {
    const { download } = clientWith();
    const output = { images: [urlOf("a.png"), urlOf("b.png")] };
    const [file] = outputsOf(completed("c.png"));
    if (!file) throw new Error("there is no file");
    async function* results() {
      await Promise.resolve();
      yield completed("e.png");
    }
    await download.toFolder(output, folder);
    await download.toFolder(file, folder);
    await download.toFolder(urlOf("d.png"), folder);
    await download.toFolder(results(), folder);
    await download.toFolder([output, file], folder);
    expect(requested).toHaveLength(5);
    expect(await namesIn(folder)).toHaveLength(5);
  });

  test("saves all others when one fails, and then names what is missing", async () => {
    const { download } = clientWith((url) =>
      url.endsWith("b.png")
        ? new Response(null, { status: 404 })
        : picture(url),
    );
    const failed = { id: "x", status: "FAILED", error: "out of memory" };
    const sources = [
      ...["a.png", "b.png", "c.png"].map(completed),
      failed,
      { choices: ["a text"] },
    ];
    const error = await rejectionOf(download.toFolder(sources, folder));
    expect(error).toBeInstanceOf(FileError);
    const { code, path, message, unsaved } = error as FileError;
    expect({ code, path }).toEqual({ code: "files_not_saved", path: folder });
    expect(message).toContain("3 of 5 files were not saved");
    expect(unsaved.map(({ index, url }) => [index, url])).toEqual([
      [1, urlOf("b.png")],
      [3, undefined],
      [4, undefined],
    ]);
    expect(unsaved[0]?.error).toMatchObject({ code: "output_not_found" });
    expect(String(unsaved[1]?.error)).toContain("its status is FAILED");
    expect(await namesIn(folder)).toHaveLength(2);
  });

  test("names the inputs of a map, whose results come in another order, and the errors of its jobs", async () => {
    const { download } = clientWith((url) =>
      url.endsWith("1.png")
        ? new Response(null, { status: 404 })
        : picture(url),
    );
    const error = new Error("out of memory");
    const results = [
      { index: 2, input: { prompt: "a reef" }, job: completed("2.png") },
      { index: 1, input: { prompt: "a buoy" }, job: completed("1.png") },
      { index: 0, input: { prompt: "a pier" }, error },
    ];
    const reason = await rejectionOf(download.toFolder(results, folder));
    expect((reason as FileError).unsaved).toMatchObject([
      { index: 0, url: undefined, source: results[2], error },
      { index: 1, url: urlOf("1.png"), source: results[1] },
    ]);
    const [saved] = await download.toFolder(results.slice(0, 1), folder);
    expect(saved?.index).toBe(2);
  });

  test("is the call that an error names where the folder cannot be made", async () => {
    const { download } = clientWith();
    const file = join(folder, "file");
    await fs.writeFile(file, "");
    await expect(
      download.toFolder(completed("a.png"), join(file, "pictures")),
    ).rejects.toMatchObject({
      code: "file_not_written",
      operation: "download.toFolder",
    });
  });

  test("ends at an abort with the reason of the signal", async () => {
    const stop = new AbortController();
    const { download } = clientWith((url) => {
      if (url.endsWith("b.png")) stop.abort(new Error("enough"));
      return picture(url);
    });
    const jobs = ["a.png", "b.png", "c.png"].map(completed);
    const { signal } = stop;
    const saving = download.toFolder(jobs, folder, { signal, concurrency: 1 });
    await expect(saving).rejects.toThrow("enough");
    expect(requested).toHaveLength(2);
    expect(await namesIn(folder)).toHaveLength(1);
  });

  test("ends with the error of its source, and with that of the caller's own functions", async () => {
    const { download } = clientWith();
    async function* broken() {
      await Promise.resolve();
      yield completed("a.png");
      throw new Error("the list broke off");
    }
    const name = () => {
      throw new Error("no name");
    };
    await expect(download.toFolder(broken(), folder)).rejects.toThrow(
      "the list broke off",
    );
    await expect(
      download.toFolder(completed("b.png"), folder, { name }),
    ).rejects.toThrow("no name");
  });
});

describe("download.toFile", () => {
  test("makes the missing folders of its path", async () => {
    const path = join(folder, "pictures", "2026", "0.png");
    await clientWith().download.toFile(urlOf("a.png"), path);
    expect(await fs.readFile(path, "utf8")).toBe(urlOf("a.png"));
  });

  test("takes an output and a job with one file, and refuses one with several", async () => {
    const { download } = clientWith();
    const path = join(folder, "0.png");
    await download.toFile({ image_url: urlOf("a.png") }, path);
    await download.toFile(completed("b.png"), path);
    expect(await fs.readFile(path, "utf8")).toBe(urlOf("b.png"));
    const two = { images: [urlOf("a.png"), urlOf("b.png")] };
    await expect(download.toFile(two, path)).rejects.toThrow(
      /names 2 files: .*download\.toFolder/,
    );
    await expect(download.toFile({ text: "hi" }, path)).rejects.toThrow(
      "names no file",
    );
  });

  test("removes the part that a killed process has left, and leaves one that is being written", async () => {
    const nameOf = (digit: string) => `.cloud-compute-${digit.repeat(36)}.part`;
    const stale = join(folder, nameOf("0"));
    await fs.writeFile(stale, "half");
    const longAgo = new Date(Date.now() - 2 * HOUR);
    await fs.utimes(stale, longAgo, longAgo);
    await fs.writeFile(join(folder, nameOf("1")), "half");
    await fs.writeFile(join(folder, "notes.part"), "the user's own");
    await fs.utimes(join(folder, "notes.part"), longAgo, longAgo);
    await clientWith().download.toFile(urlOf("a.png"), join(folder, "a.png"));
    expect(await namesIn(folder)).toEqual([nameOf("1"), "a.png", "notes.part"]);
  });
});

describe("a host that refuses a download", () => {
  const busy = () =>
    new Response("busy", { status: 503, headers: { "retry-after": "0" } });

  test("is asked again after 503, three times at most", async () => {
    const answers = [busy(), busy(), picture(urlOf("a.png"))];
    const { download } = clientWith(() => answers.shift() ?? busy());
    await download.toFile(urlOf("a.png"), join(folder, "a.png"));
    expect(requested).toHaveLength(3);
    requested = [];
    const second = download.toFile(urlOf("b.png"), join(folder, "b.png"));
    await expect(second).rejects.toMatchObject({ status: 503 });
    expect(requested).toHaveLength(4);
  });

  test("is not asked again where the pause would pass the timeout, or another answer would be the same", async () => {
    const later = { "retry-after": "30" };
    const { download } = clientWith((url) =>
      url.endsWith("a.png")
        ? new Response(null, { status: 503, headers: later })
        : new Response(null, { status: 501 }),
    );
    const options = { timeout: 1000 };
    for (const name of ["a.png", "b.png"])
      await expect(
        download.toFile(urlOf(name), join(folder, name), options),
      ).rejects.toMatchObject({ status: name === "a.png" ? 503 : 501 });
    expect(requested).toHaveLength(2);
  });

  test.each([
    [
      "<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>",
      "Request has expired",
      "output_expired",
    ],
    ['{"error":"not yours"}', "not yours", "output_not_found"],
    ["<html><title>Forbidden</title></html>", "Forbidden", "output_not_found"],
    [`a token ${KEY}`, "a token [key]", "output_not_found"],
  ])("is quoted: %s", async (body, reason, code) => {
    const { download } = clientWith(() => new Response(body, { status: 403 }));
    const error = await rejectionOf(download(urlOf("a.png")));
    expect(error).toMatchObject({ code, status: 403 });
    expect((error as Error).message).toContain(`answered 403: ${reason}`);
    expect((error as Error).message).not.toContain(KEY);
  });
});
