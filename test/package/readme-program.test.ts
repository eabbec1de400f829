import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { programsOf } from "../support/page-blocks.js";
import { runWithin } from "../support/run-script.js";

const PICTURE = "the bytes of a picture";

let folder: string;
beforeEach(async () => {
  await mkdir(".cache", { recursive: true });
  folder = await mkdtemp(join(process.cwd(), ".cache", "readme-"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** Serves a job API on loopback whose one job ends at once with the output for the address of its file. */
async function serve(outputOf: (address: string) => unknown) {
  const server = createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    const file = `http://${headers.host}/made.jpeg`;
    if (url === "/made.jpeg") {
      response.setHeader("content-type", "image/jpeg");
      response.setHeader("content-length", PICTURE.length);
      response.end(PICTURE);
      return;
    }
    const job =
      method === "POST"
        ? { id: "job-e1", status: "IN_QUEUE" }
        : {
            delayTime: 4600,
            executionTime: 12_300,
            id: "job-e1",
            output: outputOf(file),
            status: "COMPLETED",
            workerId: "w1",
          };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(job));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

test.each<[string, (address: string) => object]>([
  ["the captured form", (address) => ({ cost: 0.003, result: address })],
  ["the documented form", (address) => ({ image_url: address, cost: 0.003 })],
])(
  "the first program of the README prints the address and saves the file of an answer in %s",
  async (_, outputOf) => {
    const [program = ""] = programsOf(await readFile("README.md", "utf8"));
    const file = join(folder, "program.ts");
    await writeFile(file, `${program}\nexport {};\n`);
    const { address, close } = await serve(outputOf);
    vi.stubEnv("CLOUD_COMPUTE_API_KEY", "a-key-of-the-test");
    vi.stubEnv("CLOUD_COMPUTE_PUBLIC_BASE_URL", address);
    try {
      const { stdout } = await runWithin(folder, async () => {
        await import(/* @vite-ignore */ file);
        return 0;
      });
      expect(stdout).toBe(`${address}/made.jpeg 0.003\n`);
      const saved = join(folder, "lighthouse.png");
      expect(await readFile(saved, "utf8")).toBe(PICTURE);
    } finally {
      await close();
    }
  },
);
