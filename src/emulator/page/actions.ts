import type { Controls } from "../control/operations.js";
import { ApiError } from "../server/api-error.js";
import type { Service } from "../server/handle-request.js";

/** The emulator that a page shows and controls. */
export interface PageContext {
  readonly service: Service;
  readonly controls: Controls;
  /** Answers a request as if it had arrived from outside. */
  readonly answer: (request: Request) => Promise<Response>;
}

type Body = Readonly<Record<string, unknown>>;
type Action = (context: PageContext, body: Body, origin: string) => unknown;

/** What the page can ask the emulator to do, by path. */
export const actions: ReadonlyMap<string, Action> = new Map<string, Action>([
  ["/_emulator/advance", advanceClock],
  ["/_emulator/fault-rule", addFaultRule],
  ["/_emulator/send", sendRequest],
]);

async function advanceClock(
  { service }: PageContext,
  { ms }: Body,
): Promise<object> {
  if (typeof ms !== "number") throw new ApiError(400, "ms must be a number");
  await service.state.clock.advance(ms);
  return {};
}

function addFaultRule({ service }: PageContext, { route, rule }: Body): object {
  service.faultRules.add(route, rule);
  return {};
}

/** Sends a request with the account's own key. The page never sees the key. */
async function sendRequest(
  { answer, service }: PageContext,
  { method, path, body }: Body,
  origin: string,
): Promise<object> {
  if (typeof method !== "string" || typeof path !== "string")
    throw new ApiError(400, "method and path are required");
  if (!path.startsWith("/") || path.startsWith("/_emulator"))
    throw new ApiError(400, "path must be a path of the service");
  const headers = new Headers({
    authorization: `Bearer ${service.settings.apiKey}`,
  });
  const init: RequestInit = { method, headers };
  if (body !== undefined && method !== "GET") {
    headers.set("content-type", "application/json");
    init.body = JSON.stringify(body);
  }
  const response = await answer(new Request(new URL(origin + path), init));
  const type = response.headers.get("content-type") ?? "";
  const bytes = await response.arrayBuffer();
  const text = /json|text/.test(type)
    ? new TextDecoder().decode(bytes)
    : `${bytes.byteLength} bytes of ${type || "no content type"}`;
  return { status: response.status, text };
}
