import createOpenapiClient from "openapi-fetch";
import type { SurfaceName } from "../../generated/surfaces/addresses.js";
import { checkOptions, readHeaders, refuseUnsendable } from "../checks.js";
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
import { createPagedList } from "./paged-list.js";
import type {
  CallFormat,
  CallInit,
  Calls,
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

/** What only a call needs that is not JSON in both directions, or writes its query in another way. */
const loadFormats = lazy(() => import("./formats.js"));
const loadEventStream = lazy(() => import("./event-stream.js"));

/** What a call needs of a success, and how the library reads that. */
interface Wanted {
  readonly expects: Expectation;
  readonly parseAs: Wire["parseAs"];
}

const JSON_BODY: Wanted = { expects: "json", parseAs: "json" };
const JSON_IF_ANY: Wanted = { expects: "json if any", parseAs: "json" };
const NO_BODY: Wanted = { expects: "nothing", parseAs: "text" };
const TEXT: Wanted = { expects: "anything", parseAs: "text" };
const FILE: Wanted = { expects: "anything", parseAs: "blob" };
const STREAM: Wanted = { expects: "anything", parseAs: "stream" };

/** What a call ended with: what the library has read, and the response. */
interface Ended<Data> {
  readonly data: Data | undefined;
  readonly response: LightResponse;
  readonly call: CallInfo;
}

/** Lets the library send one call. */
type SendByLibrary<Route extends string, Data> = (
  init: CallInit<Route>,
) => Promise<{ readonly data?: Data }>;

/** Sends the calls of the generated functions of a surface, all with the same `controls`. */
export function createCalls(
  settings: Settings,
  send: Send,
  surface: SurfaceName,
  controls: SendControls = {},
): Calls {
  const address = settings.addresses[surface];

  /** Lets the library write a call and read its response. */
  const run = async <Route extends string, Data>(
    operation: string,
    route: Route,
    options: CallOptions | undefined,
    { expects, parseAs }: Wanted,
    sendByLibrary: SendByLibrary<Route, Data>,
    format?: CallFormat,
  ): Promise<Ended<Data>> => {
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
    const init: CallInit<Route> = {
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
  return {
    json: async (operation, route, options, sendByLibrary, format) => {
      const { data } = await run(
        operation,
        route,
        options,
        JSON_BODY,
        sendByLibrary,
        format,
      );
      // A success without JSON has been refused.
      return data as NonNullable<typeof data>;
    },
    jsonIfAny: async (operation, route, options, sendByLibrary, format) => {
      const { data } = await run(
        operation,
        route,
        options,
        JSON_IF_ANY,
        sendByLibrary,
        format,
      );
      return data ?? undefined;
    },
    list: async (operation, route, options, sendByLibrary, pick, format) => {
      const ended = await run(
        operation,
        route,
        options,
        JSON_BODY,
        sendByLibrary,
        format,
      );
      return listOf(ended, pick);
    },
    pages: (operation, route, query, options, sendByLibrary, pick, format) =>
      createPagedList(async (cursor) => {
        const pageQuery =
          cursor === undefined
            ? query
            : ({ ...query, cursor } as NonNullable<typeof query>);
        const ended = await run(
          operation,
          route,
          options,
          JSON_BODY,
          (init) => sendByLibrary(init, pageQuery),
          format,
        );
        return {
          items: await listOf(ended, pick),
          pagination: Reflect.get(ended.data ?? {}, "pagination"),
          fail: (problem) => responseError(ended.response, ended.call, problem),
        };
      }),
    empty: async (operation, route, options, sendByLibrary, format) => {
      await run(operation, route, options, NO_BODY, sendByLibrary, format);
    },
    text: async (operation, route, options, sendByLibrary, format) => {
      const { data } = await run(
        operation,
        route,
        options,
        TEXT,
        sendByLibrary,
        format,
      );
      return (data ?? "") as string;
    },
    file: async (operation, route, options, sendByLibrary, format) => {
      const { data } = await run(
        operation,
        route,
        options,
        FILE,
        sendByLibrary,
        format,
      );
      return (data ?? new Blob()) as Blob;
    },
    stream: async (operation, route, options, sendByLibrary, format) => {
      const { data } = await run(
        operation,
        route,
        options,
        STREAM,
        sendByLibrary,
        format,
      );
      return (data ?? new Blob().stream()) as ReadableStream<Uint8Array>;
    },
    events: (operation, route, options = {}, sendByLibrary, format) => ({
      async *[Symbol.asyncIterator]() {
        checkOptions(options, { operation });
        const { readEvents } = await loadEventStream(operation, options.signal);
        yield* readEvents(options, format.isJson === true, (headers) =>
          run(
            operation,
            route,
            {
              ...options,
              headers: { ...readHeaders(options.headers), ...headers },
            },
            STREAM,
            sendByLibrary,
            format,
          ),
        );
      },
    }),
    update: (operation, options, spellings) =>
      sendUpdate(operation, options, settings.updateMethod, spellings),
  };
}

/** The list that an answer promises to hold. */
async function listOf<Data, Item>(
  { data, response, call }: Ended<Data>,
  pick: (answer: Data) => Item[] | null | undefined,
): Promise<Item[]> {
  // A success without JSON has been refused.
  const list = pick(data as Data);
  if (Array.isArray(list)) return list;
  throw await responseError(response, call, "no list where one is promised");
}
