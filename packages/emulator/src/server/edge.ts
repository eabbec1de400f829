import type { EdgeAnswer } from "../http/fault-rule.js";
import type { Clock } from "../time/clock.js";
import type { Surface } from "../requests/surfaces.js";
import type { SurfaceName } from "../http/surface-name.js";

/** How long the edge waits for an answer of the service: real milliseconds, or those of a manual clock. */
export const EDGE_LIMIT_MS = 100_000;

/**
 * Whether the edge has passed a request on: its page of 502 or 524 says only that no answer came. With 429 and 1010, the edge
 * turns the request away.
 */
export function isPassedOn(answer: EdgeAnswer): boolean {
  return answer === 502 || answer === 524;
}

/** Clients of Python's standard library that name no User-Agent of their own. Of no other library is a refusal known. */
const REFUSED_AGENT = /^Python-urllib\//i;

/** The hosts at which such a client was refused. */
const GUARDED: readonly SurfaceName[] = ["graphql", "rest", "v2"];

/** What the edge answers to a client that it refuses; undefined for any other client. */
export function refuseAgent(
  surface: Surface,
  { headers }: Request,
): Response | undefined {
  const agent = headers.get("user-agent") ?? "";
  const isRefused = GUARDED.includes(surface.name) && REFUSED_AGENT.test(agent);
  return isRefused ? edgeResponse(1010, surface) : undefined;
}

/** Answers with the page of 524 if no answer comes within 100 seconds. The request goes on. */
export async function withinEdgeLimit(
  clock: Clock,
  surface: Surface,
  respond: () => Promise<Response>,
): Promise<Response> {
  const limit = clock.now() + EDGE_LIMIT_MS * clock.speed;
  let cancel = (): void => undefined;
  const late = new Promise<Response>((resolve) => {
    const giveUp = () => resolve(edgeResponse(524, surface));
    cancel = clock.schedule(limit, giveUp, "onTime");
  });
  try {
    return await Promise.race([respond(), late]);
  } finally {
    cancel();
  }
}

const TITLES: Readonly<Record<number, string>> = {
  413: "Payload too large",
  429: "Too many requests",
  502: "Bad gateway",
  524: "A timeout occurred",
};

/** What the edge in front of the service answers; 413 for a body that it does not take. */
export function edgeResponse(
  answer: EdgeAnswer | 413,
  { name }: Surface,
): Response {
  if (answer === 1010) return plainText(403, "error code: 1010");
  // What a worker of a load balancing endpoint was seen to be answered for while it boots.
  if (answer === 502 && name === "loadBalancer")
    return plainText(502, "error code: 502");
  const title = `${answer}: ${TITLES[answer]}`;
  const page = `<!DOCTYPE html>
<html lang="en">
  <head><title>${title}</title></head>
  <body><h1>${title}</h1></body>
</html>
`;
  return respond(answer, page, "text/html");
}

function plainText(status: number, text: string): Response {
  return respond(status, text, "text/plain");
}

function respond(status: number, text: string, type: string): Response {
  const headers = {
    "content-type": `${type}; charset=UTF-8`,
    server: "cloudflare",
  };
  return new Response(text, { status, headers });
}
