import { discard } from "./body.js";

/** A longer chain of redirects is not followed to its end. */
export const MAX_REDIRECTS = 5;

/** Calls `fetch`. Follows up to `remaining` redirects within the origin of `url`. */
export async function followRedirects(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  remaining: number,
): Promise<Response> {
  const response = await fetch(url, init);
  const target = remaining > 0 ? redirectTarget(response, url) : undefined;
  if (target === undefined) return response;
  discard(response.body);
  init.signal?.throwIfAborted();
  return followRedirects(fetch, target, init, remaining - 1);
}

/** Whether a status leads to another address. */
export function isRedirect(status: number): boolean {
  return [301, 302, 303, 307, 308].includes(status);
}

/** The address that a redirect leads to; undefined when it leaves the origin, or the response is no redirect. */
function redirectTarget(response: Response, from: string): string | undefined {
  // A custom `fetch` may resolve with anything.
  const { status, headers } = Object(response) as Partial<Response>;
  if (status === undefined || !isRedirect(status)) return undefined;
  const location = headers?.get("location");
  if (!location || !URL.canParse(location, from)) return undefined;
  const { href } = new URL(location, from);
  return href.startsWith(new URL("/", from).href) ? href : undefined;
}
