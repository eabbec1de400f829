import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createEmulator } from "cloud-compute-emulator";
import {
  serveInEnvironment,
  writePageCodes,
  type PageCodes,
} from "../support/page-code.js";

const GUIDE = "guides/webhooks.md";

interface Pictures {
  readonly app: {
    readonly request: (url: string, init?: RequestInit) => Promise<Response>;
  };
}

let pictures: Pictures;
const delivered = new EventTarget();
const emulator = createEmulator({
  webhookFetch: async (input, init) => {
    const { url } = new Request(input);
    const response = await pictures.app.request(url, init);
    delivered.dispatchEvent(new Event("delivery"));
    return response;
  },
});
const start = process.cwd();
let codes: PageCodes;
let folder: string;
let end: () => Promise<void>;

beforeAll(async () => {
  codes = await writePageCodes([GUIDE]);
  end = await serveInEnvironment(emulator);
  pictures = (await codes
    .of(GUIDE)
    .load((program) => program.includes("createJobHandles"))) as Pictures;
  // The program writes its pictures into the current folder.
  folder = await mkdtemp(join(tmpdir(), "webhooks-"));
  process.chdir(folder);
});
afterAll(async () => {
  process.chdir(start);
  await rm(folder, { recursive: true });
  await end();
  await codes.remove();
});

test("the routes of the guide to webhooks give a visitor the stored picture, and nothing to another one", async () => {
  const delivery = once(delivered, "delivery");
  const submitted = await pictures.app.request("/api/pictures", {
    method: "POST",
    body: JSON.stringify({ prompt: "a lighthouse" }),
  });
  expect(submitted.status).toBe(202);
  const { handle } = (await submitted.json()) as { handle: string };
  const [cookie = ""] = submitted.headers.get("set-cookie")?.split(";") ?? [];
  const ask = (headers: Record<string, string>, path = "") =>
    pictures.app.request(`/api/pictures/${handle}${path}`, { headers });
  const early = (await (await ask({ cookie })).json()) as { status: string };
  expect(early.status).toMatch(/^(IN_|COMPLETED)/);

  await delivery;
  const calls = emulator.requests.length;
  expect(await (await ask({ cookie })).json()).toEqual({ status: "COMPLETED" });
  const image = await ask({ cookie }, "/image");
  expect((await image.arrayBuffer()).byteLength).toBeGreaterThan(1000);
  expect((await ask({})).status).toBe(404);
  expect((await ask({}, "/image")).status).toBe(404);
  // What is stored needs no call of the service.
  expect(emulator.requests).toHaveLength(calls);
});
