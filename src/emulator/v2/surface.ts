import { jsonResponse } from "../server/json-response.js";
import { answerOf } from "../refusals/refusal.js";
import { requireKey, type Surface } from "../server/surfaces.js";

/** Full windows: the emulator limits no rate. A fault rule rehearses an empty window. */
const RATE_LIMIT_HEADERS = {
  RateLimit: '"minute";r=60;t=60, "hour";r=3000;t=3600, "day";r=50000;t=86400',
  "RateLimit-Policy":
    '"minute";q=60;w=60, "hour";q=3000;w=3600, "day";q=50000;w=86400',
};

const TITLES: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  402: "Payment Required",
  404: "Not Found",
  405: "Method Not Allowed",
  409: "Conflict",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  422: "Unprocessable Content",
  429: "Too Many Requests",
};

/** Version 2 of the management API: errors as problem+json, and the headers of the rate limit on every answer. */
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
      headers: {
        ...RATE_LIMIT_HEADERS,
        ...headers,
        "content-type": "application/problem+json",
      },
    });
  },
  headers: RATE_LIMIT_HEADERS,
};
