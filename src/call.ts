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
  return <Resources>(operations: Operations<Resources>, prefix = "") => {
    const resources: Record<string, Record<string, unknown>> = {};
    for (const resource in operations) {
      const calls: Record<string, unknown> = (resources[resource] = {});
      for (const name in operations[resource]) {
        const operation = `${prefix}${resource}.${name}`;
        const row = operations[resource][name];
        const write = createWrite(settings, surface, operation, row);
        calls[name] = async (...given: unknown[]) => {
          const message = write(given);
          const answer = await send(message);
          if (!answer.ok) throw responseError(answer, message);
          return answer.value;
        };
      }
    }
    // The type of the table holds that it has a row for each function.
    return resources as Resources;
  };
}

/** Writes the requests of an operation, as its `row` says; throws an `InputError` where one cannot be written. */
function createWrite(
  settings: Settings,
  surface: SurfaceName,
  operation: string,
  row: string,
): (given: unknown[]) => Message {
  const slots: string[] = `${row} {options}`.match(/(?<=\{)\w+/g) ?? [];
  const [verb = "", place = "", expects] = row.split(" ");
  return (given) => {
    const partOf = (slot: string) => given[slots.lastIndexOf(slot)];
    const options = (partOf("options") ?? {}) as UpdateOptions & Queued;
    const body = partOf("body");
    const { updateMethod = settings.updateMethod, headers } = options;
    const { signal, timeout, retries, finishes, again, lost } = options;
    const isPost = updateMethod === "post" && row.endsWith("synonym");
    const method = isPost ? "POST" : verb;
    const path = isPost ? `${place}/update` : place;
    const route = `${method} ${path}`;
    const call = { operation, route };
    checkUpdateMethod(updateMethod, call);
    checkHeaders(headers, call);
    const { [surface]: address } = settings.addresses;
    let url =
      address.url(operation) + fillPath(path, (_, at) => given[at], call);
    let text: string | undefined;
    try {
      url += writeQuery(partOf("query") as object | undefined);
      text = JSON.stringify(body);
    } catch (fault) {
      const parameter = body === undefined ? "query" : "body";
      check(false, parameter, `cannot be sent: ${String(fault)}`, call);
    }
    // Each by its name: to spread what has so many members takes microseconds.
    return {
      operation,
      route,
      signal,
      timeout,
      retries,
      headers,
      finishes,
      again,
      lost,
      surface,
      method,
      url,
      body: text,
      repeatable: method === "GET",
      keyIn: "header",
      expects: expects as Expectation,
      hint: address.hint,
    };
  };
}
