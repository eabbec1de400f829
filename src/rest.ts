import createFetcher, { type Client } from "openapi-fetch";
import type { paths } from "../generated/rest.types.js";
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
    const operation = `rest.${method}`;
    const route = `${method} ${path}`;
    const { signal, timeout, retries, ...rest } = init;
    checkPath(fillPath(path, rest.params?.path ?? {}, { operation, route }), {
      operation,
      route,
    });
    const fetch = async (written: Request) => {
      const answer = await send({
        ...{ operation, route, method, signal, timeout, retries },
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
    return client.request(
      method.toLowerCase() as "get",
      path as never,
      { ...rest, fetch, baseUrl: address.url(operation) } as never,
    );
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
  text = "",
  headers,
}: {
  status: number;
  text?: string | undefined;
  headers: Headers;
}): Response {
  // Status 0 is a redirect that a browser hides; a Response cannot be made with it.
  const shown = status >= 200 && status <= 599 ? status : 502;
  return new Response(text === "" ? null : text, { status: shown, headers });
}
