import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  test,
  vi,
} from "vitest";
import { progressLine } from "../../src/cli/files/command.js";
import { createEmulator } from "cloud-compute-emulator";
import { FileServer } from "../files/server/server.js";
import { ACCESS } from "../files/server/signature.js";
import { bundleCli, type Cli } from "../support/cli-process.js";
import { serveInEnvironment } from "../support/page-code.js";

const emulator = createEmulator();
let cli: Cli;
let server: FileServer;
let end: () => Promise<void>;

beforeAll(async () => {
  cli = await bundleCli();
  emulator.seed({
    networkVolumes: [
      { id: "vol-1", name: "data", size: 10, dataCenterId: "EU-RO-1" },
    ],
  });
});
afterAll(() => cli.remove());
beforeEach(async () => {
  server = await new FileServer().open();
  end = await serveInEnvironment(emulator);
  vi.stubEnv("CLOUD_COMPUTE_S3_ACCESS_KEY_ID", ACCESS.accessKeyId);
  vi.stubEnv("CLOUD_COMPUTE_S3_SECRET_ACCESS_KEY", ACCESS.secretAccessKey);
  vi.stubEnv("CLOUD_COMPUTE_S3_ENDPOINT", server.endpoint);
});
afterEach(async () => {
  server.close();
  await end();
});
const files = (...args: string[]) => cli.call("files", ...args);

test("files cp uploads and downloads a file and a folder, and ls and rm show and delete them", async () => {
  await mkdir(join(cli.folder, "weights/deep"), { recursive: true });
  await writeFile(join(cli.folder, "weights/a.bin"), "aaa");
  await writeFile(join(cli.folder, "weights/deep/b.bin"), "bb");
  const up = await files("cp", "-r", "weights", "vol-1:models/");
  expect(up).toMatchObject({
    code: 0,
    stdout: "2 files, 5 bytes\n",
  });
  const again = await files("cp", "--recursive", "weights", "vol-1:models");
  expect(again.stdout).toBe(
    "2 files, 5 bytes: 0 bytes sent, the rest was there already\n",
  );
  const flat = await files("ls", "vol-1:models/");
  expect(flat.stdout).toMatch(
    /^3\t\d{4}-\S+Z\tmodels\/a\.bin\n0\t-\tmodels\/deep\/\n$/,
  );
  expect((await files("ls", "-r", "vol-1:")).stdout.split("\n")).toHaveLength(
    3,
  );
  await files("cp", "vol-1:models/a.bin", "copy.bin");
  await files("cp", "-r", "vol-1:models", "back");
  expect(await readFile(join(cli.folder, "copy.bin"), "utf8")).toBe("aaa");
  expect(await readFile(join(cli.folder, "back/deep/b.bin"), "utf8")).toBe(
    "bb",
  );
  expect((await files("rm", "vol-1:models/a.bin")).code).toBe(0);
  expect([...server.files.keys()]).toEqual(["models/deep/b.bin"]);
  expect((await files("rm", "-r", "vol-1:models")).code).toBe(0);
  expect(server.files.size).toBe(0);
});

test("files cp sends parts of the size of --part-size", async () => {
  await writeFile(join(cli.folder, "big.bin"), Buffer.alloc(2 ** 20 + 1));
  const { code } = await files("cp", "--part-size", "1", "big.bin", "vol-1:");
  expect(code).toBe(0);
  expect(server.count("UploadPart")).toBe(2);
});

test("files shows unfinished uploads, and removes only those that are over a day old", async () => {
  server.uploads.set("old", {
    key: "old.bin",
    begun: new Date(0),
    parts: new Map(),
  });
  server.uploads.set("young", {
    key: "young.bin",
    begun: new Date(),
    parts: new Map(),
  });
  const listed = await files("ls", "--unfinished", "vol-1:");
  expect(listed.stdout).toContain("1970-01-01T00:00:00.000Z\told.bin\n");
  const removed = await files("rm", "--unfinished", "vol-1:");
  expect(removed.stdout).toBe("removed\told.bin\nkept\tyoung.bin\n");
  expect(removed.stderr).toContain("1 kept");
  expect([...server.uploads.keys()]).toEqual(["young"]);
  await files("rm", "--unfinished", "--all", "vol-1:");
  expect(server.uploads.size).toBe(0);
});

test("files cp names a file that came twice with other bytes than its ETag says", async () => {
  const etag = "0123456789abcdef0123456789abcdef";
  const bytes = Buffer.from("other");
  server.files.set("a.bin", { bytes, etag, modified: new Date(0) });
  const { code, stderr } = await files("cp", "vol-1:a.bin", "a.bin");
  expect(stderr).toMatch(/^not verified: a\.bin came twice with bytes .*\n$/);
  expect(code).toBe(0);
});

test("files ls shows a name that would act on a terminal as JSON, on one line", async () => {
  server.store("ev/a\u001b[31m\nb", Buffer.from("x"));
  const { stdout } = await files("ls", "vol-1:ev/");
  expect(stdout).toMatch(/\t"ev\/a\\u001b\[31m\\nb"\n$/);
  expect(stdout.trimEnd().split("\n")).toHaveLength(1);
});

test("files ls ends quietly when its reader has had enough, and in one line when its output is lost", async () => {
  for (let count = 0; count < 1500; count++) server.store(`in/${count}`, "x");
  const unread = cli.launch("files", "ls", "vol-1:in/");
  unread.child.stdout?.destroy();
  const { code, stderr } = await unread.exited;
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  // The second page of the list is not asked for.
  expect(server.count("ListObjectsV2")).toBe(1);
  if (process.platform !== "linux") return;
  expect(await cli.runOnFullDisk("files", "ls", "vol-1:in/")).toMatchObject({
    code: 1,
    stderr:
      "cloud-compute-sdk: standard output could not be written (ENOSPC)\n",
  });
});

test("files ls shows a file by its own key, and nothing of an empty folder or volume", async () => {
  expect(await files("ls", "vol-1:")).toMatchObject({ code: 0, stdout: "" });
  server.store("in/a.bin", "aaa");
  server.quirks.folders = ["in/empty/"];
  const file = await files("ls", "vol-1:in/a.bin");
  expect(file.stdout).toMatch(/^3\t\S+\tin\/a\.bin\n$/);
  for (const key of ["in/empty/", "in/empty"])
    expect(await files("ls", `vol-1:${key}`)).toMatchObject({
      code: 0,
      stdout: "",
    });
  server.store("input/b.bin", "b");
  for (const key of ["in/", "in"])
    expect((await files("ls", "-r", `vol-1:${key}`)).stdout).toMatch(
      /^3\t\S+\tin\/a\.bin\n$/,
    );
  server.files.delete("input/b.bin");
  expect((await files("rm", "-r", "vol-1:in/empty")).code).toBe(0);
  expect((await files("rm", "-r", "vol-1:in/a.bin")).code).toBe(0);
  expect(server.files.size).toBe(0);
});

test.each<[string[], number, string]>([
  [["ls", "vol-1:non/"], 1, 'nothing at "non/"'],
  [["ls", "-r", "vol-1:imputs/"], 1, '(did you mean "inputs/"?)'],
  [["rm", "vol-1:inputs/b.bin"], 1, '(did you mean "inputs/a.bin"?)'],
  [["rm", "-r", "vol-1:imputs"], 1, '(did you mean "inputs/"?)'],
  [["rm", "vol-1:inputs"], 2, '"inputs" is a folder: write rm -r'],
  [["cp", "-r", "vol-1:imputs/", "."], 1, '(did you mean "inputs/"?)'],
  [["cp", "vol-1:phot<x>", "."], 1, '(did you mean "photo<x>"?)'],
])(
  "files %j ends with exit code %i where nothing is there, and names what was probably meant",
  async (args, code, message) => {
    server.store("inputs/a.bin", "aaa");
    server.store("photo<x>", "x");
    const ended = await files(...args);
    expect(ended.stderr).toContain(message);
    expect(ended.stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(ended.code).toBe(code);
    expect(server.files.size).toBe(2);
  },
);

/** How much of a download is in its hidden file. */
async function partBytes(): Promise<number> {
  const names = await readdir(cli.folder);
  const part = names.find((name) => name.endsWith(".part"));
  return part === undefined ? 0 : (await stat(join(cli.folder, part))).size;
}

test.each<[string, "GetObject" | "PutObject", string[], RegExp]>([
  [
    "a download",
    "GetObject",
    ["vol-1:big.bin", "big.bin"],
    /^stopped after 0\.1 MB: run the same command again to go on\n$/,
  ],
  [
    "an upload",
    "PutObject",
    ["here.bin", "vol-1:here.bin"],
    /^stopped after 0\.0 MB, and the parts under way are sent again: run the same command again to go on\n$/,
  ],
])(
  "files cp says how to go on after an interruption of %s, and goes on at the next run",
  async (_, operation, places, message) => {
    const content = Buffer.alloc(300_000, "cp");
    server.store("big.bin", content);
    await writeFile(join(cli.folder, "here.bin"), "here");
    const isDownload = operation === "GetObject";
    server.fail(
      operation,
      isDownload ? { stallAfter: 100_000 } : { silent: true },
    );
    const { child, exited } = cli.launch("files", "cp", ...places);
    await vi.waitFor(
      async () => {
        if (isDownload) expect(await partBytes()).toBe(100_000);
        else expect(server.count(operation)).toBe(1);
      },
      { timeout: 60_000 },
    );
    child.kill("SIGINT");
    const stopped = await exited;
    expect(stopped.stderr).toMatch(message);
    expect(stopped.code).toBe(130);
    server.seen.length = 0;
    const again = await files("cp", ...places);
    expect(again.code).toBe(0);
    if (!isDownload) return;
    expect(again.stdout).toBe(
      "1 file, 300000 bytes: 200000 bytes received, the rest was there already\n",
    );
    expect(server.seen[0]?.headers.range).toBe("bytes=100000-");
    expect(await readFile(join(cli.folder, "big.bin"))).toEqual(content);
  },
);

test.each<[string[], number, RegExp]>([
  [["cp", "weights"], 2, /cp takes two places/],
  [["cp", "vol-1:a", "vol-1:b"], 2, /one of the two is on a volume/],
  [["cp", ".", "vol-1:x/"], 2, /is a folder: write cp -r/],
  [["cp", "vol-1:x/", "."], 2, /is a folder: write cp -r/],
  [["rm", "vol-1:x/"], 2, /is a folder: write rm -r/],
  [["rm", "in/x"], 2, /one place on a volume, such as/],
  [["rm", "-r", "vol-1:"], 2, /rm deletes no whole volume: .*files ls vol-1:/],
  [["rm", "vol-1:/"], 2, /rm deletes no whole volume/],
  [["cp", "vol-1:in//a", "."], 2, /key .*: write "in\/a"/],
  [["sl", "vol-1:"], 2, /there is no action "sl": write ls, cp or rm/],
  [["ls", "--long", "vol-1:"], 2, /Unknown option '--long'.*--help/],
  [["cp", "--concurrency", "-1"], 2, /needs a value that does not begin/],
  [["ls", "--unfinished", "vol-1:in/"], 2, /unfinished takes a whole volume/],
  [["rm", "--unfinished", "vol-1:in/"], 2, /unfinished takes a whole volume/],
  [["ls", "--all", "vol-1:"], 2, /--all goes with rm --unfinished/],
  [["rm", "--concurrency", "8", "vol-1:a"], 2, /--concurrency goes with cp/],
  [["cp", "--concurrency", "x", "a", "vol-1:a"], 2, /concurrency must be/],
  [["ls", "--part-size", "8", "vol-1:"], 2, /--part-size goes with cp/],
  [["cp", "--part-size", "8", "vol-1:a", "a"], 2, /goes with an upload/],
  [["cp", "--part-size", "91", "a", "vol-1:a"], 2, /must be a whole/],
  [["ls", "vol-1:/runpod-volume/a"], 2, /write "a"/],
  [["cp", "vol-1:none.bin", "."], 1, /the volume has no file "none\.bin"/],
  [[], 2, /files needs an action: write ls, cp or rm/],
  [["ls", "vol-1"], 2, /one place on a volume, such as your-volume-id:out/],
  [["ls", "vol-9:"], 1, /vol-9|network volume not found/],
  [["cp", "none.bin", "vol-1:x"], 1, /none\.bin could not be read/],
])(
  "files %j ends with exit code %i and says why",
  async (args, code, message) => {
    const ended = await files(...args);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toMatch(message);
    expect(ended.stderr.trimEnd().split("\n")).toHaveLength(1);
  },
);

test("files --help fits on one screen", async () => {
  const { code, stdout } = await files("--help");
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split("\n");
  expect(lines.length).toBeLessThanOrEqual(24);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(82);
});

test("the progress of files cp is a line with a bar, or without where the total is unknown", () => {
  const report = {
    key: "out/a.bin",
    bytes: 120e6,
    total: 360e6,
    files: 1,
    totalFiles: 2,
  };
  expect(progressLine(report)).toBe(" 33 %  120.0 of 360.0 MB  a.bin");
  const unknown = { ...report, total: undefined };
  expect(progressLine(unknown)).toBe("120.0 MB, 1 files  a.bin");
});
