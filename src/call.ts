import createFetcher from "openapi-fetch";
import type { Call } from "../generated/rest.js";
import type { Address } from "./addresses.js";
import { responseError } from "./answer.js";
import { type UpdateOptions } from "./options.js";
import { checkUpdateMethod, type Settings } from "./settings.js";
import { checkPath, fillPath } from "./paths.js";
import type { Message } from "./attempt.js";
import type { Send } from "./send.js";
import { spell } from "./synonyms.js";

/** What every generated function of a surface stands on: openapi-fetch writes the request, `send` sends it. */
export function createCall(
  settings: Settings,
  send: Send,
  address: Address,
): Call {
  const client = createFetcher({
    Request: Outgoing as unknown as typeof Request,
    fetch: (request) => transmit(send, request as unknown as Outgoing),
  }) as unknown as Writer;
  return async <T>(
    operation: string,
    route: string,
    parts: Parameters<Call>[2],
    options: UpdateOptions = {},
  ) => {
    const {
      signal,
      timeout,
      retries,
      headers = {},
      updateMethod = settings.updateMethod,
    } = options;
    checkUpdateMethod(updateMethod, operation);
    const spelling = spell(route, updateMethod);
    const [method = "", template = ""] = spelling.split(" ");
    const path = fillPath(template, parts.path ?? {}, {
      operation,
      route: spelling,
    });
    checkPath(path, { operation, route: spelling });
    const message: Partial<Message> = {
      operation,
      route: spelling,
      repeatable: method === "GET",
      keyIn: "header",
      expects: parts.expects ?? "json",
      hint: address.hint,
      ...{ signal, timeout, retries },
    };
    const url = address.url(operation) + path;
    const init = {
      params: { query: parts.query },
      body: parts.body,
      headers,
      parseAs: "stream",
      message,
    };
    const { data } = await client.request(method, url, init);
    return data as T;
  };
}

/** openapi-fetch as generated code calls it: the types of each operation are held by the generated interfaces. */
interface Writer {
  request(
    method: string,
    url: string,
    init: object,
  ): Promise<{ data?: unknown }>;
}

/** The light stand-in for a platform Request that openapi-fetch builds: the address, and all that the call gave. */
class Outgoing {
  declare readonly method: string;
  declare readonly headers: Headers;
  declare readonly body: string | undefined;
  declare readonly message: Message;
  readonly url: string;

  constructor(url: string, init: object) {
    this.url = url;
    Object.assign(this, init);
  }
}

/** Sends what openapi-fetch wrote. Its `stream` mode hands the answer's parsed value through as it is. */
async function transmit(
  send: Send,
  { message, url, method, headers, body }: Outgoing,
): Promise<Response> {
  const answer = await send({
    ...message,
    url,
    method,
    body,
    headers: Object.fromEntries(headers),
  });
  if (!answer.ok) throw responseError(answer, message);
  return {
    status: answer.status,
    ok: true,
    headers: answer.headers,
    body: answer.value,
  } as unknown as Response;
}
