import createOpenapiClient from "openapi-fetch";
import type { SurfaceName } from "../../generated/surfaces/addresses.js";
import { refuseUnsendable } from "../checks.js";
import { CloudComputeError } from "../errors.js";
import { lazy } from "../http/lazy.js";
import {
  readCallOptions,
  type CallInfo,
  type SendControls,
  type TransportRequest,
} from "../http/request.js";
import {
  acceptResponse,
  responseError,
  type Expectation,
} from "../http/response.js";
import type { LightResponse } from "../http/light-response.js";
import type { Send } from "../http/transport.js";
import { fillPath } from "../http/url.js";
import type { CallOptions } from "../options.js";
import type { Settings } from "../settings.js";
import type {
  BasicCalls,
  CallFormat,
  CallInit,
  SendTyped,
  TypedClient,
} from "./typed-client.js";
import { sendUpdate } from "./update-synonyms.js";
import { createJsonWire, LightRequest, type Wire } from "./wire.js";

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

/** Loads the formats for calls that are not JSON in both directions, or that write their query in another way. */
const loadFormats = lazy(() => import("./formats.js"));

/** What a call needs of a success, and how the library reads that. */
interface Wanted {
  readonly expects: Expectation;
  readonly parseAs: Wire["parseAs"];
}

export const JSON_BODY: Wanted = { expects: "json", parseAs: "json" };
const OBJECT: Wanted = { expects: "json object", parseAs: "json" };
const OBJECT_IF_ANY: Wanted = {
  expects: "json object if any",
  parseAs: "json",
};
const ARRAY: Wanted = { expects: "json list", parseAs: "json" };
const JSON_IF_ANY: Wanted = { expects: "json if any", parseAs: "json" };
const NO_BODY: Wanted = { expects: "nothing", parseAs: "text" };

/** What a call ended with: what the library has read, and the response. */
export interface Ended<Data> {
  readonly data: Data | undefined;
  readonly response: LightResponse;
  readonly call: CallInfo;
}

/** Sends the calls of one surface. */
export type RunCall = <Route extends string, Data>(
  wanted: Wanted,
  operation: string,
  route: Route,
  options: CallOptions | undefined,
  send: SendTyped<Route, Data>,
  format?: CallFormat,
) => Promise<Ended<Data>>;

/** Lets the library write the calls of a surface and read their responses, all with the same `controls`. */
export function createRunCall(
  settings: Settings,
  send: Send,
  surface: SurfaceName,
  controls: SendControls = {},
): RunCall {
  const address = settings.addresses[surface];
  return async (
    { expects, parseAs },
    operation,
    route,
    options,
    sendByLibrary,
    format,
  ) => {
    const call = { surface, operation, route, hint: address.hint };
    const sendOptions = readCallOptions(options, call);
    address.require(operation);
    const wire = format
      ? (await loadFormats(operation, sendOptions.signal)).createFormatWire(
          call,
          format,
          parseAs,
        )
      : createJsonWire(call, parseAs);
    // The library loses a falsy rejection, such as the reason of `abort(0)`.
    let rejection: { readonly reason: unknown } | undefined;
    let response: LightResponse | undefined;
    const fetch = async (written: LightRequest) => {
      const { method, url, body } = written;
      try {
        const request = await wire.completeRequest(
          {
            call,
            method,
            url,
            body: body as TransportRequest["body"],
            options: sendOptions,
            controls,
          },
          written,
        );
        response = await send(request);
        await acceptResponse(settings, response, call, expects);
        if (!response.ok) throw await responseError(response, call);
        return await wire.toReadable(response, request);
      } catch (reason) {
        rejection = { reason };
        throw reason;
      }
    };
    const init: CallInit<typeof route> = {
      // Set for each call, so that no `baseUrl` of `Object.prototype` leads the key elsewhere.
      baseUrl: address.base,
      fetch,
      pathSerializer: (template: string, values: Record<string, unknown>) =>
        fillPath(template, (name) => values[name], call),
      querySerializer: wire.writeQuery,
      bodySerializer: wire.writeBody,
      parseAs,
    };
    try {
      const { data } = await sendByLibrary(init);
      // The library resolves only after a response.
      return { data, response: response as LightResponse, call };
    } catch (error) {
      if (rejection) throw rejection.reason;
      if (error instanceof CloudComputeError || response) throw error;
      // Before the request is sent, the library itself refuses header parameters only.
      refuseUnsendable("headers", error, call);
    }
  };
}

/** Creates what sends the calls of the generated functions of a surface, for answers that are JSON or empty. */
export function createCalls(settings: Settings, run: RunCall): BasicCalls {
  const sendFor =
    (wanted: Wanted): BasicCalls["json"] =>
    async (...call) => {
      const { data } = await run(wanted, ...call);
      // Undefined only where an empty success is permitted.
      return (data ?? undefined) as NonNullable<typeof data>;
    };
  return {
    json: sendFor(JSON_BODY),
    jsonIfAny: sendFor(JSON_IF_ANY),
    object: sendFor(OBJECT),
    objectIfAny: sendFor(OBJECT_IF_ANY),
    array: sendFor(ARRAY),
    empty: async (...call) => {
      await run(NO_BODY, ...call);
    },
    update: (operation, options, spellings) =>
      sendUpdate(operation, options, settings.updateMethod, spellings),
  };
}
