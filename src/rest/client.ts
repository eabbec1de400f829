import createOpenapiClient from "openapi-fetch";
import type { SurfaceName } from "../../generated/surfaces/addresses.js";
import type { paths as JobsPaths } from "../../generated/jobs/types.js";
import type { paths as RestPaths } from "../../generated/rest/types.js";
import {
  check,
  checkObject,
  checkOneOf,
  readCallOptions,
  readHeaders,
} from "../checks.js";
import type { Transport } from "../http/transport.js";
import type { CallInfo, RequestContext } from "../http/request-context.js";
import { createProxySource, type Settings } from "../http/settings.js";
import { fillPath } from "../http/url.js";
import type { CallOptions } from "../options.js";
import { createCalls, sendByLibrary } from "./calls.js";
import type {
  Connection,
  Outcome,
  RawClient,
  TypedClient,
} from "./typed-client.js";

/** openapi-fetch's client of the management REST API. */
export type RestClient = RawClient<RestPaths>;

/** openapi-fetch's client of the job API. */
export type JobsRestClient = RawClient<JobsPaths>;

/**
 * Connects a surface: one client of openapi-fetch serves its generated functions and its raw client, so that a middleware
 * of the raw client sees the calls of both.
 */
export function connectSurface<Paths extends object>(
  settings: Settings,
  transport: Transport,
  surface: SurfaceName,
): Connection<Paths> {
  const baseUrl = settings.addresses[surface].base;
  const client = createOpenapiClient<Paths>({ baseUrl });
  const middleware = { isUsed: false };
  const use: RawClient<Paths>["use"] = (...added) => {
    client.use(...added);
    middleware.isUsed = true;
  };
  return {
    client: client as unknown as TypedClient<Paths>,
    calls: createCalls({ settings, transport, surface, middleware }),
    rest: { ...createRawClient(settings, transport, surface, client), use },
    proxySource: createProxySource(settings, surface),
  };
}

/** What a raw call takes of openapi-fetch's `init`, and beside it. */
interface RawInit extends Pick<CallOptions, "signal" | "timeout" | "retries"> {
  readonly parseAs?: (typeof PARSE_AS)[number];
  readonly params?: { readonly header?: unknown };
  readonly headers?: unknown;
}

/** How openapi-fetch can read a success. A wrong name would be noticed only after the request has been carried out. */
const PARSE_AS = ["json", "text", "blob", "arrayBuffer", "stream"] as const;

type Values = Readonly<Record<string, unknown>>;

type SendRaw = (
  method: string,
  path: string,
  init: object,
) => Promise<Outcome<unknown>>;

const METHODS: readonly string[] = [
  "GET",
  "PUT",
  "POST",
  "DELETE",
  "OPTIONS",
  "HEAD",
  "PATCH",
  "TRACE",
];

/**
 * openapi-fetch's own client (`{ data, error, response }`), whose requests go through the transport. A call rejects when no
 * response comes, when none comes in time, and when a success cannot be parsed.
 */
function createRawClient<Paths extends object>(
  settings: Settings,
  transport: Transport,
  surface: SurfaceName,
  client: RawClient<Paths>,
): RawClient<Paths> {
  const member = surface === "rest" ? "rest" : `${surface}Rest`;
  const requestByLibrary = client.request as unknown as SendRaw;
  const request = async (
    method: unknown,
    path: string,
    init: RawInit = {},
  ): Promise<Outcome<unknown>> => {
    const name = typeof method === "string" ? method.toUpperCase() : "";
    const call: CallInfo = {
      surface,
      operation: `${member}.${name}`,
      route: `${name} ${path}`,
    };
    checkOneOf("method", name, METHODS, call);
    checkObject("init", init, call);
    checkPath(path, call);
    settings.addresses[surface].require(call.operation);
    // The signal stays with the transport: a `Request` would leave a listener on it.
    const { signal, timeout, retries, ...others } = init;
    const options = readCallOptions({ signal, timeout, retries }, call);
    const { parseAs = "json", params, headers } = others;
    // The error of the platform would show the value of a header that cannot be sent.
    readHeaders(headers, call);
    readHeaders(params?.header, call);
    checkOneOf("parseAs", parseAs, PARSE_AS, call);
    const context: RequestContext = {
      call,
      options,
      isStreamed: parseAs === "stream",
    };
    const { metadata: _, ...result } = await sendByLibrary(
      settings,
      transport,
      context,
      (fetch) =>
        requestByLibrary(name, path, {
          pathSerializer: (template: string, values: Values) =>
            fillPath(template, (parameter) => values[parameter], call),
          ...others,
          // Without values, openapi-fetch would send a template as it is.
          params: path.includes("{") ? { path: {}, ...params } : params,
          fetch,
        }),
    );
    return result;
  };
  const raw: Record<string, unknown> = { ...client, request };
  for (const method of METHODS)
    raw[method] = (path: string, init?: RawInit) => request(method, path, init);
  return raw as unknown as RawClient<Paths>;
}

/** Refuses a path that an empty id, or an id such as `..` or `%2e%2e`, has turned into another one. */
function checkPath(path: unknown, call: CallInfo): void {
  check(
    typeof path === "string" &&
      // The platform takes `%2e` for a dot, `\` for a slash, and leaves out tabs and line breaks.
      /^(\/(?!(\.|%2e){0,2}(\/|$))[^/\\\s]+)+$/i.test(
        path.replace(/[?#].*/s, ""),
      ),
    "path",
    "must begin with / and hold no empty segment, `.`, `..`, backslash or white space",
    call,
  );
}
