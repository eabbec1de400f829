import type {
  MergedOptions,
  Middleware,
  MiddlewareRequestParams,
  ParseAs,
  PathSerializer,
  QuerySerializer,
  QuerySerializerOptions,
} from "openapi-fetch";
import { parse } from "../http/redact.js";

/** The members of an openapi-fetch call that this client reads. */
export interface RestInit {
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  readonly retries?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly params?: MiddlewareRequestParams;
  readonly body?: unknown;
  readonly parseAs?: MergedOptions["parseAs"];
  readonly querySerializer?: QuerySerializer<unknown> | QuerySerializerOptions;
  readonly bodySerializer?: MergedOptions["bodySerializer"];
  readonly pathSerializer?: PathSerializer;
  readonly middleware?: readonly Middleware[];
  readonly Request?: typeof Request;
}

/** What each middleware is shown of a call. */
export interface Shown {
  readonly schemaPath: string;
  readonly params: MiddlewareRequestParams;
  readonly options: MergedOptions;
  readonly id: string;
}

/**
 * Sends a request through the middleware, which may replace it on its way out, answer it there, answer in place of a
 * fault (in reverse), and replace the answer; gives what openapi-fetch makes of that.
 */
export async function exchange(
  written: Request,
  middleware: readonly Middleware[],
  shown: Shown,
  Request: typeof globalThis.Request,
): Promise<object> {
  const { fetch, parseAs } = shown.options;
  let request = written;
  for (const one of middleware) {
    const event = { ...shown, request };
    const given = await ask(one, "onRequest", event, Request, Response);
    if (given instanceof Response) return read(request, given, parseAs);
    request = given ?? request;
  }
  const inward = [...middleware].reverse();
  let response: Response | undefined;
  try {
    response = await fetch(request);
  } catch (fault) {
    let error: unknown = fault;
    for (const one of inward) {
      const event = { ...shown, request, error };
      const given = await ask(one, "onError", event, Response, Error);
      if (given instanceof Response) {
        response = given;
        break;
      }
      error = given ?? error;
    }
    if (!response) throw error;
  }
  for (const one of inward) {
    const event: object = { ...shown, request, response };
    response = (await ask(one, "onResponse", event, Response)) ?? response;
  }
  return read(request, response, parseAs);
}

type Kind = abstract new (...given: never[]) => unknown;

/** What a middleware gives in place of what it is shown, if anything; throws where that is of another kind. */
async function ask<Kinds extends readonly Kind[]>(
  one: Middleware,
  hook: keyof Middleware,
  event: object,
  ...kinds: Kinds
): Promise<InstanceType<Kinds[number]> | undefined> {
  const act: unknown = one[hook];
  if (typeof act !== "function") return undefined;
  const given: unknown = await Reflect.apply(act, one, [event]);
  if (!given) return undefined;
  if (kinds.some((kind) => given instanceof kind))
    return given as InstanceType<Kinds[number]>;
  const names = kinds.map(({ name }) => name).join(" or ");
  throw new TypeError(`${hook} must return a ${names}, or nothing`);
}

/** The members that openapi-fetch makes of an answer. */
async function read(
  { method }: Request,
  response: Response,
  parseAs: ParseAs,
): Promise<object> {
  const { ok, status } = response;
  if (status === 204 || method === "HEAD")
    return { [ok ? "data" : "error"]: undefined, response };
  if (ok && parseAs !== "json") {
    const isStream = parseAs === "stream";
    return {
      data: isStream ? response.body : await response[parseAs](),
      response,
    };
  }
  const text = await response.text();
  if (ok)
    return { data: text ? (JSON.parse(text) as unknown) : undefined, response };
  const error = parse(text);
  return { error: error === undefined ? text : error, response };
}
