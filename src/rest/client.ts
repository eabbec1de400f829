import createOpenapiClient, {
  createQuerySerializer,
  defaultBodySerializer,
  type Client,
} from "openapi-fetch";
import type { paths as JobsPaths } from "../../generated/jobs/types.js";
import type { paths as RestPaths } from "../../generated/rest/types.js";
import {
  check,
  checkMilliseconds,
  checkObject,
  checkSignal,
  refuseUnsendable,
} from "../checks.js";
import { TimeoutError, type CallContext } from "../errors.js";
import { lazy } from "../http/lazy.js";
import type { CallInfo } from "../http/request.js";
import { EXPIRED, withTimeout } from "../http/timeout.js";
import type { Send } from "../http/transport.js";
import { fillPath } from "../http/url.js";
import type { CallOptions } from "../options.js";
import type { Settings } from "../settings.js";
import type { RawCall, RawInit, Values } from "./raw-call.js";

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

/** What a call takes beside the members of openapi-fetch's `init`. */
type RestInit = RawInit & Pick<CallOptions, "signal" | "timeout" | "retries">;

/** Loads the code that sends the calls of the raw clients, at the first of these calls. */
export const loadRawCalls = /* @__PURE__ */ lazy(() => import("./raw-call.js"));

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
    givenMethod: string,
    path: string,
    init: RestInit = {},
  ): Promise<unknown> => {
    for (const [name, value] of Object.entries({ method: givenMethod, path }))
      check(typeof value === "string", name, "must be a string");
    const method = givenMethod.toUpperCase();
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
    address.require(call.operation);
    const deadline = performance.now() + timeout;
    const raw: RawCall = {
      call,
      option,
      path: fillTemplate(path, init.params?.path ?? {}, call),
      method,
      init: rest,
      parseAs,
      retries,
      limits: () => {
        const remainingMs = deadline - performance.now();
        // A middleware may have taken all the time: nothing may be sent after the call has ended.
        if (remainingMs <= 0) throw timeoutError();
        return { signal, timeout: remainingMs };
      },
      maybeSent: false,
      serialized: [],
      createTimeoutError: () => timeoutError(),
    };
    const timeoutError = () =>
      new TimeoutError(
        `${call.route} did not end in time (timeout: ${timeout} ms)`,
        timeout,
        { ...call, maybeSent: raw.maybeSent },
      );
    const loadParts = () =>
      loadRawCalls(call.operation, signal, raw.limits().timeout);
    let sent: Promise<Response> | undefined;
    let rejection: { readonly reason: unknown } | undefined;
    const sendWritten = async (written: Request) => {
      try {
        const { sendRawCall } = await loadParts();
        return await sendRawCall(settings, send, raw, written);
      } catch (reason) {
        rejection = { reason };
        throw reason;
      }
    };

    // Without the signal: a platform `Request` would leave a listener on it.
    const libraryInit = {
      ...rest,
      ...serializersOf(raw),
      parseAs,
      fetch: (written: Request) => (sent = sendWritten(written)),
    };
    try {
      // This timeout also covers what the transport does not bound: middleware, and bodies that a middleware has made.
      return await withTimeout(timeout, signal, () =>
        requestByLibrary(method, path, libraryInit),
      );
    } catch (error) {
      if (error === EXPIRED) {
        // The transport has the same timeout, and its error says more.
        await sent;
        throw timeoutError();
      }
      if (error instanceof TypeError && !sent) {
        const { refuseInvalidCall } = await loadParts();
        await refuseInvalidCall(raw, error);
      }
      // The library loses a falsy rejection, such as the reason of `abort(0)`.
      throw rejection && !rejection.reason ? rejection.reason : error;
    }
  };

  const client: Record<string, unknown> = { ...library };
  client["request"] = request;
  for (const method of METHODS) client[method] = request.bind(null, method);
  return client as unknown as Client<Paths>;
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
function serializersOf({ init, call, serialized }: RawCall): object {
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
      const result = serialize();
      serialized.push(result);
      // A promise is refused before anything is sent. Until then, nobody else hears of its rejection.
      Promise.resolve(result).catch(() => undefined);
      return result;
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
