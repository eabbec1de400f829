import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createEmulator } from "cloud-compute-emulator";
import {
  serveInEnvironment,
  writePageCodes,
  type PageCodes,
} from "../support/page-code.js";
import { FileServer } from "./server/server.js";
import { ACCESS } from "./server/signature.js";

const GUIDE = "guides/files.md";
const before = process.cwd();

let codes: PageCodes;
let folder = "";
let server: FileServer;

beforeAll(async () => {
  codes = await writePageCodes([GUIDE]);
  server = await new FileServer().open();
  folder = await mkdtemp(join(tmpdir(), "files-guide-"));
});
afterAll(async () => {
  process.chdir(before);
  server.close();
  await codes.remove();
  await rm(folder, { recursive: true });
});

test("the programs of the guide to files compile under the strictest options", () => {
  expect(codes.of(GUIDE).errors()).toEqual([]);
});

test("the programs of the guide to files run in order, with a folder of weights and a video", async () => {
  const emulator = createEmulator({ speed: 100 });
  emulator.seed({
    networkVolumes: [
      {
        id: "your-volume-id",
        name: "data",
        size: 10,
        dataCenterId: server.dataCenter,
      },
    ],
    templates: [{ id: "t", name: "t", imageName: "i", isServerless: true }],
    endpoints: [{ id: "your-endpoint-id", templateId: "t" }],
  });
  const end = await serveInEnvironment(emulator);
  vi.stubEnv("CLOUD_COMPUTE_S3_ACCESS_KEY_ID", ACCESS.accessKeyId);
  vi.stubEnv("CLOUD_COMPUTE_S3_SECRET_ACCESS_KEY", ACCESS.secretAccessKey);
  vi.stubEnv("CLOUD_COMPUTE_S3_ENDPOINT", server.endpoint);
  server.volumeId = "your-volume-id";
  server.uploads.set("old", { key: "x", begun: new Date(0), parts: new Map() });
  // What the worker of an endpoint would write.
  server.store("out/a.mp4", "the result");
  process.chdir(folder);
  await mkdir("weights");
  await writeFile("weights/config.json", "{}");
  await writeFile("a.mp4", "a video");
  const printed = (await codes.of(GUIDE).run()).map((line) => line.join(" "));
  expect(printed[0]).toBe("models/flux/config.json 2");
  expect(printed).toContain("100 %");
  expect(printed.at(-1)).toBe("1 files, 1 of them were there already");
  expect(await readFile("config.json", "utf8")).toBe("{}");
  expect(await readFile("result.mp4", "utf8")).toBe("the result");
  expect(server.files.get("in/a.mp4")?.bytes.toString()).toBe("a video");
  expect(server.uploads.size).toBe(0);
  await end();
});
