import type { SurfaceName } from "../../generated/surfaces/addresses.js";
import { check, checkUpdateMethod, readHeaders } from "../checks.js";
import type { Transport } from "../http/transport.js";
import {
  readCallOptions,
  type CallInfo,
  type RequestContext,
  type ServiceResponse,
} from "../http/request-context.js";
import { asFetch } from "../http/fetch.js";
import { responseError } from "../http/response-error.js";
import type { Settings } from "../http/settings.js";
import { fillPath } from "../http/url.js";
import type { CallOptions, UpdateMethod, UpdateOptions } from "../options.js";
import {
  checkSuccess,
  describeUnreadable,
  type Expectation,
} from "./expectation.js";
import { notifyDriftWatcher } from "./drift.js";
import { readEvents } from "./event-stream.js";
import { createPagedList } from "./paged-list.js";
import type { CallFormat, CallInit, Calls, SendTyped } from "./typed-client.js";
import {
  checkJobTimeout,
  checkPeriod,
  checkQueryNames,
  checkSize,
  noteQueueDelay,
} from "./input-checks.js";
import { suggestNames, type NamedParts } from "./suggestions.js";
import { WrittenRequest } from "../http/written-request.js";
import { writeBody, writeHeaders, writeQuery } from "./write.js";

/** The expected body of a success, and how openapi-fetch reads it. */
interface ExpectedBody {
  readonly expects: Expectation;
  readonly parseAs: "json" | "text" | "blob" | "stream";
}

const TEXT: ExpectedBody = { expects: "anything", parseAs: "text" };
const FILE: ExpectedBody = { expects: "anything", parseAs: "blob" };
const STREAM: ExpectedBody = { expects: "anything", parseAs: "stream" };
const NO_BODY: ExpectedBody = { expects: "nothing", parseAs: "text" };

function expectJson(expects: Expectation): ExpectedBody {
  return { expects, parseAs: "json" };
}

/** What a call results in: what openapi-fetch has read, and the response. */
interface CallResult<Data> extends ServiceResponse {
  readonly data: Data | undefined;
  readonly call: CallInfo;
}

/** Sends one call of a surface. */
type RunCall = <Route extends string, Data>(
  expected: ExpectedBody,
  operation: string,
  route: Route,
  options: CallOptions | undefined,
  send: SendTyped<Route, Data>,
  format?: CallFormat,
) => Promise<CallResult<Data>>;

/**
 * Creates what sends the calls of the generated functions of a surface, and checks their responses.
 *
 * @param hasMiddleware whether a middleware of the raw client sees the calls: it takes a `Request` of the platform
 */
export function createCalls(
  settings: Settings,
  transport: Transport,
  surface: SurfaceName,
  hasMiddleware: () => boolean,
): Calls {
  const run = createRunCall(settings, transport, surface, hasMiddleware);
  const sendJson =
    (expects: Expectation): Calls["json"] =>
    async (...call) => {
      const { data } = await run(expectJson(expects), ...call);
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
      await run(NO_BODY, ...call);
    },
    headers: (operation, headers, required = []) => {
      const read = readHeaders(headers, { operation });
      for (const name of required) {
        const isThere = read[name.toLowerCase()] !== undefined;
        const problem = `hold no ${name}, which this call requires`;
        check(isThere, "headers", problem, { operation });
      }
      return headers;
    },
    body: (operation, body) => {
      const problem = "must be a value of JSON";
      check(body !== undefined, "body", problem, { operation });
      return body;
    },
    update: (operation, options, spellings) =>
      sendUpdate(operation, options, settings.updateMethod, spellings),
    list: async (operation, route, options, send, pick, format) =>
      listOf(
        await run(expectJson("json"), operation, route, options, send, format),
        pick,
      ),
    pages: (operation, route, query, options, send, pick, format) =>
      createPagedList(async (cursor) => {
        const pageQuery =
          cursor === undefined
            ? query
            : ({ ...query, cursor } as NonNullable<typeof query>);
        const result = await run(
          expectJson("json"),
          operation,
          route,
          options,
          (init) => send(init, pageQuery),
          format,
        );
        return {
          items: await listOf(result, pick),
          pagination: Reflect.get(result.data ?? {}, "pagination"),
          fail: (problem) => responseError(result, result.call, problem),
        };
      }),
    text: async (...call) => {
      const { data } = await run(TEXT, ...call);
      return (data ?? "") as string;
    },
    file: async (...call) => {
      const { data } = await run(FILE, ...call);
      return (data ?? new Blob()) as Blob;
    },
    stream: async (...call) => {
      const { data } = await run(STREAM, ...call);
      return (data ?? new Blob().stream()) as ReadableStream<Uint8Array>;
    },
    events: (operation, route, options = {}, send, format) =>
      readEvents(operation, options, format.isJson === true, (callOptions) =>
        run(STREAM, operation, route, callOptions, send, format),
      ),
  };
}

/**
 * Sends an update as PATCH or as its POST synonym: as the option of the call says, or else that of the client. Never
 * tries one spelling after the other, since the first request may have been carried out.
 *
 * @throws InputError if `updateMethod` is neither "patch" nor "post"; nothing was sent
 */
async function sendUpdate<Result>(
  operation: string,
  options: UpdateOptions | undefined,
  defaultMethod: UpdateMethod,
  spellings: Readonly<Record<UpdateMethod, () => Promise<Result>>>,
): Promise<Result> {
  const { updateMethod = defaultMethod } = options ?? {};
  checkUpdateMethod(updateMethod, { operation });
  return spellings[updateMethod]();
}

/** Lets openapi-fetch write the calls of a surface and read their responses. */
function createRunCall(
  settings: Settings,
  transport: Transport,
  surface: SurfaceName,
  hasMiddleware: () => boolean,
): RunCall {
  const address = settings.addresses[surface];
  return async (expected, operation, route, options, send, format) => {
    const { expects, parseAs } = expected;
    const shownBy = format?.shownBy;
    const call: CallInfo = {
      surface,
      operation,
      route,
      hint: address.hint,
      ...(shownBy !== undefined && { shownBy }),
    };
    const parts: NamedParts = {};
    const context: RequestContext = {
      call,
      options: readCallOptions(options, call),
      isStreamed: parseAs === "stream",
      suggestNames: (status) => suggestNames(call, status, parts),
    };
    address.require(operation);
    const mayBeBytes = format?.body?.kind === "bytes";
    const needsRequest = mayBeBytes || hasMiddleware();
    const result = await sendByLibrary(
      settings,
      transport,
      context,
      parseAs,
      (fetch) => {
        // openapi-fetch hands over the parts of the call to be checked and written, before it sends anything.
        const init: CallInit<typeof route> = {
          fetch,
          Request: needsRequest ? Request : WrittenRequest,
          headers: writeHeaders(format),
          pathSerializer: (template, values) =>
            fillPath(template, (name) => values[name], call),
          querySerializer: (query) => {
            if (settings.unknownQuery === "refuse")
              checkQueryNames(query, call);
            checkPeriod(query, call);
            return writeQuery(query, format?.query, call);
          },
          bodySerializer: (body) => {
            checkSize(body, call);
            checkJobTimeout(body, call);
            noteQueueDelay(body, call, settings);
            parts.body = body;
            return writeBody(body, format?.body?.kind, call);
          },
          duplex: "half",
          parseAs,
        };
        return send(init);
      },
    );
    const { data, error, response, metadata } = result;
    if (!response.ok) throw await responseError(result, call, "", error);
    await checkSuccess(result, data, call, expects, format);
    return { data, response, metadata, call };
  };
}

/** What openapi-fetch resolves with. */
interface LibraryResult {
  readonly data?: unknown;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Lets openapi-fetch send one call and read its response. Passes the response to the drift watcher. Throws a
 * `ResponseError` for a success that is no JSON, where openapi-fetch throws the bare error of the parser.
 */
export async function sendByLibrary<Result extends LibraryResult>(
  settings: Settings,
  transport: Transport,
  context: RequestContext,
  parseAs: string,
  send: (
    fetch: (request: Request | WrittenRequest) => Promise<Response>,
  ) => Promise<Result>,
): Promise<Result & ServiceResponse> {
  const { call } = context;
  const sendByTransport = asFetch(settings, transport, context);
  let received: ServiceResponse | undefined;
  let slug: string | undefined;
  const notify = (result: ServiceResponse, body: unknown) => {
    const isEmpty = body === undefined || body === "";
    const isRead = !result.response.ok || parseAs === "json";
    const value = isRead ? body : undefined;
    notifyDriftWatcher(settings, call, slug, result, value, isEmpty);
  };
  try {
    const result = await send(async (request) => {
      if (call.surface === "jobs") slug = slugIn(request.url);
      received = await sendByTransport(request);
      return received.response;
    });
    // A middleware may have answered with a response of its own, with or without a request.
    const seen = { ...result, metadata: received?.metadata };
    notify(seen, result.data ?? result.error);
    return seen;
  } catch (error) {
    if (!(error instanceof SyntaxError) || !received) throw error;
    const { response } = received;
    notify(received, await response.text());
    throw await responseError(received, call, describeUnreadable(response));
  }
}

/** The slug in the address of a call of the job API. */
function slugIn(url: string): string | undefined {
  const [, slug] = /\/v2\/([^/?]+)\//.exec(url) ?? [];
  return slug === undefined ? undefined : decodeURIComponent(slug);
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
