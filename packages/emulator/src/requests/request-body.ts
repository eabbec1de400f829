import { Refusal } from "../refusals/refusal.js";
import { isVersion2, type Route } from "../http/operations.js";

const MEBIBYTE = 2 ** 20;

/** The largest body of a route that is not listed below, in bytes. */
const DEFAULT_MAX_BODY_BYTES = MEBIBYTE;

/** The largest body of a route of version 2 of the management API, in bytes. */
const MAX_V2_BODY_BYTES = 102_400;

/** The largest body of these routes, in bytes. */
const MAX_BODY_BYTES: Readonly<Partial<Record<Route, number>>> = {
  "POST /v2/{slug}/run": 10 * MEBIBYTE,
  "POST /v2/{slug}/runsync": 20 * MEBIBYTE,
  // The limit of the service is not known; a picture of 19.5 MB as base64 was refused.
  "POST /v2/{slug}/job-done/{workerId}/{jobId}": 20 * MEBIBYTE,
  "POST /v2/{slug}/openai/v1/chat/completions": 20 * MEBIBYTE,
  "POST /v2/{slug}/openai/v1/completions": 20 * MEBIBYTE,
  "POST /v2/{slug}/openai/v1/embeddings": 20 * MEBIBYTE,
};

/** The value of a secret may have 16 MiB of text, which JSON may write with escapes. */
const MAX_SECRET_BODY_BYTES = 40 * MEBIBYTE;

/** How deep lists and objects may be nested. What is much deeper cannot be written as JSON again. */
const MAX_DEPTH = 500;

const decoder = new TextDecoder();

/** The body of a request, fully read. */
export interface RequestBody {
  readonly text: string;
  readonly sizeBytes: number;
  /** The parsed JSON; undefined where the text is not JSON. */
  readonly json: unknown;
  /** What the surface responds with where the body was not read to its end. */
  readonly error?: Refusal;
}

export const NO_BODY: RequestBody = { text: "", sizeBytes: 0, json: undefined };

/** Reads a body up to the limit of its route. What cannot be used of an upload becomes an error. */
export function readBody(route: Route, request: Request): Promise<RequestBody> {
  return readBodyUpTo(maxBodyBytes(route), request);
}

function maxBodyBytes(route: Route): number {
  if (/ \/v2\/account\/secrets(\/|$)/.test(route)) return MAX_SECRET_BODY_BYTES;
  if (isVersion2(route)) return MAX_V2_BODY_BYTES;
  return MAX_BODY_BYTES[route] ?? DEFAULT_MAX_BODY_BYTES;
}

/** Reads a body. An upload that the caller aborts, that is too large or too deep, becomes an error. */
export async function readBodyUpTo(
  limit: number,
  request: Request,
): Promise<RequestBody> {
  if (request.method === "GET" || request.method === "HEAD") return NO_BODY;
  const announced = Number(request.headers.get("content-length") ?? NaN);
  if (announced > limit) return tooLarge(limit, String(announced));
  try {
    // A stream costs a listening server much more than a buffer, so an announced body is not read as a stream.
    const bytes = Number.isNaN(announced)
      ? await readUpTo(limit, request.body)
      : new Uint8Array(await request.arrayBuffer());
    if (bytes.length === 0) return NO_BODY;
    if (bytes.length > limit) return tooLarge(limit, String(bytes.length));
    const text = decoder.decode(bytes);
    const json = parseJson(text);
    if (isDeeperThan(MAX_DEPTH, json))
      return unreadable(
        `the body must hold at most ${MAX_DEPTH} lists and objects within each other`,
      );
    return { text, sizeBytes: bytes.length, json };
  } catch {
    return unreadable("the body was not sent to its end");
  }
}

function tooLarge(limit: number, size: string): RequestBody {
  const values = { limit, size, mebibytes: limit / MEBIBYTE };
  return { ...NO_BODY, error: new Refusal("bodyTooLarge", values) };
}

function unreadable(problem: string): RequestBody {
  return { ...NO_BODY, error: new Refusal("unreadableBody", problem) };
}

/** Whether more lists and objects than `limit` stand within each other. */
function isDeeperThan(limit: number, json: unknown): boolean {
  if (typeof json !== "object" || json === null) return false;
  const isDeeper = (member: unknown) => isDeeperThan(limit - 1, member);
  return limit === 0 || Object.values(json).some(isDeeper);
}

/** All bytes of a stream, or somewhat more than the limit where there are more. */
async function readUpTo(
  limit: number,
  stream: Request["body"],
): Promise<Uint8Array> {
  if (!stream) return new Uint8Array();
  const reader = stream.getReader();
  const chunks: BlobPart[] = [];
  let length = 0;
  while (length <= limit) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  if (length > limit) void reader.cancel().catch(() => undefined);
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** The JSON of the body. Refuses a body that is too large, of another content type or not JSON. */
export function requireJson(
  headers: Headers,
  { text, json, error }: RequestBody,
): unknown {
  if (error) throw error;
  if (text === "")
    throw new Refusal("unreadableBody", "a JSON body is required");
  const type = headers.get("content-type") ?? "none";
  if (!/^application\/json\b/i.test(type))
    throw new Refusal("wrongContentType", { type });
  if (json === undefined)
    throw new Refusal("unreadableBody", "the body is not valid JSON");
  return json;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
