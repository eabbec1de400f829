import type { ServiceAnswer } from "./service-answer.js";
import { reasonIn } from "./text/reason.js";

/** Calls an operation of the control API, or an endpoint of the page. Rejects with the message of the emulator. */
export async function callEmulator<Result>(
  method: string,
  path: string,
  body?: unknown,
): Promise<Result> {
  const init: RequestInit = { method };
  if (body !== undefined) {
    init.headers = { "content-type": "application/json" };
    init.body = JSON.stringify(body);
  }
  const response = await fetch(`/_emulator${path}`, init);
  const result = (await response.json()) as Result & {
    readonly error?: string;
  };
  if (!response.ok) throw new Error(result.error ?? `HTTP ${response.status}`);
  return result;
}

/** Sends a request to the service. The emulator adds the key, which the page never sees. */
export function sendRequest(
  method: string,
  path: string,
  body?: unknown,
): Promise<ServiceAnswer> {
  return callEmulator("POST", "/send", { method, path, body });
}

/** Sends a request to the service. Rejects where the answer is an error. */
export async function requireOk(
  method: string,
  path: string,
  body?: unknown,
): Promise<ServiceAnswer> {
  const answer = await sendRequest(method, path, body);
  if (answer.status < 400) return answer;
  const reason = reasonIn(answer.text) ?? answer.text;
  throw new Error(`Refused with ${answer.status}: ${reason.slice(0, 300)}`);
}
