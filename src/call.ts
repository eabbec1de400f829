import type { Call } from "../generated/rest.js";
import { surfaceVariables, type SurfaceName } from "../generated/addresses.js";
import { responseError } from "./answer.js";
import type { Message, Queued } from "./request.js";
import { InputError, type Circumstances } from "./errors.js";
import type { UpdateOptions } from "./options.js";
import { fillPath } from "./paths.js";
import { writeQuery } from "./query.js";
import type { Send } from "./send.js";
import { checkHeaders, checkUpdateMethod } from "./checks.js";
import type { Settings } from "./settings.js";
import { spell } from "./synonyms.js";

/** What every generated function of a surface stands on: it writes the request, `send` sends it. */
export function createCall(
  settings: Settings,
  send: Send,
  surface: SurfaceName,
): Call {
  const address = settings.addresses[surface];
  const prefix = surface in surfaceVariables ? `${surface}.` : "";
  return async <T>(
    operation: string,
    route: string,
    parts: Parameters<Call>[2],
    options: UpdateOptions & Queued = {},
  ) => {
    const { updateMethod = settings.updateMethod } = options;
    checkUpdateMethod(updateMethod, { operation });
    if (options.headers) checkHeaders(options.headers, { operation });
    const spelling = spell(route, updateMethod, prefix);
    const [method = "", template = ""] = spelling.split(" ");
    const call = { operation, route: spelling };
    const path = fillPath(template, parts.path ?? {}, call);
    const base = address.url(operation);
    const { search, text } = write(parts, call);
    const message: Message = {
      ...options,
      ...call,
      surface,
      method,
      url: base + path + search,
      body: text,
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

/** Query and body as they go out. */
function write(
  { query, body }: Parameters<Call>[2],
  call: Circumstances,
): { readonly search: string; readonly text: string | undefined } {
  try {
    return { search: writeQuery(query), text: JSON.stringify(body) };
  } catch (fault) {
    const why = fault instanceof Error ? fault.message : "it cannot be written";
    const parameter = body === undefined ? "query" : "body";
    throw new InputError(
      parameter,
      `the ${parameter} cannot be sent: ${why}`,
      call,
    );
  }
}
