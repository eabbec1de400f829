import type { SurfaceName } from "../../generated/surfaces/addresses.js";
import type { Make, Operations } from "../../generated/surfaces/operations.js";
import { responseError, type Expectation } from "../http/response.js";
import { checkHeaders, checkUpdateMethod, refuse } from "../checks.js";
import type { UpdateOptions } from "../options.js";
import { fillPath } from "../http/paths.js";
import { writeQuery } from "../http/query.js";
import type { Message, SendControls } from "../http/request.js";
import type { Send } from "../http/transport.js";
import type { Settings } from "../settings.js";

/** What makes the functions of a surface, a resource by its name and in it a call by its own; `send` sends them. */
export function createMake(
  settings: Settings,
  send: Send,
  surface: SurfaceName,
  controls: SendControls = {},
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
          const message = { ...write(given), ...controls };
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
  const slots: string[] = `${row} {options}`.match(/(?<=\{)[^}]+/g) ?? [];
  const [verb, place, expects] = row.split(" ") as [
    string,
    string,
    Expectation,
  ];
  return (given) => {
    const partOf = (slot: string) => given[slots.lastIndexOf(slot)];
    const options = (partOf("options") ?? {}) as UpdateOptions;
    const { updateMethod = settings.updateMethod } = options;
    const isPost = updateMethod === "post" && row.endsWith("synonym");
    const method = isPost ? "POST" : verb;
    const path = isPost ? `${place}/update` : place;
    const call = { operation, route: `${method} ${path}` };
    checkUpdateMethod(updateMethod, call);
    checkHeaders(options.headers, call);
    const { [surface]: address } = settings.addresses;
    // A parameter of the path may be named as a slot is: those of the path come first.
    const valueOf = (name: string) => given[slots.indexOf(name)];
    let url = address.url(operation) + fillPath(path, valueOf, call);
    const body = partOf("body");
    let text: string | undefined;
    try {
      url += writeQuery(partOf("query") as object | undefined);
      text = JSON.stringify(body);
    } catch (fault) {
      refuse(body === undefined ? "query" : "body", fault, call);
    }
    return {
      signal: options.signal,
      timeout: options.timeout,
      retries: options.retries,
      headers: options.headers,
      ...call,
      surface,
      method,
      url,
      body: text,
      repeatable: method === "GET",
      expects,
      hint: address.hint,
    };
  };
}
