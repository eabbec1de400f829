import createFetcher, { type Client } from "openapi-fetch";
import type { paths } from "../generated/rest.types.js";
import type { Answer } from "./answer.js";
import { CloudComputeError, InputError, type Circumstances } from "./errors.js";
import { checkPath, fillPath } from "./paths.js";
import type { Settings } from "./settings.js";
import type { Send } from "./send.js";

/** The openapi-fetch client over the management REST API. */
export type RestClient = Client<paths>;

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

/**
 * The escape hatch: an openapi-fetch client with its own contract (`{ data, error, response }`) whose requests all go
 * through `send`. It rejects only when no answer came, none came in time, or none could be read.
 */
export function createRestClient(settings: Settings, send: Send): RestClient {
  const address = settings.addresses.rest;
  const client = createFetcher<paths>({ pathSerializer: fillPath });
  const request = async (method: string, path: string, init: RestInit = {}) => {
    const call = { operation: `rest.${method}`, route: `${method} ${path}` };
    const { signal, timeout, retries, ...rest } = init;
    checkPath(fillPath(path, rest.params?.path ?? {}, call), call);
    const baseUrl = address.url(call.operation);
    let fault: { readonly reason: unknown } | undefined;
    const transmit = async (written: Request) => {
      checkWithin(baseUrl, written.url, call);
      const answer = await send({
        ...{ ...call, surface: "rest", method, signal, timeout, retries },
        url: written.url,
        body: await bodyOf(written),
        headers: Object.fromEntries(written.headers),
        repeatable: method === "GET" || method === "HEAD",
        keyIn: "header",
        expects:
          (rest.parseAs ?? "json") === "json" ? "json if any" : "anything",
        hint: address.hint,
      });
      return toResponse(answer);
    };
    const fetch = (written: Request) =>
      transmit(written).catch((reason: unknown) => {
        fault = { reason };
        throw reason;
      });
    try {
      return await client.request(
        method.toLowerCase() as "get",
        path as never,
        { ...rest, fetch, baseUrl } as never,
      );
    } catch (error) {
      // openapi-fetch passes on no reason that is falsy, and a signal may have any.
      throw fault ? fault.reason : unwritten(error, call);
    }
  };
  const methods = METHODS.map((method) => [
    method,
    (path: string, init?: RestInit) => request(method, path, init),
  ]);
  return {
    ...client,
    ...Object.fromEntries(methods),
    request: (method: string, path: string, init?: RestInit) =>
      request(method.toUpperCase(), path, init),
  } as RestClient;
}

/** A middleware may have written another request: it must not take the key elsewhere. */
function checkWithin(baseUrl: string, url: string, call: Circumstances): void {
  const [base, target] = [new URL(baseUrl), new URL(url)];
  const isWithin =
    target.origin === base.origin &&
    target.pathname.startsWith(base.pathname.replace(/\/*$/, "/"));
  if (!isWithin)
    throw new InputError(
      "path",
      `${call.operation ?? ""}: the request leads away from baseUrl`,
      call,
    );
}

/** What failed before anything was sent. */
function unwritten(error: unknown, call: Circumstances): unknown {
  if (error instanceof CloudComputeError) return error;
  const why = error instanceof Error ? error.message : "it cannot be written";
  return new InputError(
    "init",
    `${call.operation ?? ""}: the request cannot be sent: ${why}`,
    call,
  );
}

/** The body as bytes, so that it can be sent again; asked of the method, since not every browser shows `body`. */
async function bodyOf(
  written: Request,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (written.method === "GET" || written.method === "HEAD") return undefined;
  const bytes = new Uint8Array(await written.arrayBuffer());
  return bytes.byteLength > 0 ? bytes : undefined;
}

/** The members of an openapi-fetch call that this client reads itself. */
interface RestInit {
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  readonly retries?: number;
  readonly parseAs?: string;
  readonly params?: { readonly path?: Record<string, unknown> };
}

/** A platform Response over an answer that is read already. */
function toResponse({
  status,
  ok,
  text = "",
  headers,
  blot,
}: Answer): Response {
  // Status 0 is a redirect that a browser hides; a Response cannot be made with it.
  const shown = status >= 200 && status <= 599 ? status : 502;
  const kept = new Headers(headers);
  // They speak of the bytes on the wire, not of this text.
  for (const name of ["content-length", "content-encoding"]) kept.delete(name);
  const body = ok ? text : blot(text);
  return new Response(body === "" ? null : body, {
    status: shown,
    headers: kept,
  });
}
