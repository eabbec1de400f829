import { html, script, style } from "../../generated/page.js";
import { isRecord } from "../../src/check-arguments.js";
import { answerControl, readJson } from "../../src/control/answer-control.js";
import { builtInSlugs } from "../../src/jobs/find-model.js";
import { fileResponse } from "../../src/media/serve-file.js";
import { ApiError } from "../../src/http/api-error.js";
import { routes } from "../../src/server/check-fault-rule.js";
import type { Service } from "../../src/server/handle-request.js";
import { urlsAt } from "../../src/server/urls.js";
import { exportLines, variablesOf } from "../../src/server/variables.js";
import { actions, type PageContext } from "./actions.js";
import { isRequestAllowed } from "./allow-request.js";
import { jobDetails, requestDetails } from "./details.js";
import { pageView } from "./page-view.js";

/** Answers `/` and the paths below `/_emulator/`. These take no key, but only local requests. */
export async function servePage(
  context: PageContext,
  request: Request,
): Promise<Response> {
  try {
    if (!isRequestAllowed(request))
      throw new ApiError(403, "only requests of the page itself are allowed");
    return await answer(context, request);
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 400;
    const message = error instanceof Error ? error.message : String(error);
    return Response.json({ error: message }, { status });
  }
}

async function answer(
  context: PageContext,
  request: Request,
): Promise<Response> {
  const control = await answerControl(context.controls, request);
  if (control) {
    // What changed is on disk before the answer is sent.
    await context.service.state.events.whenProcessed();
    return control;
  }
  const { pathname, origin } = new URL(request.url);
  const action = actions.get(pathname);
  if (action) {
    if (request.method !== "POST")
      throw new ApiError(405, "this path takes POST only");
    const body = await readJson(request);
    if (!isRecord(body)) throw new ApiError(400, "the body must be an object");
    return Response.json(await action(context, body, origin));
  }
  if (request.method !== "GET")
    throw new ApiError(405, "this path takes GET only");
  return answerGet(context, pathname, origin);
}

function answerGet(
  { service, controls }: PageContext,
  pathname: string,
  origin: string,
): Response | Promise<Response> {
  switch (pathname) {
    case "/":
      return textResponse(html, "text/html");
    case "/_emulator/page.js":
      return textResponse(script, "text/javascript");
    case "/_emulator/page.css":
      return textResponse(style, "text/css");
    case "/_emulator/setup":
      return redacted(
        service,
        setupView(service, controls.stateFile(), origin),
      );
    case "/_emulator/view":
      return redacted(service, pageView(service));
  }
  const [, file] = /^\/_emulator\/files\/([^/]+)$/.exec(pathname) ?? [];
  if (file !== undefined)
    return fileResponse(service.state, decodeURIComponent(file));
  const [, kind, id] =
    /^\/_emulator\/view\/(jobs|requests)\/([^/]+)$/.exec(pathname) ?? [];
  if (kind === "jobs" && id !== undefined)
    return redacted(
      service,
      jobDetails(service, decodeURIComponent(id), origin),
    );
  if (kind === "requests")
    return redacted(service, requestDetails(service, Number(id)));
  throw new ApiError(404, "there is nothing at this path");
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

/** A response with JSON in which no key is shown. */
function redacted({ apiKeys }: Service, value: unknown): Response {
  return new Response(apiKeys.redactedJson(value), {
    headers: { "content-type": "application/json" },
  });
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
