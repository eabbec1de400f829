import type { Fault } from "../server/fault-rule.js";
import { Refusal } from "../server/refused-error.js";
import type { Route } from "../server/route.js";
import type { Watched } from "./watched.js";

type Body = Readonly<Record<string, unknown>>;
type Action = (watched: Watched, body: Body, origin: string) => unknown;

/** What the page can have done, by the last part of its path. */
export const actions: Readonly<Record<string, Action>> = {
  advance: async ({ service }, { ms }) => {
    if (typeof ms !== "number") throw new Refusal(400, "ms must be a number");
    await service.state.clock.advance(ms);
    return {};
  },
  fault: ({ service }, { route, fault }) => {
    service.faults.add(route as Route, fault as Fault);
    return {};
  },
  send,
};

/** Makes a request of the account's own: the page never holds the key. */
async function send(
  { answer, service }: Watched,
  { method, path, body }: Body,
  origin: string,
): Promise<unknown> {
  if (typeof method !== "string" || typeof path !== "string")
    throw new Refusal(400, "method and path are required");
  if (!path.startsWith("/") || path.startsWith("/_emulator"))
    throw new Refusal(400, "path must be one of the service");
  const authorization = `Bearer ${service.settings.apiKey}`;
  const hasBody = body !== undefined && method !== "GET";
  const request = new Request(new URL(origin + path), {
    method,
    headers: hasBody
      ? { authorization, "content-type": "application/json" }
      : { authorization },
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
  });
  const response = await answer(request);
  const type = response.headers.get("content-type") ?? "";
  const isText = /json|text/.test(type);
  const bytes = await response.arrayBuffer();
  const text = isText
    ? new TextDecoder().decode(bytes)
    : `${bytes.byteLength} bytes of ${type || "nothing"}`;
  return { status: response.status, type, text };
}
