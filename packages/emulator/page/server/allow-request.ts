import { isLocalName } from "../../src/server/local-name.js";

/**
 * Whether the page's own endpoints answer a request. They take no key, so the request must come from the page itself, from
 * the address bar or from a client that is not a browser.
 */
export function isRequestAllowed(request: Request): boolean {
  const { host, origin, hostname, pathname } = new URL(request.url);
  const { headers } = request;
  const from = headers.get("origin") ?? origin;
  const isOwnOrigin = from === origin || from.endsWith(`://${host}`);
  // A link of another site may lead to the page: opening the page changes nothing, and the page cannot be framed.
  const site = headers.get("sec-fetch-site") ?? "none";
  const isSameSite = pathname === "/" || ["same-origin", "none"].includes(site);
  return isOwnOrigin && isSameSite && isLocalName(hostname);
}
