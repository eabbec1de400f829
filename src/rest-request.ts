import createFetcher, { type Middleware } from "openapi-fetch";
import type { paths } from "../generated/rest.types.js";
import { check } from "./checks.js";
import { CloudComputeError, type Circumstances } from "./errors.js";
import { fillPath } from "./paths.js";
import type { Settings } from "./settings.js";
import type { Send } from "./send.js";

const client = createFetcher<paths>({ pathSerializer: fillPath });

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
  checkPath(fillPath(path, init.params?.path ?? {}, call), call);
  const baseUrl = address.url(call.operation);
  const transmit = async (request: Request) => {
    // A middleware may have written another request: it must not take the key elsewhere.
    const { href: url } = new URL(request.url);
    check(
      url.startsWith(`${baseUrl}/`),
      "path",
      "leads away from baseUrl",
      call,
    );
    const body = new Uint8Array(await request.arrayBuffer());
    const answer = await send({
      ...init,
      ...call,
      surface: "rest",
      method,
      url,
      body: body.length > 0 ? body : undefined,
      headers: Object.fromEntries(request.headers),
      repeatable: method === "GET" || method === "HEAD",
      keyIn: "header",
      expects: (init.parseAs ?? "json") === "json" ? "json if any" : "anything",
      hint: address.hint,
    });
    const { status, ok, text, headers, blot } = answer;
    // No Response can be made with 0 (a redirect that a browser hides) or with a status that is none: it is put on.
    const response = new Response((ok ? text : blot(text)) || null, {
      status: status >= 200 && status < 600 ? status : 502,
      headers,
    });
    // They speak of the bytes on the wire, not of this text.
    response.headers.delete("content-length");
    response.headers.delete("content-encoding");
    return Object.defineProperty(response, "status", { value: status });
  };
  let sending: Promise<Response> | undefined;
  const fetch = (request: Request) => (sending = transmit(request));
  try {
    return await client.request(
      method as "get",
      path as never,
      { ...init, signal: undefined, fetch, baseUrl } as never,
    );
  } catch (error) {
    // openapi-fetch passes on no reason that is falsy, and a signal may have any.
    await sending;
    const isKnown = sending !== undefined || error instanceof CloudComputeError;
    check(isKnown, "init", `cannot be sent: ${String(error)}`, call);
    throw error;
  }
}

/**
 * The last guard before a request leaves: refuses a path that does not begin at the address, has an unfilled template,
 * or holds what a URL parser would fold away: an empty or dot segment, a backslash, a control character.
 */
function checkPath(path: string, call: Circumstances): void {
  check(
    /^(\/(?!(\.|%2e){0,2}([/?#]|$))[^/\\\p{Cc}{}?#]+)+([?#][^\\\p{Cc}]*)?$/iu.test(
      path,
    ),
    "path",
    "must begin with / and hold no empty or climbing segment, no brace, backslash or control character",
    call,
  );
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
