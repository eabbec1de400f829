import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import {
  afterAll,
  beforeAll,
  describe,
  expect,
  onTestFinished,
  test,
} from "vitest";
import {
  launchBrowser,
  startInspector,
  type Inspector,
} from "./support/browser.js";

let inspector: Inspector;

beforeAll(async () => {
  inspector = await startInspector();
});

afterAll(() => inspector.close());

const requestPath = "/_emulator/view";

describe("the endpoints of the page", () => {
  const get = (headers: Record<string, string>, path: string) =>
    inspector.emulator.fetch(inspector.origin + path, { headers });

  test.each([
    ["from another site", { "sec-fetch-site": "cross-site" }],
    ["from another port", { "sec-fetch-site": "same-site" }],
    ["with another origin", { origin: "https://elsewhere.example" }],
    ["from a sandboxed frame", { origin: "null" }],
  ])("reject a request %s", async (_, headers) => {
    const response = await get(headers, requestPath);
    expect(response.status).toBe(403);
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("are not recorded, and need no key", async () => {
    const { requests } = inspector.emulator;
    const before = requests.length;
    expect((await get({}, "/")).status).toBe(200);
    expect((await get({}, "/_emulator/nothing")).status).toBe(404);
    expect(requests).toHaveLength(before);
  });
});

test("twelve tabs of the page show the same, and none of them waits for a connection", async () => {
  const { emulator, open, send } = inspector;
  const pages: Page[] = [];
  for (let index = 0; index < 12; index += 1)
    pages.push(await open("/#requests"));
  await send("GET", "/v1/pods");
  for (const page of pages)
    await page.getByRole("link", { name: "/v1/pods" }).first().waitFor();
  const last = pages.at(-1);
  await last?.getByRole("button", { name: "Clear" }).click();
  for (const page of pages) await page.getByText("No requests yet.").waitFor();
  expect(emulator.requests).toEqual([]);
});

test("the page says when the emulator is gone, and connects again when it is back", async () => {
  const { emulator, open, origin, send } = inspector;
  const page = await open("/#requests", { isRefused: true });
  await emulator.close();
  await page.getByText("not connected").waitFor();
  await emulator.listen({ port: Number(new URL(origin).port) });
  await page.getByText("live", { exact: true }).waitFor();
  await send("GET", "/v1/templates");
  await page.getByRole("link", { name: "/v1/templates" }).waitFor();
});

describe("a hostile page in Chromium", () => {
  let server: Server;
  let browser: Browser;
  let port = 0;

  beforeAll(async () => {
    server = createServer((_, response) => {
      response.setHeader("content-type", "text/html");
      response.end("<!doctype html><title>hostile</title>");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    ({ port } = server.address() as AddressInfo);
    // Names that lead to this machine: a site of its own, and a name that was bound anew to the emulator.
    browser = await launchBrowser([
      "--host-resolver-rules=MAP *.example 127.0.0.1",
    ]);
  });

  afterAll(async () => {
    await browser.close();
    server.close();
  });

  /** Where the page comes from: another port of this machine, or a foreign site. */
  const hosts = ["127.0.0.1", "localhost", "evil.example"];

  async function openHostile(host: string): Promise<Page> {
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(`http://${host}:${port}/`);
    return page;
  }

  test.each(hosts)("at %s reads nothing of the emulator", async (host) => {
    const page = await openHostile(host);
    const read = await page.evaluate(async (origin) => {
      const paths = [
        "/",
        "/_emulator/events",
        "/_emulator/setup",
        "/_emulator/requests",
        "/_emulator/snapshot",
        "/_emulator/view/requests/1",
        "/v1/pods",
      ];
      const texts = paths.map(async (path) => {
        try {
          const response = await fetch(origin + path);
          return response.ok ? `${path} was read` : "";
        } catch {
          return "";
        }
      });
      return (await Promise.all(texts)).filter((text) => text !== "");
    }, inspector.origin);
    expect(read).toEqual([]);
  });

  test.each(hosts)(
    "at %s changes nothing by requests that need no permission",
    async (host) => {
      const { emulator, origin } = inspector;
      emulator.seed({ pods: [{ name: "kept", imageName: "ubuntu:24.04" }] });
      const { pods } = emulator.snapshot();
      const page = await openHostile(host);
      await page.evaluate(async (target) => {
        const send = (path: string, init: RequestInit) =>
          fetch(target + path, { mode: "no-cors", ...init }).catch(() => null);
        await send("/_emulator/reset", { method: "POST" });
        await send("/_emulator/exports", { method: "POST", body: "{}" });
        await send("/_emulator/faults", {
          method: "POST",
          body: JSON.stringify({ route: "GET /pods", rule: {} }),
        });
        await send("/_emulator/send", {
          method: "POST",
          body: JSON.stringify({ method: "DELETE", path: "/v1/pods/x" }),
        });
        navigator.sendBeacon(`${target}/_emulator/reset`);
        const form = document.createElement("form");
        form.method = "post";
        form.action = `${target}/_emulator/reset`;
        form.target = "frame";
        const frame = document.createElement("iframe");
        frame.name = "frame";
        document.body.append(frame, form);
        const loaded = new Promise((resolve) => {
          frame.onload = resolve;
        });
        form.submit();
        await loaded;
      }, origin);
      expect(emulator.snapshot().pods).toEqual(pods);
      const control = await inspector.open("/#control");
      await control.getByText("No fault is armed").waitFor();
    },
  );

  test.each(hosts)("at %s runs no script of the emulator", async (host) => {
    const page = await openHostile(host);
    const outcome = await page.evaluate(
      (url) =>
        new Promise((resolve) => {
          const script = document.createElement("script");
          script.type = "module";
          script.src = url;
          script.onload = () => resolve("loaded");
          script.onerror = () => resolve("refused");
          document.head.append(script);
        }),
      `${inspector.origin}/_emulator/page.js`,
    );
    expect(outcome).toBe("refused");
  });

  test("cannot frame the page", async () => {
    const page = await openHostile("evil.example");
    await page.evaluate(
      (url) =>
        new Promise((resolve) => {
          const frame = document.createElement("iframe");
          frame.onload = resolve;
          frame.src = url;
          document.body.append(frame);
        }),
      `${inspector.origin}/`,
    );
    const [, frame] = page.frames();
    expect(await frame?.locator("nav").count()).toBe(0);
  });

  test("whose name was bound anew to the emulator is refused", async () => {
    const { port: own } = new URL(inspector.origin);
    const page = await browser.newPage();
    const response = await page.goto(`http://rebound.example:${own}/`);
    expect(response?.status()).toBe(403);
    const status = await page.evaluate(async () => {
      const answer = await fetch("/_emulator/snapshot");
      return answer.status;
    });
    expect(status).toBe(403);
  });
});
