import type { Hono } from "hono";
import { ApiError } from "../http/api-error.js";
import { readBodyUpTo } from "../requests/request-body.js";
import { operations, type Controls } from "./operations.js";

/** Serves the operations of the control API below `/_emulator`. What changed is processed before the answer is sent. */
export function mountControl(
  app: Hono,
  controls: Controls,
  whenProcessed: () => Promise<unknown> | undefined,
): void {
  for (const [route, run] of Object.entries(operations)) {
    const [method = "", template = ""] = route.split(" ");
    const path = `/_emulator${template.replace(/\{(\w+)\}/g, ":$1")}`;
    app.on(method, path, async ({ req }) => {
      const body = await readJson(req.raw);
      const { searchParams: query } = new URL(req.url);
      const answer = await run(controls, { params: req.param(), query, body });
      await whenProcessed();
      return Response.json(answer);
    });
  }
}

/** The largest body of the control API and of the page, in bytes: a snapshot holds all jobs of an account. */
const MAX_BODY_BYTES = 256 * 2 ** 20;

/** The JSON of a body; undefined without one. Throws 413 for a body that is too large, and 400 for one that is not JSON. */
export async function readJson(request: Request): Promise<unknown> {
  const { json, sizeBytes, error } = await readBodyUpTo(
    MAX_BODY_BYTES,
    request,
  );
  if (error) throw error;
  if (json === undefined && sizeBytes > 0)
    throw new ApiError(400, "the body is not valid JSON");
  return json;
}
