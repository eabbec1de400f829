import { html, script, style } from "../../../generated/emulator/page.js";
import { reference } from "../../../generated/emulator/reference.js";
import { Refusal } from "../server/refused-error.js";
import { actions } from "./actions.js";
import { streamViews } from "./events.js";
import { isAtHome } from "./guard.js";
import { samples } from "./samples.js";
import { slugsOf, type Watched } from "./watched.js";

/** The page and its own endpoints: `/` and what is below `/_emulator/`. They take no key, but only requests from home. */
export async function servePage(
  watched: Watched,
  request: Request,
): Promise<Response> {
  try {
    if (!isAtHome(request))
      throw new Refusal(403, "only the page itself is answered here");
    return await answer(watched, request);
  } catch (error) {
    const status = error instanceof Refusal ? error.status : 400;
    const reason = error instanceof Error ? error.message : String(error);
    return Response.json({ error: reason }, { status });
  }
}

async function answer(watched: Watched, request: Request): Promise<Response> {
  const { pathname, origin } = new URL(request.url);
  const act = Object.hasOwn(actions, lastOf(pathname))
    ? actions[lastOf(pathname)]
    : undefined;
  if (act) {
    if (request.method !== "POST") throw new Refusal(405, "POST only");
    const body = (await request.json()) as Readonly<Record<string, unknown>>;
    return Response.json(await act(watched, body, origin));
  }
  if (request.method !== "GET") throw new Refusal(405, "GET only");
  switch (pathname) {
    case "/":
      return text(html, "text/html");
    case "/_emulator/page.js":
      return text(script, "text/javascript");
    case "/_emulator/page.css":
      return text(style, "text/css");
    case "/_emulator/manual":
      return Response.json({
        reference,
        samples,
        models: slugsOf(watched.service),
      });
    case "/_emulator/events":
      return streamViews(watched);
    default:
      throw new Refusal(404, "there is nothing at this path");
  }
}

function lastOf(pathname: string): string {
  return pathname.replace(/^\/_emulator\//, "");
}

// Nothing is loaded from elsewhere, nothing in line runs, and no other page frames this one.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

function text(body: string, type: string): Response {
  return new Response(body, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
      "cache-control": "no-cache",
    },
  });
}
