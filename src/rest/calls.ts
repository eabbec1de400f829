import type { SurfaceName } from "../../generated/surfaces/addresses.js";
import {
  UPDATE_METHODS,
  UPDATE_OPTIONS,
  checkOneOf,
  checkOptions,
  readCallOptions,
} from "../checks.js";
import { CloudComputeError } from "../errors.js";
import type { Transport } from "../http/transport.js";
import type {
  CallInfo,
  NamedParts,
  RequestContext,
  ResponseMetadata,
  ServiceResponse,
  TransportRequest,
} from "../http/request-context.js";
import { sendRequest } from "../http/fetch.js";
import { responseError } from "../http/call-errors.js";
import type { Settings } from "../http/settings.js";
import { fillPath } from "../http/url.js";
import type { CallOptions } from "../options.js";
import {
  checkSuccess,
  describeUnreadable,
  type Expectation,
} from "../http/expectation.js";
import { readEvents } from "./event-stream.js";
import type {
  CallFormat,
  CallInit,
  Calls,
  Outcome,
  Page,
  LibraryCall,
} from "./typed-client.js";
import { createPagedList, nextCursorOf } from "./pages.js";
import { writeBody, writeQuery } from "./write.js";

/** How openapi-fetch reads a success that is not JSON. */
const READERS: Partial<Record<Expectation, string>> = {
  nothing: "text",
  events: "stream",
};

/** What the calls of a surface are sent with. */
interface SurfaceParts {
  readonly settings: Settings;
  readonly transport: Transport;
  readonly surface: SurfaceName;
  /** Whether a middleware of the raw client sees the calls: it takes a `Request` of the platform. */
  readonly middleware: { readonly isUsed: boolean };
}

/** What a call results in: what openapi-fetch has read, and the response. */
interface CallResult<Data> extends ServiceResponse {
  readonly data: Data | undefined;
  readonly call: CallInfo;
}

/** Creates what sends the calls of the generated functions of a surface, and checks their responses. */
export function createCalls(parts: SurfaceParts): Calls {
  const sendJson =
    (expects: Expectation): Calls["json"] =>
    async (...call) => {
      const { data } = await runCall(parts, expects, ...call);
      // Undefined only where an empty success is permitted.
      return (data ?? undefined) as NonNullable<typeof data>;
    };
  return {
    json: sendJson("json"),
    jsonIfAny: sendJson("json if any"),
    object: sendJson("json object"),
    objectIfAny: sendJson("json object if any"),
    array: sendJson("json list"),
    empty: async (...call) => {
      await runCall(parts, "nothing", ...call);
    },
    update: async (operation, options = {}, methods) => {
      checkOptions(options, UPDATE_OPTIONS, { operation });
      const { updateMethod = parts.settings.updateMethod, ...callOptions } =
        options;
      checkOneOf("updateMethod", updateMethod, UPDATE_METHODS, { operation });
      // Never one method after the other: the first request may have been carried out.
      return methods[updateMethod](callOptions);
    },
    list: async (operation, route, options, invoke, pick, format) =>
      listOf(
        await runCall(parts, "json", operation, route, options, invoke, format),
        pick,
      ),
    pages: (operation, route, query, options, invoke, pick, format) =>
      createPagedList(query?.cursor, async (cursor, asked) => {
        const pageQuery =
          cursor === undefined
            ? query
            : ({ ...query, cursor } as NonNullable<typeof query>);
        const result = await runCall(
          parts,
          "json",
          operation,
          route,
          options,
          (init) => invoke(init, pageQuery),
          format,
        );
        const items = await listOf(result, pick);
        const nextCursor = nextCursorOf(result.data);
        // Otherwise an iteration would never end.
        if (nextCursor !== undefined && asked.has(nextCursor)) {
          const problem = "a cursor that it has given before";
          throw await responseError(result, result.call, problem);
        }
        const page = Object.defineProperty([...items], "nextCursor", {
          value: nextCursor,
        });
        return page as typeof items & Page<(typeof items)[number]>;
      }),
    events: (operation, route, options = {}, invoke, format) =>
      readEvents(operation, options, (callOptions) =>
        runCall(parts, "events", operation, route, callOptions, invoke, format),
      ),
  };
}

/**
 * A request as openapi-fetch has written it, which goes to the transport as it is. It takes the place of the platform's
 * `Request` where no middleware reads the request: the platform would turn the text into a stream, which then has to be read
 * again.
 */
class WrittenRequest implements TransportRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;

  constructor(url: string, { method = "GET", headers, body }: RequestInit) {
    const written = Object.fromEntries(headers as Headers);
    // An optional body may have been left out.
    if (body === undefined) delete written["content-type"];
    this.method = method;
    this.url = url;
    this.headers = written;
    this.body = body as string | undefined;
  }
}

type Values = Readonly<Record<string, unknown>>;

/** Lets openapi-fetch write one call of a surface and read its response. */
async function runCall<Route extends string, Data>(
  { settings, transport, surface, middleware }: SurfaceParts,
  expects: Expectation,
  operation: string,
  route: Route,
  options: CallOptions | undefined,
  invoke: LibraryCall<Route, Data>,
  format: CallFormat = {},
): Promise<CallResult<Data>> {
  const { shownBy, bodyType, commaLists } = format;
  const call: CallInfo = {
    surface,
    operation,
    route,
    ...(shownBy !== undefined && { shownBy }),
  };
  const named: NamedParts = {};
  const context: RequestContext = {
    call,
    options: readCallOptions(options, call),
    isStreamed: expects === "events",
    named,
  };
  settings.addresses[surface].require(operation);
  const result = await sendByLibrary(settings, transport, context, (fetch) => {
    // openapi-fetch hands over the parts of the call to be checked and written, before it sends anything.
    const init = {
      fetch,
      Request: middleware.isUsed ? Request : WrittenRequest,
      headers: {
        ...(bodyType !== undefined && { "content-type": bodyType }),
        ...(expects === "events" && { accept: "text/event-stream" }),
      },
      pathSerializer: (template: string, values: Values) => {
        named.path = values;
        return fillPath(template, (name) => values[name], call);
      },
      querySerializer: (query: Values) =>
        writeQuery(query, commaLists, call, settings),
      bodySerializer: (body: unknown) => {
        named.body = body;
        return writeBody(body, bodyType === undefined, call, settings);
      },
      parseAs: READERS[expects] ?? "json",
    };
    return invoke(init as CallInit<Route>);
  });
  const { data, error, response, metadata } = result;
  if (!response.ok) throw await responseError(result, call, "", error);
  await checkSuccess(result, data, call, expects, format);
  return { data, response, metadata, call };
}

/**
 * Lets openapi-fetch send one call and read its response. Throws a `ResponseError` for a success that is no JSON, where
 * openapi-fetch throws the bare error of the parser.
 */
export async function sendByLibrary<Result extends Outcome<unknown>>(
  settings: Settings,
  transport: Transport,
  context: RequestContext,
  invoke: (
    fetch: (request: Request | WrittenRequest) => Promise<Response>,
  ) => Promise<Result>,
): Promise<Result & ServiceResponse> {
  let received: ServiceResponse | undefined;
  let failed: ResponseMetadata | undefined;
  try {
    const result = await invoke(async (request) => {
      try {
        received =
          request instanceof WrittenRequest
            ? await transport(request, context)
            : await sendRequest(settings, transport, context, request);
        return received.response;
      } catch (error) {
        failed = describeFailed(settings, context, error);
        throw error;
      }
    });
    // A middleware may have answered with a response of its own: without a request, after one, or in place of an error.
    return { ...result, metadata: received?.metadata ?? failed };
  } catch (error) {
    if (!(error instanceof SyntaxError) || !received) throw error;
    const problem = describeUnreadable(received.response);
    throw await responseError(received, context.call, problem);
  }
}

/** What is known of a call that ended without a response. */
function describeFailed(
  settings: Settings,
  context: RequestContext,
  error: unknown,
): ResponseMetadata {
  return {
    context,
    maybeSent: !(error instanceof CloudComputeError) || error.maybeSent,
    address: settings.addresses[context.call.surface],
    redact: settings.keys.redact,
  };
}

/** The list that a response promises to hold. */
async function listOf<Data, List extends unknown[]>(
  result: CallResult<Data>,
  pick: (response: Data) => List | null | undefined,
): Promise<List> {
  // A success without JSON has been refused.
  const list = pick(result.data as Data);
  if (Array.isArray(list)) return list;
  const problem = "no list where one is promised";
  throw await responseError(result, result.call, problem);
}
