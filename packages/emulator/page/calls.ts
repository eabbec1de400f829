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

/** The answer to a request that the emulator sent for the page. */
interface ServiceAnswer {
  readonly status: number;
  readonly text: string;
}

/**
 * Sends a request to the service, and resolves with the text of the answer. The emulator adds the key, which the page never
 * sees. Rejects where the answer is an error.
 */
export async function sendRequest(
  method: string,
  path: string,
  body?: unknown,
): Promise<string> {
  const sent = { method, path, body };
  const { status, text } = await callEmulator<ServiceAnswer>(
    "POST",
    "/send",
    sent,
  );
  if (status < 400) return text;
  const reason = reasonIn(text) ?? text;
  throw new Error(`Refused with ${status}: ${reason.slice(0, 300)}`);
}
