/**
 * Whether a request for the page's own endpoints may be answered: it comes from the page itself, from the address bar
 * or from no browser. A web page elsewhere can drive the emulator neither directly nor under a name of its own that
 * leads to this machine (DNS rebinding): names with a dot are refused, unless they are reserved for use at home.
 */
export function isAtHome(request: Request): boolean {
  const { host, origin, hostname, pathname } = new URL(request.url);
  const { headers } = request;
  const from = headers.get("origin") ?? origin;
  const isOwn = from === origin || from.endsWith(`://${host}`);
  // A link on another site may lead to the page: it does nothing by being opened, and cannot be framed.
  const site = headers.get("sec-fetch-site") ?? "none";
  const isSame = pathname === "/" || ["same-origin", "none"].includes(site);
  return isOwn && isSame && isHome(hostname);
}

function isHome(hostname: string): boolean {
  const isAddress = /^\[.*\]$|^[\d.]+$/.test(hostname);
  const isReserved = /\.(localhost|invalid|test|local|internal)$/.test(
    hostname,
  );
  return isAddress || isReserved || !hostname.includes(".");
}
