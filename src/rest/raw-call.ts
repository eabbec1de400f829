import type { HeadersOptions, QuerySerializerOptions } from "openapi-fetch";
import {
  check,
  checkCallbacks,
  checkObject,
  hasMethods,
  readHeaders,
  refuseUnsendable,
} from "../checks.js";
import type { CallContext, TimeoutError } from "../errors.js";
import { checkNotGraphql } from "../http/check-address.js";
import { readBody, toResponse } from "../http/platform-bodies.js";
import type { CallInfo, TransportRequest } from "../http/request.js";
import { acceptResponse } from "../http/response.js";
import { EXPIRED, withTimeout } from "../http/timeout.js";
import type { Send } from "../http/transport.js";
import { isWithin } from "../http/url.js";
import type { Settings } from "../settings.js";

export type Values = Readonly<Record<string, unknown>>;

/** The members of openapi-fetch's `init` that are read here; the library reads the others. */
export interface RawInit {
  readonly headers?: HeadersOptions;
  readonly params?: { readonly path?: Values; readonly header?: Values };
  readonly parseAs?: string;
  readonly middleware?: readonly unknown[];
  readonly baseUrl?: string;
  readonly pathSerializer?: (path: string, values: Values) => string;
  readonly querySerializer?:
    QuerySerializerOptions | ((query: Values) => string);
  readonly bodySerializer?: (body: unknown, headers?: Headers) => unknown;
}

/** A surface that a raw client is for. */
export interface RawSurface {
  readonly surface: "rest" | "jobs";
  /** The member of the client that is this raw client. */
  readonly member: string;
  /** The option that holds the address. */
  readonly option: string;
}

/** One call of a raw client. */
export interface RawCall {
  readonly call: CallInfo;
  /** The option that holds the address. */
  readonly option: string;
  readonly method: string;
  /** The path with its parameters filled in. */
  readonly path: string;
  readonly init: RawInit;
  readonly parseAs: string;
  readonly retries: number | undefined;
  /** The remaining time in milliseconds, and the signal. Throws a `TimeoutError` when no time remains. */
  readonly limits: () => {
    readonly signal: AbortSignal | undefined;
    readonly timeout: number;
  };
  /** Whether the service may have carried out a request of the call. */
  maybeSent: boolean;
  /** What the serializers of the query and of the body have returned. */
  readonly serialized: unknown[];
  readonly createTimeoutError: () => TimeoutError;
}

/** The ways of reading a success. */
const PARSE_FORMS = ["json", "text", "blob", "arrayBuffer", "stream"];

/** The ways of reading a success that need its text only. The others need its exact bytes. */
const TEXT_FORMS = ["json", "text"];

/** Sends a request that the library, or a middleware, has written for a call. */
export async function sendRawCall(
  settings: Settings,
  send: Send,
  raw: RawCall,
  written: Request,
): Promise<Response> {
  const { call, option, parseAs, limits, retries } = raw;
  checkArguments(raw);
  await refusePromises(raw);
  const address = new URL(written.url);
  const { href: url } = address;
  const { addresses } = settings;
  // A middleware may have written another request: the key must not go elsewhere.
  const isOurs = isWithin(url, addresses[call.surface].base);
  check(isOurs, "path", `leads away from ${option}`, call);
  checkNotGraphql("path", address, call.surface, addresses, call);
  const body = await readBody(written, limits(), call.operation);
  const headers = readHeaders(written.headers, call);
  const request: TransportRequest = {
    call,
    method: written.method,
    url,
    body,
    responseAs: TEXT_FORMS.includes(parseAs) ? "text" : "bytes",
    options: { ...limits(), retries, headers },
  };
  const wasMaybeSent = raw.maybeSent;
  raw.maybeSent = true;
  const response = await send(request);
  raw.maybeSent = wasMaybeSent || response.maybeSent;
  const expects = parseAs === "json" ? "json if any" : "anything";
  await acceptResponse(settings, response, call, expects);
  return toResponse(response, request);
}

/**
 * Throws an `InputError` in place of the platform's error for a request that it cannot write: a method such as TRACE, a
 * body for a GET, or a member of `init` that is not valid. Returns when the error came from elsewhere.
 */
export async function refuseInvalidCall(
  raw: RawCall,
  error: TypeError,
): Promise<void> {
  const { method, init, call } = raw;
  checkArguments(raw);
  await refusePromises(raw);
  const body = "body" in init && init.body !== undefined ? "" : null;
  try {
    new Request("https://localhost", { ...init, headers: {}, method, body });
  } catch {
    refuseUnsendable("init", error, call);
  }
}

/**
 * Refuses what an asynchronous serializer has returned, which the library would send as `[object Promise]`. A promise
 * that rejects is the error of the call.
 */
async function refusePromises({
  serialized,
  limits,
  createTimeoutError,
  call,
}: RawCall): Promise<void> {
  for (const value of serialized) {
    if (!hasMethods(value, ["then"])) continue;
    const { timeout, signal } = limits();
    try {
      await withTimeout(timeout, signal, () => Promise.resolve(value));
    } catch (error) {
      throw error === EXPIRED ? createTimeoutError() : error;
    }
    const problem =
      "holds a serializer that returns a promise: return the text or the body itself";
    check(false, "init", problem, call);
  }
}

function checkArguments({ path, init, parseAs, call }: RawCall): void {
  checkPath(path, call);
  const { params = {}, middleware = [], baseUrl, ...others } = init;
  const isAddress = typeof baseUrl === "string" && URL.canParse(baseUrl);
  check(isAddress || !baseUrl, "baseUrl", "must be a whole address", call);
  checkObject("params", params, call);
  const isForm = PARSE_FORMS.includes(parseAs);
  check(isForm, "parseAs", `must be one of ${PARSE_FORMS.join(", ")}`, call);
  check(Array.isArray(middleware), "middleware", "must be a list", call);
  const { pathSerializer, bodySerializer } = others;
  checkCallbacks({ pathSerializer, bodySerializer }, call);
  readHeaders(init.headers, call);
  readHeaders(init.params?.header, call);
}

/**
 * Refuses a path that does not begin at the address, has an unfilled template, or holds what a URL parser would
 * normalize away: an empty or dot segment, a backslash, a control character.
 */
function checkPath(path: string, call: CallContext): void {
  const plain = path.replace(/[?#].*/s, "");
  check(
    /^(\/(?!(\.|%2e){0,2}(\/|$))[^/{}]+)+$/i.test(plain) &&
      !/[\\\p{Cc}]/u.test(path),
    "path",
    "must begin with / and hold no empty or dot segment, brace, backslash or control character",
    call,
  );
}
