import createFetcher, {
  type Middleware,
  type PathSerializer,
} from "openapi-fetch";
import type { paths } from "../generated/rest.types.js";
import type { Answer } from "./answer.js";
import { check } from "./checks.js";
import { CloudComputeError, type Circumstances } from "./errors.js";
import { fillPath } from "./paths.js";
import type { Message } from "./request.js";
import type { Settings } from "./settings.js";
import type { Send } from "./send.js";

/** One call of the escape hatch: openapi-fetch writes the request and reads the answer, `send` is in between. */
export async function restRequest(
  settings: Settings,
  send: Send,
  method: string,
  path: string,
  init: RestInit,
): Promise<unknown> {
  const address = settings.addresses.rest;
  const call = { operation: `rest.${method}`, route: `${method} ${path}` };
  const pathSerializer: PathSerializer = (template, parameters) =>
    fillPath(template, (name) => parameters[name], call);
  checkPath(pathSerializer(path, init.params?.path ?? {}), call);
  const baseUrl = address.url(call.operation);
  const message: Message = {
    ...init,
    ...call,
    surface: "rest",
    method,
    url: baseUrl,
    repeatable: method === "GET" || method === "HEAD",
    expects: (init.parseAs ?? "json") === "json" ? "json if any" : "anything",
    hint: address.hint,
  };
  let sending: Promise<Response> | undefined;
  const fetch = (request: Request) =>
    (sending = transmit(send, message, request));
  // The signal is for `send` alone.
  const written = { ...init, signal: undefined, fetch, baseUrl };
  const client = createFetcher<paths>({ pathSerializer });
  try {
    return await client.request(
      method as "get",
      path as never,
      written as never,
    );
  } catch (error) {
    // openapi-fetch passes on no reason that is falsy, and a signal may have any.
    await sending;
    check(
      sending !== undefined || error instanceof CloudComputeError,
      "init",
      `cannot be sent: ${String(error)}`,
      call,
    );
    throw error;
  }
}

/**
 * The last guard before a request leaves: refuses a path that does not begin at the address, has an unfilled template,
 * or holds what a URL parser would fold away: an empty or dot segment, a backslash, a control character.
 */
function checkPath(path: string, call: Circumstances): void {
  const [plain = ""] = path.split(/[?#]/, 1);
  check(
    /^(\/(?!(\.|%2e){0,2}(\/|$))[^/{}]+)+$/i.test(plain) &&
      !/[\\\p{Cc}]/u.test(path),
    "path",
    "must begin with / and hold no empty or climbing segment, no brace, backslash or control character",
    call,
  );
}

/** Sends the `message` as openapi-fetch has written it, its body as bytes, so that it can be sent again. */
async function transmit(
  send: Send,
  message: Message,
  request: Request,
): Promise<Response> {
  const { href: url } = new URL(request.url);
  // A middleware may have written another request: it must not take the key elsewhere.
  const isWithin = url.startsWith(`${message.url}/`);
  check(isWithin, "path", "leads away from baseUrl", message);
  const bytes = new Uint8Array(await request.arrayBuffer());
  const body = bytes.length > 0 ? bytes : undefined;
  const headers = Object.fromEntries(request.headers);
  return toResponse(await send({ ...message, url, body, headers }));
}

/** A platform Response over an answer that is read already. */
function toResponse({ status, text, ...answer }: Answer): Response {
  // A copy: a Response that is not the platform's may keep the headers it is given, and those may be immutable.
  const headers = new Headers(answer.headers);
  // They speak of the bytes on the wire, not of this text.
  headers.delete("content-length");
  headers.delete("content-encoding");
  const response = new Response(text || null, {
    // None can be made with 0 (a redirect that a browser hides) or with a status that is none: it is put on.
    status: status >= 200 && status < 600 ? status : 502,
    headers,
  });
  return Object.defineProperty(response, "status", { value: status });
}

/** The members of an openapi-fetch call that this client reads itself. */
export interface RestInit {
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  readonly retries?: number;
  readonly parseAs?: string;
  readonly params?: { readonly path?: Record<string, unknown> };
  readonly middleware?: readonly Middleware[];
}
