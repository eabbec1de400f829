import type { Controls } from "../../src/control/operations.js";
import { ApiError } from "../../src/http/api-error.js";
import type { Service } from "../../src/server/handle-request.js";
import { exportLines, variablesOf } from "../../src/server/variables.js";
import { urlsAt } from "../../src/server/urls.js";

/** The emulator that a page shows and controls. */
export interface PageContext {
  readonly service: Service;
  readonly controls: Controls;
  /** Answers a request as if it had arrived from outside. */
  readonly answer: (request: Request) => Promise<Response>;
}

type Body = Readonly<Record<string, unknown>>;
type Action = (context: PageContext, body: Body, origin: string) => unknown;

/** What the page can ask the emulator to do beside the operations of the control API, by path. */
export const actions: ReadonlyMap<string, Action> = new Map<string, Action>([
  ["/_emulator/send", sendRequest],
  ["/_emulator/exports", readExports],
]);

/** The lines that the user copies. Only these hold the key. */
function readExports(
  { service }: PageContext,
  _: Body,
  origin: string,
): { readonly text: string } {
  const { apiKey } = service.settings;
  return { text: exportLines(variablesOf(apiKey, urlsAt(origin))) };
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
  return { status: response.status, text: await response.text() };
}
