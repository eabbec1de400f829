import { build } from "esbuild";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FileServer } from "./server/server.js";
import { bytesOf } from "./server/setup.js";
import { ACCESS } from "./server/signature.js";
import { proofRuns } from "../support/runs.js";

const KILLS = proofRuns(12);
const PARTS = 24;
const PART_SIZE = 20_000;
const DOWNLOAD_BYTES = 20_000_000;
const KEY = "models/weights.bin";

let folder = "";
let program = "";
let server: FileServer;

beforeAll(async () => {
  await mkdir(".cache", { recursive: true });
  folder = await mkdtemp(join(process.cwd(), ".cache", "files-kill-"));
  program = join(folder, "transfer.mjs");
  await build({
    entryPoints: ["test/files/processes/transfer.ts"],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    // graphql-request and others are CommonJS in places.
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  });
  server = await new FileServer().open();
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

/** The same numbers from 0 up to 1 each time. */
function randomNumbers(): () => number {
  let state = 48;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function start(direction: "up" | "down", file: string): ChildProcess {
  return spawn(process.execPath, [program], {
    stdio: ["ignore", "ignore", "inherit"],
    env: {
      ...process.env,
      CLOUD_COMPUTE_S3_ACCESS_KEY_ID: ACCESS.accessKeyId,
      CLOUD_COMPUTE_S3_SECRET_ACCESS_KEY: ACCESS.secretAccessKey,
      DIRECTION: direction,
      ENDPOINT: server.endpoint,
      FILE: file,
      KEY,
      PART_SIZE: String(PART_SIZE),
    },
  });
}

test("an upload that is killed at any moment, with damage on the server, ends with the right bytes and sends little twice", async () => {
  const random = randomNumbers();
  const data = join(folder, "data");
  await mkdir(data);
  const file = join(data, "weights.bin");
  let content: Buffer = Buffer.alloc(0);
  let kills = 0;
  let uploads = 0;
  let needed = 0;
  const begin = async () => {
    content = bytesOf(PARTS * PART_SIZE - 7, `upload ${uploads}`);
    await writeFile(file, content);
    server.files.clear();
    needed += PARTS;
  };
  await begin();
  while (kills < KILLS) {
    const child = start("up", file);
    let left = Math.ceil(random() * 1.5 * PARTS);
    server.onSeen = () => {
      if (--left === 0) child.kill("SIGKILL");
    };
    const [code] = (await once(child, "exit")) as [number | null];
    server.onSeen = undefined;
    if (code === null) {
      kills++;
      needed += damage(random());
      continue;
    }
    expect(code).toBe(0);
    expect(server.files.get(KEY)?.bytes.equals(content)).toBe(true);
    expect(await readdir(data)).toEqual(["weights.bin"]);
    uploads++;
    await begin();
  }
  const sent = server.count("UploadPart");
  console.log(
    `${kills} kills, ${uploads} uploads: ${sent} parts sent, ${needed} needed`,
  );
  expect(uploads).toBeGreaterThan(KILLS / 12);
  expect(sent).toBeLessThan(1.5 * needed);
}, 3_600_000);

test("a download that is killed at any moment, while the file is overwritten now and then, ends with the bytes of one version and asks for little twice", async () => {
  const random = randomNumbers();
  const data = join(folder, "down");
  await mkdir(data);
  const file = join(data, "weights.bin");
  let kills = 0;
  let downloads = 0;
  let needed = 0;
  let versions = 0;
  const store = () => {
    const content = bytesOf(DOWNLOAD_BYTES, `download ${versions++}`);
    // Long ago, so that nothing seems to be written at the moment.
    server.store(KEY, content, new Date(versions * 1000));
    needed += content.length;
  };
  server.sentBytes = 0;
  store();
  while (kills < KILLS) {
    const child = start("down", file);
    // A download may be of the version that was there when it began, but never of two.
    const versionsMeanwhile = [server.files.get(KEY)?.bytes];
    const killAt = server.sentBytes + random() * 1.5 * DOWNLOAD_BYTES;
    const overwriteAt =
      random() < 0.2 ? server.sentBytes + random() * DOWNLOAD_BYTES : Infinity;
    let isOverwritten = false;
    server.onSent = () => {
      if (server.sentBytes > overwriteAt && !isOverwritten) {
        isOverwritten = true;
        store();
        versionsMeanwhile.push(server.files.get(KEY)?.bytes);
      }
      if (server.sentBytes > killAt) child.kill("SIGKILL");
    };
    const [code] = (await once(child, "exit")) as [number | null];
    server.onSent = undefined;
    if (code === null) {
      kills++;
      continue;
    }
    expect(code).toBe(0);
    const content = await readFile(file);
    const isWhole = versionsMeanwhile.some((each) => each?.equals(content));
    expect(isWhole).toBe(true);
    expect(await readdir(data)).toEqual(["weights.bin"]);
    downloads++;
    await rm(file);
    store();
  }
  const sent = server.sentBytes;
  console.log(
    `${kills} kills, ${downloads} downloads: ${sent} bytes sent, ${needed} needed`,
  );
  expect(downloads).toBeGreaterThan(KILLS / 12);
  expect(sent).toBeLessThan(1.5 * needed);
}, 3_600_000);

/** Turns a bit of a part, loses a part, or lets Complete end without its answer. Returns how many parts must be sent again. */
function damage(chance: number): number {
  const [upload] = [...server.uploads.values()].slice(-1);
  const [[number, part] = []] = upload?.parts ?? [];
  if (chance < 0.25)
    server.fail("CompleteMultipartUpload", { status: 524, carriesOut: true });
  else if (chance < 0.35)
    server.fail("CompleteMultipartUpload", { drop: true, carriesOut: true });
  else if (number !== undefined && part) {
    if (chance < 0.6) upload?.parts.delete(number);
    else if (chance < 0.85) {
      const bytes = Buffer.from(part.bytes);
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      upload?.parts.set(number, { bytes, etag: "0".repeat(32) });
    } else return 0;
    return 1;
  }
  return 0;
}
