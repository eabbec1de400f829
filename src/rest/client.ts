import createOpenapiClient, {
  createQuerySerializer,
  defaultBodySerializer,
  type Client,
  type HeadersOptions,
  type QuerySerializerOptions,
} from "openapi-fetch";
import type { paths as JobsPaths } from "../../generated/jobs/types.js";
import type { paths as RestPaths } from "../../generated/rest/types.js";
import {
  check,
  readHeaders,
  checkMilliseconds,
  checkObject,
  checkSignal,
  refuseUnsendable,
} from "../checks.js";
import { TimeoutError, type CallContext } from "../errors.js";
import { loadPlatform } from "../http/as-fetch.js";
import type { CallInfo, TransportRequest } from "../http/request.js";
import { acceptResponse } from "../http/response.js";
import { EXPIRED, withTimeout } from "../http/timeout.js";
import type { Send } from "../http/transport.js";
import { fillPath, isWithin } from "../http/url.js";
import type { CallOptions } from "../options.js";
import type { Settings } from "../settings.js";

/** openapi-fetch's client of the management REST API. */
export type RestClient = Client<RestPaths>;

/** openapi-fetch's client of the job API. */
export type JobsRestClient = Client<JobsPaths>;

/** A surface that a raw client is for. */
interface RawSurface {
  readonly surface: "rest" | "jobs";
  /** The member of the client that is this raw client. */
  readonly member: string;
  /** The option that holds the address. */
  readonly option: string;
}

export const REST: RawSurface = {
  surface: "rest",
  member: "rest",
  option: "baseUrl",
};

export const JOBS: RawSurface = {
  surface: "jobs",
  member: "jobsRest",
  option: "publicBaseUrl",
};

type Values = Readonly<Record<string, unknown>>;

/** The members of openapi-fetch's `init` that are read here; the library reads the others. */
interface RestInit extends Pick<CallOptions, "signal" | "timeout" | "retries"> {
  readonly headers?: HeadersOptions;
  readonly params?: { readonly path?: Values; readonly header?: Values };
  readonly parseAs?: string;
  readonly pathSerializer?: (path: string, values: Values) => string;
  readonly querySerializer?:
    QuerySerializerOptions | ((query: Values) => string);
  readonly bodySerializer?: (body: unknown, headers?: Headers) => unknown;
}

/**
 * openapi-fetch's own client (`{ data, error, response }`), whose requests go through the transport. A call rejects when
 * no response comes, when none comes in time, and when a success cannot be parsed.
 */
export function createRestClient<Paths extends object>(
  settings: Settings,
  send: Send,
  { surface, member, option }: RawSurface,
): Client<Paths> {
  const address = settings.addresses[surface];
  const library = createOpenapiClient<Paths>({ baseUrl: address.base });
  const requestByLibrary = library.request as (
    method: string,
    path: string,
    init: object,
  ) => Promise<unknown>;

  const request = async (
    method: string,
    path: string,
    init: RestInit = {},
  ): Promise<unknown> => {
    const call: CallInfo = {
      surface,
      operation: `${member}.${method}`,
      route: `${method} ${path}`,
      hint: address.hint,
    };
    checkObject("init", init, call);
    const { signal, timeout = settings.timeout, ...others } = init;
    const { retries, ...rest } = others;
    const { parseAs = "json" } = rest;
    checkSignal(signal, call);
    checkMilliseconds("timeout", timeout, call);
    checkPath(fillTemplate(path, init.params?.path ?? {}, call), call);
    readHeaders(init.headers, call);
    readHeaders(init.params?.header, call);
    address.require(call.operation);
    const deadline = performance.now() + timeout;
    const exchange: Exchange = { maybeSent: false };

    const fetch = (written: Request): Promise<Response> => {
      const sent = sendWritten(written).catch((reason: unknown) => {
        exchange.rejection = { reason };
        throw reason;
      });
      exchange.sent = sent;
      return sent;
    };
    const sendWritten = async (written: Request): Promise<Response> => {
      const { href: url } = new URL(written.url);
      // A middleware may have written another request: the key must not go elsewhere.
      const isOurs = isWithin(url, address.base);
      check(isOurs, "path", `leads away from ${option}`, call);
      const remaining = () => {
        const remainingMs = deadline - performance.now();
        // A middleware may have taken all the time: nothing may be sent after the call has ended.
        if (remainingMs <= 0) throw timeoutError();
        return { signal, timeout: remainingMs };
      };
      const { operation } = call;
      const { readBody, toResponse } = await loadPlatform(
        operation,
        signal,
        remaining().timeout,
      );
      const body = await readBody(written, remaining(), operation);
      const headers = readHeaders(written.headers, call);
      const request: TransportRequest = {
        call,
        method: written.method,
        url,
        body,
        responseAs: TEXT_FORMS.includes(parseAs) ? "text" : "bytes",
        options: { ...remaining(), retries, headers },
      };
      const wasMaybeSent = exchange.maybeSent;
      exchange.maybeSent = true;
      const response = await send(request);
      exchange.maybeSent = wasMaybeSent || response.maybeSent;
      const expects = parseAs === "json" ? "json if any" : "anything";
      await acceptResponse(settings, response, call, expects);
      return toResponse(response, request);
    };
    const timeoutError = () =>
      new TimeoutError(
        `${call.route} did not end in time (timeout: ${timeout} ms)`,
        timeout,
        { ...call, maybeSent: exchange.maybeSent },
      );

    // Without the signal: a platform `Request` would leave a listener on it.
    const libraryInit = {
      ...rest,
      ...serializersOf(init, call),
      parseAs,
      fetch,
    };
    try {
      // The bound of what the transport does not bound: middleware, and bodies that a middleware has made.
      return await withTimeout(timeout, signal, () =>
        requestByLibrary(method, path, libraryInit),
      );
    } catch (error) {
      const { sent, rejection } = exchange;
      if (error === EXPIRED) {
        // The transport has the same bound: what it rejects with says more.
        await sent;
        throw timeoutError();
      }
      if (error instanceof TypeError && !sent)
        refuseInvalidRequest(method, rest, error, call);
      // The library loses a falsy rejection, such as the reason of `abort(0)`.
      throw rejection && !rejection.reason ? rejection.reason : error;
    }
  };

  const client: Record<string, unknown> = { ...library };
  client["request"] = (method: string, path: string, init?: RestInit) =>
    request(method.toUpperCase(), path, init);
  for (const method of METHODS) client[method] = request.bind(null, method);
  return client as unknown as Client<Paths>;
}

/** What became of the request that the library, or a middleware, has sent last. */
interface Exchange {
  sent?: Promise<Response>;
  rejection?: { readonly reason: unknown };
  /** Whether the service may have carried the request out. */
  maybeSent: boolean;
}

/** The ways of reading a success that need its text only. The others need its exact bytes. */
const TEXT_FORMS = ["json", "text"];

const METHODS = [
  "GET",
  "PUT",
  "POST",
  "DELETE",
  "OPTIONS",
  "HEAD",
  "PATCH",
  "TRACE",
] as const;

/**
 * Throws an `InputError` in place of the platform's error for a request that it cannot write: a method such as TRACE, a
 * body for a GET, or a member of `init` that is not valid. Returns when the error came from elsewhere.
 */
function refuseInvalidRequest(
  method: string,
  init: object,
  error: TypeError,
  call: CallContext,
): void {
  const body = "body" in init && init.body !== undefined ? "" : null;
  try {
    new Request("https://localhost", { ...init, headers: {}, method, body });
  } catch {
    refuseUnsendable("init", error, call);
  }
}

/** The serializers of a call: the caller's or the library's, whose errors become ours, and a strict one for paths. */
function serializersOf(init: RestInit, call: CallContext): object {
  const {
    pathSerializer = (template: string, values: Values) =>
      fillTemplate(template, values, call),
    querySerializer,
    bodySerializer = defaultBodySerializer,
  } = init;
  const serializeQuery =
    typeof querySerializer === "function"
      ? querySerializer
      : createQuerySerializer(querySerializer);
  const attempt = <Result>(serialize: () => Result): Result => {
    try {
      return serialize();
    } catch (error) {
      refuseUnsendable("init", error, call);
    }
  };
  return {
    pathSerializer,
    querySerializer: (query: Values) => attempt(() => serializeQuery(query)),
    bodySerializer: (body: unknown, headers?: Headers) =>
      attempt(() => bodySerializer(body, headers)),
  };
}

function fillTemplate(
  template: string,
  values: Values,
  call: CallContext,
): string {
  return fillPath(template, (name) => values[name], call);
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
