import type { SurfaceName } from "../generated/addresses.js";
import type { Make, Operations } from "../generated/operations.js";
import { responseError, type Expectation } from "./answer.js";
import { check, checkHeaders, checkUpdateMethod } from "./checks.js";
import type { UpdateOptions } from "./options.js";
import { fillPath } from "./paths.js";
import { writeQuery } from "./query.js";
import type { Message, Queued } from "./request.js";
import type { Send } from "./send.js";
import type { Settings } from "./settings.js";

/** What makes the functions of a surface, a resource by its name and in it a call by its own; `send` sends them. */
export function createCall(
  settings: Settings,
  send: Send,
  surface: SurfaceName,
): Make {
  const call = async (operation: string, row: string, given: unknown[]) => {
    const message = write(settings, surface, operation, row, given);
    const answer = await send(message);
    if (!answer.ok) throw responseError(answer, message);
    return answer.value;
  };
  return <Resources>(operations: Operations<Resources>, prefix = "") => {
    const resources: Record<string, Record<string, unknown>> = {};
    for (const resource in operations) {
      const calls: Record<string, unknown> = (resources[resource] = {});
      for (const name in operations[resource])
        calls[name] = (...given: unknown[]) =>
          call(
            `${prefix}${resource}.${name}`,
            operations[resource][name],
            given,
          );
    }
    // The type of the table holds that it has a row for each function.
    return resources as Resources;
  };
}

/** The request of an operation, as its `row` says; throws an `InputError` where it cannot be written. */
function write(
  settings: Settings,
  surface: SurfaceName,
  operation: string,
  row: string,
  given: unknown[],
): Message {
  const parts: Parts = {};
  for (const [, slot = ""] of `${row} {options}`.matchAll(/\{(\w+)}/g))
    parts[slot] = given.shift();
  const { options = {}, query, body } = parts;
  const { updateMethod = settings.updateMethod, headers = {} } = options;
  const isPost = updateMethod === "post" && row.endsWith("synonym");
  const [verb, place, expects] = row.split(" ") as [
    string,
    string,
    Expectation,
  ];
  const method = isPost ? "POST" : verb;
  const path = isPost ? `${place}/update` : place;
  const call = { operation, route: `${method} ${path}` };
  checkUpdateMethod(updateMethod, call);
  checkHeaders(headers, call);
  const { [surface]: address } = settings.addresses;
  let url = address.url(operation) + fillPath(path, parts, call);
  let text: string | undefined;
  try {
    url += writeQuery(query);
    text = JSON.stringify(body);
  } catch (fault) {
    const parameter = body === undefined ? "query" : "body";
    check(false, parameter, `cannot be sent: ${String(fault)}`, call);
  }
  return {
    ...options,
    ...call,
    surface,
    method,
    url,
    body: text,
    repeatable: method === "GET",
    keyIn: "header",
    expects,
    hint: address.hint,
  };
}

/** What was given to an operation, by its slots: the parameters of its path, and these. */
interface Parts extends Record<string, unknown> {
  query?: object | undefined;
  body?: unknown;
  options?: (UpdateOptions & Queued) | undefined;
}
