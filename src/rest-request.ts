import createFetcher, { type Middleware } from "openapi-fetch";
import type { paths } from "../generated/rest.types.js";
import type { Answer } from "./answer.js";
import { CloudComputeError, InputError, type Circumstances } from "./errors.js";
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
  const { signal, timeout, retries, ...rest } = init;
  checkPath(fillPath(path, rest.params?.path ?? {}, call), call);
  const baseUrl = address.url(call.operation);
  let fault: { readonly reason: unknown } | undefined;
  const transmit = async (written: Request) => {
    checkWithin(baseUrl, written.url, call);
    const answer = await send({
      ...{ ...call, surface: "rest", method, signal, timeout, retries },
      url: written.url,
      body: await bodyOf(written),
      headers: Object.fromEntries(written.headers),
      repeatable: method === "GET" || method === "HEAD",
      keyIn: "header",
      expects: (rest.parseAs ?? "json") === "json" ? "json if any" : "anything",
      hint: address.hint,
    });
    return toResponse(answer);
  };
  const fetch = (written: Request) =>
    transmit(written).catch((reason: unknown) => {
      fault = { reason };
      throw reason;
    });
  try {
    return await client.request(
      method.toLowerCase() as "get",
      path as never,
      { ...rest, fetch, baseUrl } as never,
    );
  } catch (error) {
    // openapi-fetch passes on no reason that is falsy, and a signal may have any.
    throw fault ? fault.reason : unwritten(error, call);
  }
}

/**
 * The last guard before a request leaves: refuses a path that does not begin at the address, has an unfilled template,
 * or holds what a URL parser would fold away: an empty or dot segment, a backslash, a control character.
 */
function checkPath(path: string, call: Circumstances): void {
  const [plain = ""] = path.split("?", 1);
  const refuse = (parameter: string, why: string) =>
    new InputError(parameter, why, call);
  const unfilled = /\{([^{}]*)\}/.exec(plain)?.[1];
  if (unfilled !== undefined) throw refuse(unfilled, `${unfilled} is missing`);
  if (!plain.startsWith("/"))
    throw refuse("path", "the path must begin with /");
  if (/\/(\.|%2e){0,2}(\/|$)/i.test(plain))
    throw refuse("path", "a segment of the path is empty or climbs");
  if (/[\\\p{Cc}]/u.test(path))
    throw refuse("path", "the path holds a backslash or a control character");
}

/** A middleware may have written another request: it must not take the key elsewhere. */
function checkWithin(baseUrl: string, url: string, call: Circumstances): void {
  const [base, target] = [new URL(baseUrl), new URL(url)];
  const isWithin =
    target.origin === base.origin &&
    target.pathname.startsWith(base.pathname.replace(/\/*$/, "/"));
  if (!isWithin)
    throw new InputError("path", "the request leads away from baseUrl", call);
}

/** What failed before anything was sent. */
function unwritten(error: unknown, call: Circumstances): unknown {
  if (error instanceof CloudComputeError) return error;
  const why = error instanceof Error ? error.message : "it cannot be written";
  return new InputError("init", `the request cannot be sent: ${why}`, call);
}

/** The body as bytes, so that it can be sent again; asked of the method, since not every browser shows `body`. */
async function bodyOf(
  written: Request,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (written.method === "GET" || written.method === "HEAD") return undefined;
  const bytes = new Uint8Array(await written.arrayBuffer());
  return bytes.byteLength > 0 ? bytes : undefined;
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

/** A platform Response over an answer that is read already. */
function toResponse({
  status,
  ok,
  text = "",
  headers,
  blot,
}: Answer): Response {
  const kept = new Headers(headers);
  // They speak of the bytes on the wire, not of this text.
  for (const name of ["content-length", "content-encoding"]) kept.delete(name);
  const body = ok ? text : blot(text);
  const content = body === "" ? null : body;
  if (status >= 200 && status <= 599)
    return new Response(content, { status, headers: kept });
  // No Response can be made with 0 (a redirect that a browser hides) or with a status that is none: it is put on.
  const response = new Response(content, { status: 502, headers: kept });
  return Object.defineProperty(response, "status", { value: status });
}
