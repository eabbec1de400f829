import type { Hono } from "hono";
import type { Controls } from "../../src/control/operations.js";
import { cutInMemory, type Connection } from "../../src/http/connection.js";
import type { Service } from "../../src/server/service.js";

/** Serves the page of an emulator at `/` and its endpoints below `/_emulator/`. The page is loaded at its first request. */
export function mountPage(
  app: Hono<{ Bindings: Connection }>,
  service: Service,
  controls: () => Controls,
): void {
  const answer = async (request: Request) => {
    const connection: Connection = {};
    return cutInMemory(await app.fetch(request, connection), connection);
  };
  let page: Promise<Hono> | undefined;
  const load = async () => {
    const { createPage } = await import("./page-app.js");
    return createPage({ service, answer, controls: controls() });
  };
  const serve = async (request: Request) => {
    page ??= load();
    return (await page).fetch(request);
  };
  app.get("/", ({ req }) => serve(req.raw));
  app.all("/_emulator/*", ({ req }) => serve(req.raw));
}
