import { serveStatic } from "@hono/node-server/serve-static";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import type { AddressInfo } from "node:net";

const SITE = "site";

/** Serves on loopback what `npm run docs` has built. Throws where nothing is built. */
export async function serveBuiltSite() {
  if (!existsSync(SITE)) throw new Error("there is no site: npm run docs");
  const app = new Hono();
  app.use("*", serveStatic({ root: SITE }));
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const pages = readdirSync(SITE, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".html") && path !== "404.html");
  return {
    origin: `http://127.0.0.1:${port}`,
    /** The paths of all pages: `guides/jobs.html`. */
    pages,
    close: async () => {
      server.close();
      await once(server, "close");
    },
  };
}
