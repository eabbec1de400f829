import {
  createFinalURL,
  createQuerySerializer,
  defaultBodySerializer,
  mergeHeaders,
  type HeadersOptions,
  type MergedOptions,
  type Middleware,
  type PathSerializer,
} from "openapi-fetch";
import type { Answer } from "../http/response.js";
import { check, checkHeaders, refuse } from "../checks.js";
import type { CallContext } from "../errors.js";
import { fillPath } from "../http/paths.js";
import type { Message } from "../http/request.js";
import { exchange, type RestInit, type Shown } from "./exchange.js";
import type { Settings } from "../settings.js";
import type { Send } from "../http/transport.js";

/** One call of the escape hatch, as openapi-fetch would make it, but that its request goes through `send`. */
export async function restRequest(
  settings: Settings,
  send: Send,
  method: string,
  schemaPath: string,
  init: RestInit,
  registered: readonly Middleware[],
): Promise<object> {
  const {
    params = {},
    parseAs = "json",
    querySerializer,
    bodySerializer = defaultBodySerializer,
    pathSerializer,
    middleware = [],
    ...written
  } = init;
  const address = settings.addresses.rest;
  const call = {
    operation: `rest.${method}`,
    route: `${method} ${schemaPath}`,
  };
  const fill: PathSerializer = (path, parameters) =>
    fillPath(path, (name) => parameters[name], call);
  checkPath(fill(schemaPath, params.path ?? {}), call);
  // What a Headers holds is right already, and is not spread.
  checkHeaders({ ...init.headers, ...params.header }, call);
  const baseUrl = address.url(call.operation);
  const message: Message = {
    ...call,
    signal: init.signal,
    timeout: init.timeout,
    retries: init.retries,
    surface: "rest",
    method,
    url: baseUrl,
    repeatable: method === "GET" || method === "HEAD",
    expects: parseAs === "json" ? "json if any" : "anything",
    hint: address.hint,
  };
  const options: MergedOptions = Object.freeze({
    baseUrl,
    fetch: (request) => transmit(send, message, request as Request),
    parseAs,
    querySerializer:
      typeof querySerializer === "function"
        ? querySerializer
        : createQuerySerializer(querySerializer),
    bodySerializer,
    pathSerializer: pathSerializer ?? fill,
  });
  const id = Math.random().toString(36).slice(2);
  const shown = { schemaPath, params, options, id };
  let request: Request;
  try {
    request = write(method, written, shown);
  } catch (fault) {
    refuse("init", fault, call);
  }
  const hooks = [...registered, ...middleware].filter(Boolean);
  return exchange(request, hooks, shown, init.Request ?? Request);
}

/** The request, before any middleware sees it. */
function write(
  method: string,
  { headers, body, Request = globalThis.Request, ...own }: RestInit,
  { schemaPath, params, options }: Shown,
): Request {
  const given = [headers, params.header as HeadersOptions];
  const serialize = options.bodySerializer as BodySerializer;
  const text =
    body === undefined ? undefined : serialize(body, mergeHeaders(...given));
  const isTyped = text === undefined || text instanceof FormData;
  const type = isTyped ? {} : { "content-type": "application/json" };
  const request = new Request(
    createFinalURL(schemaPath, { ...options, params }),
    {
      ...own,
      method,
      body: text ?? null,
      headers: mergeHeaders(type, ...given),
      // The signal is for `send` alone.
      signal: null,
    },
  );
  // What a caller adds of his own is for a middleware to see.
  for (const name in own)
    if (!(name in request)) Reflect.set(request, name, own[name as never]);
  return request;
}

/**
 * The last guard before a request leaves: refuses a path that does not begin at the address, has an unfilled template,
 * or holds what a URL parser would fold away: an empty or dot segment, a backslash, a control character.
 */
function checkPath(path: string, call: CallContext): void {
  const plain = path.replace(/[?#].*/s, "");
  check(
    /^(\/(?!(\.|%2e){0,2}(\/|$))[^/{}]+)+$/i.test(plain) &&
      !/[\\\p{Cc}]/u.test(path),
    "path",
    "must begin with / and hold no empty or climbing segment, brace, backslash or control character",
    call,
  );
}

/** Sends the `message` as it was written, its body as bytes, so that it can be sent again. */
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
function toResponse({ status, text, headers }: Answer): Response {
  const response = new Response(text || null, {
    // None can be made with 0 (a redirect that a browser hides) or with a status that is none: it is put on.
    status: status >= 200 && status < 600 ? status : 502,
    headers,
  });
  return Object.defineProperty(response, "status", { value: status });
}

type BodySerializer = (body: unknown, headers: Headers) => BodyInit;
