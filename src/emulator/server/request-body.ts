import { ApiError } from "./api-error.js";
import type { Route } from "./operations.js";

const MEBIBYTE = 2 ** 20;

/** The largest body of a route, in bytes. A route that is not listed has no limit. */
const MAX_BODY_BYTES: Readonly<Partial<Record<Route, number>>> = {
  "POST /v2/{slug}/run": 10 * MEBIBYTE,
  "POST /v2/{slug}/runsync": 20 * MEBIBYTE,
};

/** The body of a request, fully read. */
export interface RequestBody {
  readonly text: string;
  readonly sizeBytes: number;
  /** The parsed JSON; undefined where the text is not JSON. */
  readonly json: unknown;
}

export async function readBody(request: Request): Promise<RequestBody> {
  if (request.body === null) return { text: "", sizeBytes: 0, json: undefined };
  const bytes = new Uint8Array(await request.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  return { text, sizeBytes: bytes.length, json: parseJson(text) };
}

/** The JSON of the body. Throws 413 where the body is too large, 415 for another content type, 400 where it is not JSON. */
export function requireJson(
  route: Route,
  headers: Headers,
  { text, sizeBytes, json }: RequestBody,
): unknown {
  const limit = MAX_BODY_BYTES[route] ?? Infinity;
  if (sizeBytes > limit) {
    const rule = `the body must be at most ${limit} bytes`;
    throw new ApiError(413, `${rule} (it was ${sizeBytes})`);
  }
  if (text === "") throw new ApiError(400, "a JSON body is required");
  const type = headers.get("content-type") ?? "none";
  if (!/^application\/json\b/i.test(type)) {
    const rule = "the content type must be application/json";
    throw new ApiError(415, `${rule} (it was ${type})`);
  }
  if (json === undefined) throw new ApiError(400, "the body is not valid JSON");
  return json;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
