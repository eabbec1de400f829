import { discard } from "./body.js";

const MAX_REDIRECTS = 5;

/** Follows up to five redirects of a GET within the origin of `url`, and resolves with the last response. */
export async function followRedirects(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  response: Response,
  remaining = MAX_REDIRECTS,
): Promise<Response> {
  const target = remaining > 0 ? redirectTarget(response, url) : undefined;
  if (target === undefined) return response;
  discard(response.body);
  init.signal?.throwIfAborted();
  const next = await fetch(target, init);
  return followRedirects(fetch, target, init, next, remaining - 1);
}

/** Whether a status leads to another address. */
export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** The address that a redirect leads to; undefined when it leaves the origin, or the response is no redirect. */
function redirectTarget(
  { status, headers }: Response,
  from: string,
): string | undefined {
  const location = headers.get("location");
  if (!isRedirect(status) || !location || !URL.canParse(location, from))
    return undefined;
  const { href } = new URL(location, from);
  return href.startsWith(new URL("/", from).href) ? href : undefined;
}
