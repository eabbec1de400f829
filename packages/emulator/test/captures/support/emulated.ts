import type { Capture } from "../../../../spec-tools/src/document/capture.js";
import { createAccount } from "../../support/account.js";
import { arrangements, withEndedJob } from "./arrange.js";
import type { EmulatedAnswer } from "./compare.js";

/** How long an answer is waited for on the emulator's clock where no arrangement says so: a cold start and a job. */
const HELD_MS = 600_000;

const TURNS = 100;

/** Brings a new emulator into the condition of a capture, and sends its request. */
export async function emulated(capture: Capture): Promise<EmulatedAnswer> {
  const { name, request } = capture;
  const arrangement = arrangements[name] ?? withEndedJob(capture) ?? {};
  const { options, prepare, heldMs = HELD_MS, agent } = arrangement;
  const account = createAccount(options);
  const ids = (await prepare?.(account)) ?? {};
  const fill = (text: string) =>
    Object.entries(ids).reduce(
      (filled, [placeholder, id]) => filled.replaceAll(placeholder, id),
      text,
    );
  const { method, path, query, body, key } = request;
  const good = arrangement.key ?? account.emulator.apiKey;
  const headers = new Headers(authorizationOf(key, good));
  if (agent !== undefined) headers.set("user-agent", agent);
  const init: RequestInit = { method, headers };
  if (body !== undefined) {
    headers.set("content-type", "application/json");
    init.body = fill(JSON.stringify(body));
  }
  const url = new URL(fill(path), account.emulator.urls.publicBaseUrl);
  for (const [parameter, value] of Object.entries(query ?? {}))
    url.searchParams.set(parameter, fill(value));
  const state = { isAnswered: false };
  const held = account.emulator.fetch(url, init).finally(() => {
    state.isAnswered = true;
  });
  await turns();
  await account.advance(heldMs);
  await turns(() => state.isAnswered);
  const isLate = !state.isAnswered;
  if (isLate) await account.advance(HELD_MS);
  const response = await held;
  const type = response.headers.get("content-type") ?? "";
  const isStream = type.startsWith("text/event-stream");
  const text = await (isStream ? firstChunks(response) : response.text());
  return { status: response.status, headers: response.headers, text, isLate };
}

function authorizationOf(
  key: Capture["request"]["key"],
  good: string,
): Record<string, string> {
  switch (key) {
    case "none":
      return {};
    case "wrong":
      return { authorization: "Bearer wrong" };
    case "plain":
      return { authorization: good };
    case undefined:
      return { authorization: `Bearer ${good}` };
  }
}

/** What an event stream holds by now; it does not end by itself. */
async function firstChunks({ body }: Response): Promise<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = { text: "" };
  const readOn = async () => {
    for (;;) {
      const { value, done = true } = (await reader?.read()) ?? {};
      if (done) return;
      read.text += value ?? "";
    }
  };
  const reading = readOn();
  await turns();
  await reader?.cancel();
  await reading;
  return read.text;
}

/** Lets the event loop turn, so that what is due is done. */
async function turns(isDone = () => false): Promise<void> {
  for (let turn = 0; turn < TURNS && !isDone(); turn++)
    await new Promise((resolve) => setImmediate(resolve));
}
