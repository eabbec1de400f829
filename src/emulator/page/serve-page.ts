import { html, script, style } from "../../../generated/emulator/page.js";
import { reference } from "../../../generated/emulator/reference.js";
import { isRecord } from "../check-arguments.js";
import { builtInSlugs } from "../jobs/find-model.js";
import { ApiError } from "../server/api-error.js";
import type { Service } from "../server/handle-request.js";
import { actions, type PageContext } from "./actions.js";
import { isRequestAllowed } from "./allow-request.js";
import { graphqlSamples } from "./graphql-samples.js";
import { streamViews } from "./stream-view.js";

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
  const { pathname, origin } = new URL(request.url);
  const action = actions.get(pathname);
  if (action) {
    if (request.method !== "POST")
      throw new ApiError(405, "this path takes POST only");
    const body: unknown = await request.json();
    if (!isRecord(body)) throw new ApiError(400, "the body must be an object");
    return Response.json(await action(context, body, origin));
  }
  if (request.method !== "GET")
    throw new ApiError(405, "this path takes GET only");
  switch (pathname) {
    case "/":
      return textResponse(html, "text/html");
    case "/_emulator/page.js":
      return textResponse(script, "text/javascript");
    case "/_emulator/page.css":
      return textResponse(style, "text/css");
    case "/_emulator/reference":
      return Response.json({
        reference,
        samples: graphqlSamples,
        models: modelSlugs(context.service),
      });
    case "/_emulator/events":
      return streamViews(context.service);
    default:
      throw new ApiError(404, "there is nothing at this path");
  }
}

/** The slugs that a job can be submitted to: public models, registered models, and endpoints. */
function modelSlugs({ state }: Service): string[] {
  return [
    ...builtInSlugs,
    ...state.customModels.keys(),
    ...state.endpoints.keys(),
  ];
}

// The page loads nothing from other origins, runs no inline script, and no other page can frame it.
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

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
