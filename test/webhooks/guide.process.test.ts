import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createEmulator } from "cloud-compute-emulator";
import { createClient } from "../../src/index.js";
import { createWebhooks } from "../../src/webhooks/index.js";
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

test("the server of node:http in the guide to webhooks handles a delivery, and serves no other route", async () => {
  const { server } = (await codes
    .of(GUIDE)
    .load((program) => program.includes("createServer"))) as { server: Server };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const log = vi.spyOn(console, "log").mockReturnValue();
  try {
    const webhooks = createWebhooks({
      secret: "for development, 32 characters or more",
      url: `http://127.0.0.1:${port}/webhook`,
    });
    const slug = "flux-schnell";
    const job = await createClient().model(slug).run({ prompt: "a pier" });
    const { url } = await webhooks.sign(slug, { reference: "order-7" });
    const { id, output } = await job.wait();
    const send = (to: string) =>
      fetch(to, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ id, status: "COMPLETED", output }),
      });
    expect((await send(url)).status).toBe(200);
    expect(log.mock.calls).toEqual([["order-7", "COMPLETED"]]);
    expect((await send(new URL("/other", url).href)).status).toBe(404);
  } finally {
    log.mockRestore();
    server.close();
  }
});
