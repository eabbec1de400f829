import { createEmulator } from "../../src/index.js";

/** Two messages whose last one a demo model answers with words of its own. */
export const MESSAGES = [
  { role: "system", content: "Be brief." },
  { role: "user", content: [{ type: "text", text: "Name a light" }] },
];

/** What a call may set beside its path and body. */
interface CallSettings {
  readonly key?: string;
  readonly signal?: AbortSignal;
}

/** An emulator on a manual clock, with functions that call the OpenAI-compatible routes of a slug. */
export function openaiAt(slug = "text-demo") {
  const emulator = createEmulator({ clock: "manual" });
  const { apiKey, urls, fetch } = emulator;
  const call = (
    path: string,
    body?: object,
    { key = apiKey, signal }: CallSettings = {},
  ) =>
    fetch(`${urls.publicBaseUrl}/v2/${slug}/openai/v1/${path}`, {
      ...(body && {
        method: "POST",
        body: JSON.stringify({ model: slug, ...body }),
      }),
      ...(signal && { signal }),
      headers: {
        authorization: `Bearer ${key}`,
        "content-type": "application/json",
      },
    });
  /** Calls while the clock of the emulator goes on. */
  const callToEnd = async (path: string, body: object) => {
    const response = call(path, body);
    await emulator.clock.advance(60_000);
    return response;
  };
  const chatToEnd = (members: object = {}) =>
    callToEnd("chat/completions", { messages: MESSAGES, ...members });
  return { emulator, call, callToEnd, chatToEnd };
}
