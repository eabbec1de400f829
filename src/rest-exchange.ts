import type {
  MergedOptions,
  Middleware,
  MiddlewareRequestParams,
  ParseAs,
} from "openapi-fetch";
import { parse } from "./secrets.js";

/** What each middleware is shown of a call. */
export interface Shown {
  readonly schemaPath: string;
  readonly params: MiddlewareRequestParams;
  readonly options: MergedOptions;
  readonly id: string;
}

/** The request as the middleware leaves it on its way out, and the answer where one of them gives it. */
export async function leave(
  request: Request,
  middleware: readonly Middleware[],
  shown: Shown,
  Request: Kind<globalThis.Request> = globalThis.Request,
): Promise<[request: Request, early?: Response]> {
  let leaving = request;
  for (const one of middleware) {
    const given = await one.onRequest?.({ ...shown, request: leaving });
    if (given instanceof Response) return [leaving, given];
    leaving = instead(given, Request) ?? leaving;
  }
  return [leaving];
}

/** Sends; the middleware, in reverse, may give an answer in place of a fault, and another in place of the answer. */
export async function exchange(
  request: Request,
  middleware: readonly Middleware[],
  shown: Shown,
): Promise<Response> {
  const inward = [...middleware].reverse();
  let response: Response | undefined;
  try {
    response = await shown.options.fetch(request);
  } catch (fault) {
    let error: unknown = fault;
    for (const one of inward) {
      const given = await one.onError?.({ ...shown, request, error });
      if (given instanceof Response) {
        response = given;
        break;
      }
      error = instead(given, Error) ?? error;
    }
    if (!response) throw error;
  }
  for (const one of inward) {
    const given: unknown = await one.onResponse?.({
      ...shown,
      request,
      response,
    });
    response = instead<Response>(given, Response) ?? response;
  }
  return response;
}

/** What a middleware gave in place of what it was shown, if anything; throws where that is of another kind. */
function instead<T>(given: unknown, kind: Kind<T>): T | undefined {
  if (!given || given instanceof kind) return given as T | undefined;
  throw new TypeError(`a middleware must return a ${kind.name}, or nothing`);
}

type Kind<T> = abstract new (...given: never[]) => T;

/** The members that openapi-fetch makes of an answer. */
export async function read(
  method: string,
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
