import { Refusal } from "./refused-error.js";
import { checkBody } from "./validate.js";

/** What a request carries. */
export interface Content {
  readonly text: string;
  /** In bytes. */
  readonly size: number;
  /** The parsed JSON; undefined where it is none. */
  readonly value: unknown;
}

export async function readContent(request: Request): Promise<Content> {
  if (request.body === null) return { text: "", size: 0, value: undefined };
  const bytes = new Uint8Array(await request.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  return { text, size: bytes.length, value: parse(text) };
}

/** The largest body each route takes, in bytes. */
const limits: Readonly<Partial<Record<string, number>>> = {
  "POST /v2/{slug}/run": 10 * 2 ** 20,
  "POST /v2/{slug}/runsync": 20 * 2 ** 20,
};

/** The parsed body: 413 where it is too large, 415 where it is not JSON by its type, 400 where it is not valid. */
export function bodyOf(
  route: string,
  request: Request,
  { text, size, value }: Content,
): unknown {
  const limit = limits[route] ?? Infinity;
  if (size > limit)
    throw new Refusal(
      413,
      `the body must be at most ${limit} bytes (it was ${size})`,
    );
  if (text === "") throw new Refusal(400, "a JSON body is required");
  const type = request.headers.get("content-type") ?? "none";
  if (!/^application\/json\b/i.test(type)) {
    throw new Refusal(
      415,
      `the content type must be application/json (it was ${type})`,
    );
  }
  if (value === undefined) throw new Refusal(400, "the body is not valid JSON");
  checkBody(route, value);
  return value;
}

/** The value of a JSON text, undefined where it is none. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
