import createOpenapiClient, { createQuerySerializer } from "openapi-fetch";
import type { SurfaceName } from "../../generated/surfaces/addresses.js";
import {
  check,
  checkObject,
  readHeaders,
  refuseUnsendable,
} from "../checks.js";
import type { CallContext } from "../errors.js";
import type { SendControls } from "../http/request.js";
import {
  acceptResponse,
  responseError,
  type Expectation,
} from "../http/response.js";
import type { Send } from "../http/transport.js";
import { fillPath } from "../http/url.js";
import type { CallOptions } from "../options.js";
import type { Settings } from "../settings.js";
import type { CallInit, Calls, TypedClient } from "./typed-client.js";
import { sendUpdate } from "./update-synonyms.js";
import { WrittenBody } from "./written-body.js";

/** openapi-fetch's client of a surface, for the generated functions. */
export function createTypedClient<Paths extends object>(
  { addresses }: Settings,
  surface: SurfaceName,
): TypedClient<Paths> {
  return createOpenapiClient<Paths>({
    baseUrl: addresses[surface].base,
    Request: LightRequest as unknown as typeof Request,
  }) as unknown as TypedClient<Paths>;
}

/** What openapi-fetch writes a call into. A platform `Request` costs more than all the rest of a call. */
class LightRequest {
  readonly method: string;
  readonly url: string;
  readonly body: string | undefined;

  constructor(url: string, { method, body }: RequestInit) {
    this.method = method ?? "GET";
    this.url = url;
    // `writeBody` makes text of every body.
    this.body = body as string | undefined;
  }
}

/** Sends the calls of the generated functions of a surface, all with the same `controls`. */
export function createCalls(
  settings: Settings,
  send: Send,
  surface: SurfaceName,
  controls: SendControls = {},
): Calls {
  const address = settings.addresses[surface];

  /** Lets the library write a call and read its response; resolves with what the library returns. */
  const run = async <Route extends string, Result>(
    operation: string,
    route: Route,
    options: CallOptions = {},
    expects: Expectation,
    sendByLibrary: (init: CallInit<Route>) => Promise<Result>,
  ): Promise<Result> => {
    const call = { surface, operation, route, hint: address.hint };
    checkObject("options", options, call);
    const { signal, timeout, retries } = options;
    const headers = readHeaders(options.headers, call);
    const sendOptions = { signal, timeout, retries, headers };
    address.require(operation);
    // The library loses a falsy rejection, such as the reason of `abort(0)`.
    let rejection: { readonly reason: unknown } | undefined;
    const fetch = async ({ method, url, body }: LightRequest) => {
      const safe = method === "GET";
      const request = {
        call,
        method,
        url,
        body,
        safe,
        options: sendOptions,
        controls,
      };
      try {
        const response = await send(request);
        acceptResponse(settings, response, call, expects);
        if (!response.ok) throw responseError(response, call);
        return response;
      } catch (reason) {
        rejection = { reason };
        throw reason;
      }
    };
    const init: CallInit<Route> = {
      fetch,
      pathSerializer: (template: string, values: Record<string, unknown>) =>
        fillPath(template, (name) => values[name], call),
      querySerializer: (query: object) => writeQuery(query, call),
      bodySerializer: (body: unknown) => writeBody(body, call),
      parseAs: expects === "json" ? "json" : "text",
    };
    try {
      return await sendByLibrary(init);
    } catch (error) {
      throw rejection ? rejection.reason : error;
    }
  };

  return {
    json: async <Route extends string, Data>(
      operation: string,
      route: Route,
      options: CallOptions | undefined,
      sendByLibrary: (init: CallInit<Route>) => Promise<{ data?: Data }>,
    ) => {
      const result = await run(
        operation,
        route,
        options,
        "json",
        sendByLibrary,
      );
      // A success without JSON has been refused.
      return result.data as Data;
    },
    empty: async (operation, route, options, sendByLibrary) => {
      await run(operation, route, options, "nothing", sendByLibrary);
    },
    update: (operation, options, spellings) =>
      sendUpdate(operation, options, settings.updateMethod, spellings),
  };
}

const serializeQuery = createQuerySerializer();

/** Writes a query as openapi-fetch does, once it is certain that nothing in it gets lost. */
function writeQuery(query: object, call: CallContext): string {
  checkQuery(query, call);
  try {
    return serializeQuery(query);
  } catch (error) {
    refuseUnsendable("query", error, call);
  }
}

/**
 * Refuses a query that is no plain object of text, numbers and booleans, or of lists and plain objects of these. The
 * library would drop a Date without a word, and write the members of an AbortSignal into the address.
 */
function checkQuery(query: object, call: CallContext): void {
  check(isPlainObject(query), "query", "must be a plain object", call);
  for (const [name, value] of Object.entries(query)) {
    const isNested = isPlainObject(value) || Array.isArray(value);
    const values = isNested ? Object.entries(value) : [["", value]];
    for (const [key, single] of values) {
      const path = key === "" ? name : `${name}[${key}]`;
      const problem = `holds a value that cannot be sent: ${path}`;
      check(Object(single) !== single, "query", problem, call);
    }
  }
}

/** Whether a value is a plain object, such as an object literal. */
function isPlainObject(value: unknown): value is object {
  return Object.prototype.toString.call(value) === "[object Object]";
}

function writeBody(body: unknown, call: CallContext): string {
  if (body instanceof WrittenBody) return body.text;
  try {
    return JSON.stringify(body);
  } catch (error) {
    refuseUnsendable("body", error, call);
  }
}
