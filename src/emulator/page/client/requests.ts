import { getElement, setText } from "./dom.js";

/** The response to a request that the emulator sent for the page. */
interface ServiceResponse {
  readonly status: number;
  readonly text: string;
}

/** Asks the emulator for an action. Rejects with the emulator's message where the action fails. */
export async function requestAction<Result>(
  action: string,
  body: object,
): Promise<Result> {
  const response = await fetch(`/_emulator/${action}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const result = (await response.json()) as Result & { error?: string };
  if (!response.ok) throw new Error(result.error ?? `HTTP ${response.status}`);
  return result;
}

/** Sends a request to the service. The emulator adds the key, which the page never sees. */
export function sendRequest(
  method: string,
  path: string,
  body?: unknown,
): Promise<ServiceResponse> {
  return requestAction("send", { method, path, body });
}

/** How long a message stays at the foot of the page. */
const MESSAGE_DURATION_MS = 8000;
let messageTimer: ReturnType<typeof setTimeout> | undefined;

/** Runs an action of the user, and shows the resulting message, or the error, at the foot of the page. */
export async function showResult(act: () => Promise<string>): Promise<void> {
  const note = getElement("note", HTMLElement);
  clearTimeout(messageTimer);
  try {
    setText(note, await act());
    note.className = "";
  } catch (error) {
    setText(note, error instanceof Error ? error.message : String(error));
    note.className = "bad";
  }
  messageTimer = setTimeout(() => setText(note, ""), MESSAGE_DURATION_MS);
}

/** Throws where the response is an error. */
export function checkStatus({ status, text }: ServiceResponse): void {
  if (status >= 400) throw new Error(`${status}: ${text.slice(0, 200)}`);
}

/** JSON with indentation. Any other text stays as it is. */
export function formatJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
