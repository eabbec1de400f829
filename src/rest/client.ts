import createOpenapiClient, {
  createQuerySerializer,
  defaultBodySerializer,
  type Client,
  type HeadersOptions,
  type QuerySerializerOptions,
} from "openapi-fetch";
import type { paths } from "../../generated/rest/types.js";
import { check, checkHeaders, refuseUnsendable } from "../checks.js";
import type { CallContext } from "../errors.js";
import { readBody, toResponse } from "../http/as-fetch.js";
import type { CallInfo, TransportRequest } from "../http/request.js";
import { acceptResponse } from "../http/response.js";
import type { Send } from "../http/transport.js";
import { fillPath, isWithin } from "../http/url.js";
import type { CallOptions } from "../options.js";
import type { Settings } from "../settings.js";

/** openapi-fetch's client of the management REST API. */
export type RestClient = Client<paths>;

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
export function createRestClient(settings: Settings, send: Send): RestClient {
  const address = settings.addresses.rest;
  const library = createOpenapiClient<paths>({ baseUrl: address.base });
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
    const { signal, timeout, retries, parseAs = "json", ...others } = init;
    const call: CallInfo = {
      surface: "rest",
      operation: `rest.${method}`,
      route: `${method} ${path}`,
      hint: address.hint,
    };
    checkPath(fillTemplate(path, init.params?.path ?? {}, call), call);
    checkHeaders(init.headers, call);
    checkHeaders(init.params?.header, call);
    address.require(call.operation);

    let rejection: { readonly reason: unknown } | undefined;
    const fetch = async (written: Request): Promise<Response> => {
      const { href: url } = new URL(written.url);
      try {
        // A middleware may have written another request: the key must not go elsewhere.
        const isOurs = isWithin(url, address.base);
        check(isOurs, "path", "leads away from baseUrl", call);
        const headers = Object.fromEntries(written.headers);
        const request: TransportRequest = {
          call,
          method: written.method,
          url,
          body: await readBody(
            written,
            { signal, timeout },
            settings,
            call.operation,
          ),
          safe: written.method === "GET" || written.method === "HEAD",
          options: { signal, timeout, retries, headers },
        };
        const response = await send(request);
        const expects = parseAs === "json" ? "json if any" : "anything";
        acceptResponse(settings, response, call, expects);
        return toResponse(response, request);
      } catch (reason) {
        rejection = { reason };
        throw reason;
      }
    };

    // Without the signal: a platform `Request` would leave a listener on it.
    const libraryInit = {
      ...others,
      ...serializersOf(init, call),
      parseAs,
      fetch,
    };
    try {
      return await requestByLibrary(method, path, libraryInit);
    } catch (error) {
      // The library loses a falsy rejection, such as the reason of `abort(0)`.
      throw rejection && !rejection.reason ? rejection.reason : error;
    }
  };

  const client: Record<string, unknown> = { ...library };
  client["request"] = (method: string, path: string, init?: RestInit) =>
    request(method.toUpperCase(), path, init);
  for (const method of METHODS) client[method] = request.bind(null, method);
  return client as unknown as RestClient;
}

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
