import { answerOf } from "../refusals/refusal.js";
import { jsonResponse } from "../http/json-response.js";
import { requireKey, type Surface } from "../requests/surfaces.js";

const TITLES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  413: "Request Entity Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Entity",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  503: "Service Unavailable",
};

/** The windows of the rate limit: how many requests in how many seconds. */
const WINDOWS = [
  ["minute", 180, 60],
  ["hour", 7200, 3600],
] as const;

/**
 * The headers of an answer: an id always, and the rate limit for a request with a key. Each request with a
 * key leaves one less. The windows end with the minutes and the hours of the clock. The emulator refuses no request of this
 * surface, so it always leaves one: a fault rule rehearses an empty window.
 */
function headersOf(
  hasKey: boolean,
  now: number,
  countRequest: (windowSeconds: number) => number,
): Readonly<Record<string, string>> {
  const id = { "x-request-id": crypto.randomUUID() };
  if (!hasKey) return id;
  const seconds = Math.floor(now / 1000);
  const left = WINDOWS.map(
    ([name, quota, length]) =>
      `"${name}";r=${Math.max(1, quota - countRequest(length))};t=${length - (seconds % length)}`,
  );
  const policy = WINDOWS.map(
    ([name, quota, length]) => `"${name}";q=${quota};w=${length}`,
  );
  return {
    ...id,
    RateLimit: left.join(", "),
    "RateLimit-Policy": policy.join(", "),
  };
}

/** Version 2 of the management API: errors as problem+json. */
export const v2Surface: Surface = {
  name: "v2",
  authenticate: requireKey,
  respondWithError: (error, route) => {
    const answer = answerOf(error, "v2", route);
    const { status, message, headers, problems } = answer;
    const title = TITLES[status] ?? (status < 500 ? "Refused" : "Failed");
    const errors = status === 422 && { errors: problems ?? [message] };
    const body = { title, status, detail: message, ...errors };
    return jsonResponse(body, {
      status,
      headers: { ...headers, "content-type": "application/problem+json" },
    });
  },
  headers: headersOf,
};

/** The document of version 2, which needs no key. */
export const v2DocumentSurface: Surface = {
  ...v2Surface,
  authenticate: () => false,
};
