import createOpenapiClient, {
  createQuerySerializer,
  defaultBodySerializer,
  type Middleware,
} from "openapi-fetch";
import {
  check,
  checkMilliseconds,
  checkObject,
  checkSignal,
  refuseUnsendable,
} from "../checks.js";
import { TimeoutError, type CallContext } from "../errors.js";
import type { CallInfo } from "../http/request.js";
import { EXPIRED, withTimeout } from "../http/timeout.js";
import type { Send } from "../http/transport.js";
import { fillPath } from "../http/url.js";
import type { CallOptions } from "../options.js";
import type { Settings } from "../settings.js";
import {
  refuseInvalidCall,
  sendRawCall,
  type RawCall,
  type RawInit,
  type RawSurface,
  type Values,
} from "./raw-call.js";

/** What a call takes beside the members of openapi-fetch's `init`. */
type RestInit = RawInit & Pick<CallOptions, "signal" | "timeout" | "retries">;

/** What the calls of a raw client share, and when a call began, on the clock of `performance.now()`. */
interface RawClient {
  readonly settings: Settings;
  readonly send: Send;
  readonly surface: RawSurface;
  readonly middleware: readonly Middleware[];
  readonly startedAt: number;
}

/** Lets the library write and read one call, whose request goes through the transport. */
export async function requestRaw(
  { settings, send, surface: rawSurface, middleware, startedAt }: RawClient,
  givenMethod: unknown,
  path: unknown,
  init: unknown,
): Promise<unknown> {
  const { surface, member, option } = rawSurface;
  const address = settings.addresses[surface];
  const library = createOpenapiClient({ baseUrl: address.base });
  library.use(...middleware);
  const requestByLibrary = library.request as unknown as (
    method: string,
    path: string,
    init: object,
  ) => Promise<unknown>;

  check(typeof givenMethod === "string", "method", "must be a string");
  check(typeof path === "string", "path", "must be a string");
  const method = givenMethod.toUpperCase();
  const call: CallInfo = {
    surface,
    operation: `${member}.${method}`,
    route: `${method} ${path}`,
    hint: address.hint,
  };
  checkObject("init", init, call);
  const options: RestInit = init;
  const { signal, timeout = settings.timeout, ...others } = options;
  const { retries, ...rest } = others;
  const { parseAs = "json" } = rest;
  checkSignal(signal, call);
  checkMilliseconds("timeout", timeout, call);
  address.require(call.operation);
  const deadline = startedAt + timeout;
  const raw: RawCall = {
    call,
    option,
    path: fillTemplate(path, rest.params?.path ?? {}, call),
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
  let sent: Promise<Response> | undefined;
  let rejection: { readonly reason: unknown } | undefined;
  const sendWritten = async (written: Request) => {
    try {
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
    return await withTimeout(raw.limits().timeout, signal, () =>
      requestByLibrary(method, path, libraryInit),
    );
  } catch (error) {
    if (error === EXPIRED) {
      // The transport has the same timeout, and its error says more.
      await sent;
      throw timeoutError();
    }
    if (error instanceof TypeError && !sent)
      await refuseInvalidCall(raw, error);
    // The library loses a falsy rejection, such as the reason of `abort(0)`.
    throw rejection && !rejection.reason ? rejection.reason : error;
  }
}

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
