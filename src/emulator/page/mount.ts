import type { Hono } from "hono";
import type { Service } from "../server/emulator-core.js";
import { throughMemory, type Wire } from "../server/connection.js";

/** Serves the page of an emulator, which is loaded when it is first asked for. It stands outside the three surfaces. */
export function mountPage(
  app: Hono<{ Bindings: Wire }>,
  service: Service,
): void {
  const answer = async (request: Request) => {
    const wire: Wire = {};
    return throughMemory(await app.fetch(request, wire), wire);
  };
  const serve = async (request: Request) => {
    const { servePage } = await import("./serve.js");
    return servePage({ service, answer }, request);
  };
  app.get("/", ({ req }) => serve(req.raw));
  app.all("/_emulator/*", ({ req }) => serve(req.raw));
}
