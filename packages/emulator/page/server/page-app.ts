import { Hono } from "hono";
import { html, script, style } from "../../generated/page.js";
import { isRecord } from "../../src/check-arguments.js";
import { mountControl, readJson } from "../../src/control/mount-control.js";
import type { Controls } from "../../src/control/operations.js";
import { ApiError } from "../../src/http/api-error.js";
import { refuseOtherMethods } from "../../src/http/other-methods.js";
import { builtInSlugs } from "../../src/jobs/find-model.js";
import { fileResponse } from "../../src/media/serve-file.js";
import { routes } from "../../src/server/check-fault-rule.js";
import type { Service } from "../../src/server/service.js";
import { urlsAt } from "../../src/server/urls.js";
import { exportLines, variablesOf } from "../../src/server/variables.js";
import { isRequestAllowed } from "./allow-request.js";
import { jobDetails, requestDetails } from "./details.js";
import { pageView } from "./page-view.js";

/** The emulator that a page shows and controls. */
interface PageContext {
  readonly service: Service;
  readonly controls: Controls;
  /** Answers a request as if it had arrived from outside. */
  readonly answer: (request: Request) => Promise<Response>;
}

/** The page at `/`, and the paths below `/_emulator/`. These take no key, but only local requests. */
export function createPage({ service, controls, answer }: PageContext): Hono {
  const { apiKeys, settings, state } = service;
  // No key is shown, wherever a caller put one.
  const show = (value: unknown) =>
    new Response(apiKeys.redactedJson(value), {
      headers: { "content-type": "application/json" },
    });
  const page = new Hono();
  page.use(async ({ req }, next) => {
    if (!isRequestAllowed(req.raw))
      throw new ApiError(403, "only requests of the page itself are allowed");
    await next();
  });
  mountControl(page, controls, () => state.events.whenProcessed());
  page.get("/", () => textResponse(html, "text/html"));
  page.get("/_emulator/page.js", () => textResponse(script, "text/javascript"));
  page.get("/_emulator/page.css", () => textResponse(style, "text/css"));
  page.get("/_emulator/setup", ({ req }) =>
    show(setupView(service, controls.stateFile(), originOf(req))),
  );
  page.get("/_emulator/view", () => show(pageView(service)));
  page.get("/_emulator/view/jobs/:id", ({ req }) =>
    show(jobDetails(service, req.param("id"), originOf(req))),
  );
  page.get("/_emulator/view/requests/:number", ({ req }) =>
    show(requestDetails(service, Number(req.param("number")))),
  );
  page.get("/_emulator/files/:name", ({ req }) =>
    fileResponse(state, req.param("name")),
  );
  page.post("/_emulator/send", async ({ req }) => {
    const body = await readJson(req.raw);
    const request = requestOf(body, originOf(req), settings.apiKey);
    const response = await answer(request);
    const text = await response.text();
    return Response.json({ status: response.status, text });
  });
  // The lines that the user copies. Only these hold the key.
  page.post("/_emulator/exports", ({ req }) => {
    const variables = variablesOf(settings.apiKey, urlsAt(originOf(req)));
    return Response.json({ text: exportLines(variables) });
  });
  refuseOtherMethods(page, (_, allow) => {
    throw new ApiError(405, `this path takes ${allow} only`);
  });
  page.notFound(() => {
    throw new ApiError(404, "there is nothing at this path");
  });
  page.onError((error) => {
    const status = error instanceof ApiError ? error.status : 400;
    return Response.json({ error: error.message }, { status });
  });
  return page;
}

function originOf({ url }: { readonly url: string }): string {
  return new URL(url).origin;
}

/** The request that the page asks for, with the account's own key, which the page never sees. */
function requestOf(sent: unknown, origin: string, apiKey: string): Request {
  const { method, path, body } = isRecord(sent) ? sent : {};
  if (typeof method !== "string" || typeof path !== "string")
    throw new ApiError(400, "method and path are required");
  if (!path.startsWith("/") || path.startsWith("/_emulator"))
    throw new ApiError(400, "path must be a path of the service");
  const headers = new Headers({ authorization: `Bearer ${apiKey}` });
  const init: RequestInit = { method, headers };
  if (body !== undefined && method !== "GET") {
    headers.set("content-type", "application/json");
    init.body = JSON.stringify(body);
  }
  return new Request(origin + path, init);
}

export type SetupView = ReturnType<typeof setupView>;

/** How a client reaches the emulator. Whatever holds the key is redacted when the view is sent. */
function setupView(
  { settings, state }: Service,
  stateFile: string | undefined,
  origin: string,
) {
  const variables = variablesOf(settings.apiKey, urlsAt(origin));
  const { customModels, endpoints } = state;
  const slugs = [...builtInSlugs, ...customModels.keys(), ...endpoints.keys()];
  return {
    address: origin,
    exports: exportLines(variables),
    stateFile,
    // What a job can be submitted to.
    slugs: [...new Set(slugs)],
    routes,
  };
}

// The page loads nothing from other origins, runs no inline script, and no other page can frame it.
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; media-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function textResponse(body: string, type: string): Response {
  return new Response(body, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "content-security-policy": CONTENT_SECURITY_POLICY,
      "x-content-type-options": "nosniff",
      "cache-control": "no-cache",
    },
  });
}
