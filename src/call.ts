import createFetcher from "openapi-fetch";
import type { Call } from "../generated/rest.js";
import { responseError } from "./answer.js";
import type { Message, Queued } from "./request.js";
import { InputError, type Circumstances } from "./errors.js";
import type { UpdateOptions } from "./options.js";
import { checkPath, fillPath } from "./paths.js";
import type { Send } from "./send.js";
import { checkHeaders, checkUpdateMethod } from "./checks.js";
import type { Settings } from "./settings.js";
import { spell } from "./synonyms.js";

/** What every generated function of a surface stands on: openapi-fetch writes the request, `send` sends it. */
export function createCall(
  settings: Settings,
  send: Send,
  surface: "rest" | "jobs",
): Call {
  const address = settings.addresses[surface];
  return async <T>(
    operation: string,
    route: string,
    parts: Parameters<Call>[2],
    options: UpdateOptions & Queued = {},
  ) => {
    const { signal, timeout, retries, headers, finishes, again } = options;
    const { updateMethod = settings.updateMethod } = options;
    checkUpdateMethod(updateMethod, operation);
    if (headers) checkHeaders(headers, operation);
    const spelling = spell(route, updateMethod);
    const [method = "", template = ""] = spelling.split(" ");
    const call: Circumstances = { operation, route: spelling };
    const path = fillPath(template, parts.path ?? {}, call);
    checkPath(path, call);
    const base = address.url(operation);
    const written = await write(method, base + path, parts, call);
    const message: Message = {
      surface,
      operation,
      route: spelling,
      method,
      signal,
      timeout,
      retries,
      headers,
      finishes,
      again,
      url: written.url,
      body: written.body,
      repeatable: method === "GET",
      keyIn: "header",
      expects: parts.expects ?? "json",
      hint: address.hint,
    };
    const answer = await send(message);
    if (!answer.ok) throw responseError(answer, message);
    return answer.value as T;
  };
}

/** A request as openapi-fetch writes it. */
interface Written {
  readonly url: string;
  readonly body?: string | undefined;
}

/** openapi-fetch as generated code uses it: the types of each operation are held by the generated interfaces. */
interface Writer {
  request(
    method: string,
    url: string,
    init: object,
  ): Promise<{ data?: unknown }>;
}

/** The light stand-in for a platform Request that openapi-fetch builds. */
class Outgoing implements Written {
  declare readonly body: string | undefined;
  readonly url: string;

  constructor(url: string, init: object) {
    this.url = url;
    Object.assign(this, init);
  }
}

const NO_HEADERS = new Headers();

// Its `stream` mode hands the body of an answer through as it is: here that body is the request it has written.
const writer = createFetcher({
  Request: Outgoing as unknown as typeof Request,
  fetch: (written) =>
    Promise.resolve({
      status: 200,
      ok: true,
      headers: NO_HEADERS,
      body: written,
    } as unknown as Response),
}) as unknown as Writer;

async function write(
  method: string,
  url: string,
  { query, body }: Parameters<Call>[2],
  call: Circumstances,
): Promise<Written> {
  const init = { params: { query }, body, parseAs: "stream" };
  try {
    return (await writer.request(method, url, init)).data as Written;
  } catch (fault) {
    const why = fault instanceof Error ? fault.message : "it cannot be written";
    const parameter = body === undefined ? "query" : "body";
    throw new InputError(
      parameter,
      `${call.operation ?? ""}: the ${parameter} cannot be sent: ${why}`,
      call,
    );
  }
}
