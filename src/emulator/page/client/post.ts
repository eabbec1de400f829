import { part, say } from "./dom.js";

/** What the emulator answered to a request that the page had it make. */
interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** Has the emulator do something; rejects with its reason where it would not. */
export async function post(action: string, body: object): Promise<unknown> {
  const response = await fetch(`/_emulator/${action}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { readonly error?: string };
  if (!response.ok) throw new Error(answer.error ?? `HTTP ${response.status}`);
  return answer;
}

/** A request to the service, with the key that the page itself never sees. */
export async function send(
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  return (await post("send", { method, path, body })) as Answer;
}

let fading: ReturnType<typeof setTimeout> | undefined;

/** Runs an act of the user's and says at the foot of the page, for a while, what came of it. */
export async function tell(act: () => Promise<string>): Promise<void> {
  const note = part("note", HTMLElement);
  clearTimeout(fading);
  try {
    say(note, await act());
    note.className = "";
  } catch (error) {
    say(note, error instanceof Error ? error.message : String(error));
    note.className = "bad";
  }
  fading = setTimeout(() => say(note, ""), 8000);
}

/** The answer's reason where it is no success. */
export function expectOk({ status, text }: Answer): void {
  if (status >= 400) throw new Error(`${status}: ${text.slice(0, 200)}`);
}

/** JSON, laid out; any other text as it is. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
