import { BodyReader, decode } from "../http/body.js";
import { EXPIRED, withTimeout } from "../http/timeout.js";
import { isPlainObject, parseJson } from "../json.js";

/** Why a delivery is refused: the status of the response, and the reason in its body. */
export class Refusal {
  readonly status: number;
  readonly error: string;

  constructor(status: number, error: string) {
    this.status = status;
    this.error = error;
  }
}

/** How much of a body is read. */
export interface BodyLimits {
  readonly maxBytes: number;
  readonly timeoutMs: number;
}

/** A delivery: a standard Request, or one whose JSON body a framework has parsed already. */
export type Delivery = Pick<Request, "method" | "url" | "headers"> & {
  readonly body: object | null;
};

/** Reads a body that is a JSON object, within the limits; or says why the body is refused. */
export async function readJsonObject(
  request: Delivery,
  limits: BodyLimits,
): Promise<Readonly<Record<string, unknown>> | Refusal> {
  const { headers, body } = request;
  if (isPlainObject(body)) return body;
  const type = headers.get("content-type") ?? "";
  const encoding = headers.get("content-encoding") ?? "identity";
  if (!/^application\/json *(;|$)/i.test(type) || encoding !== "identity")
    return new Refusal(415, "the body must be plain application/json");
  const length = Number(headers.get("content-length") ?? 0);
  if (length > limits.maxBytes) return TOO_LARGE;
  if ((request as Partial<Request>).bodyUsed) return READ_BEFORE;
  const text = await readText(request as Request, limits);
  if (typeof text !== "string") return text;
  // Middleware that parses bodies, such as `express.json()`, leaves nothing to read. A new Request writes out its object.
  const isEmptied = text === "" && length > 0;
  if (isEmptied || text === "[object Object]") return READ_BEFORE;
  const value = parseJson(text);
  return isPlainObject(value)
    ? value
    : new Refusal(400, "the body must be a JSON object");
}

/** The service delivers again after this, and `onError` hears of it. */
export const READ_BEFORE = new Refusal(
  500,
  "the body was parsed before the handler: mount this route before express.json(), or pass the parsed object as `body`",
);

const TOO_LARGE = new Refusal(413, "the body is too large");
const TOO_SLOW = new Refusal(408, "the body came too slowly");
const BROKEN = new Refusal(400, "the body broke off");

/** Reads the text of a body within the limits. Returns a `Refusal` for a body that is too large, too slow or broken. */
async function readText(
  request: Request,
  { maxBytes, timeoutMs }: BodyLimits,
): Promise<string | Refusal> {
  const reader = new BodyReader();
  const read = () => reader.read(request, maxBytes);
  try {
    const isWhole = await withTimeout(timeoutMs, undefined, read);
    return isWhole ? decode(reader.bytes) : TOO_LARGE;
  } catch (reason) {
    return reason === EXPIRED ? TOO_SLOW : BROKEN;
  } finally {
    reader.release();
  }
}
