import { checkOptions, readHeaders } from "../checks.js";
import type { EventStreamOptions } from "../options.js";
import { checkOptionNames, type OptionNames } from "../option-names.js";
import { lazy } from "../http/lazy.js";
import { responseError } from "../http/response.js";
import type { Settings } from "../settings.js";
import { createCalls, JSON_BODY, type Ended, type RunCall } from "./calls.js";
import { createPagedList } from "./paged-list.js";
import type { Calls } from "./typed-client.js";

const loadEventStream = lazy(() => import("./event-stream.js"));

const TEXT = { expects: "anything", parseAs: "text" } as const;
const FILE = { expects: "anything", parseAs: "blob" } as const;
const STREAM = { expects: "anything", parseAs: "stream" } as const;

const EVENT_STREAM_OPTIONS: OptionNames<EventStreamOptions> = {
  signal: true,
  timeout: true,
  retries: true,
  headers: true,
  onFinalResponse: true,
  lastEventId: true,
  maxReconnects: true,
};

/** Creates what sends the calls of the generated functions of a surface, for answers of any form. */
export function createAllCalls(settings: Settings, run: RunCall): Calls {
  return {
    ...createCalls(settings, run),
    list: async (operation, route, options, send, pick, format) =>
      listOf(
        await run(JSON_BODY, operation, route, options, send, format),
        pick,
      ),
    pages: (operation, route, query, options, send, pick, format) =>
      createPagedList(async (cursor) => {
        const pageQuery =
          cursor === undefined
            ? query
            : ({ ...query, cursor } as NonNullable<typeof query>);
        const ended = await run(
          JSON_BODY,
          operation,
          route,
          options,
          (init) => send(init, pageQuery),
          format,
        );
        return {
          items: await listOf(ended, pick),
          pagination: Reflect.get(ended.data ?? {}, "pagination"),
          fail: (problem) => responseError(ended.response, ended.call, problem),
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
    events: (operation, route, options = {}, send, format) => ({
      async *[Symbol.asyncIterator]() {
        checkOptions(options, { operation });
        checkOptionNames(options, EVENT_STREAM_OPTIONS, { operation });
        const { readEvents } = await loadEventStream(operation, options.signal);
        yield* readEvents(options, format.isJson === true, (headers) => {
          const read = { ...readHeaders(options.headers), ...headers };
          const { signal, timeout, retries, onFinalResponse } = options;
          const limits = { signal, timeout, retries, onFinalResponse };
          const sent = { ...limits, headers: read };
          return run(STREAM, operation, route, sent, send, format);
        });
      },
    }),
  };
}

/** The list that an answer promises to hold. */
async function listOf<Data, List extends unknown[]>(
  { data, response, call }: Ended<Data>,
  pick: (answer: Data) => List | null | undefined,
): Promise<List> {
  // A success without JSON has been refused.
  const list = pick(data as Data);
  if (Array.isArray(list)) return list;
  throw await responseError(response, call, "no list where one is promised");
}
