import type { RawAnswer } from "./answer.js";
import { EXPIRED, within } from "./deadline.js";
import { CloudComputeError } from "./errors.js";
import { readText } from "./read.js";
import { writeRequest, type Message, type WrittenRequest } from "./request.js";
import { neverSent, parseRetryAfter, type Outcome } from "./retry.js";
import { maskSent, safeCause } from "./secrets.js";
import { checkKey } from "./checks.js";
import type { Settings } from "./settings.js";

/** How one try ended: with an answer, or with the fault that took its place. */
export interface Try {
  readonly outcome: Outcome;
  readonly answer?: RawAnswer;
  /** The status of an answer that was cut in its body. */
  readonly status?: number | undefined;
  /** `EXPIRED`, or what `fetch` rejected with, fit to be shown. */
  readonly fault?: unknown;
}

/**
 * One message out, one answer back, within `milliseconds`. Rejects only with what is not the network's: the reason of
 * an abort, the error of a key function, a key that no header can carry.
 */
export async function attempt(
  settings: Settings,
  message: Message,
  milliseconds: number,
): Promise<Try> {
  const { signal, finishes, body } = message;
  const begun = performance.now();
  const stage: Stage = { sent: false, status: undefined };
  try {
    const given = settings.apiKey();
    const key =
      typeof given === "string"
        ? given
        : await within(milliseconds, signal, async () => given);
    checkKey(key);
    settings.keys.learn(key);
    const left = milliseconds - (performance.now() - begun);
    stage.sent = true;
    return await within(left, finishes ? undefined : signal, (inner) =>
      exchange(settings, message, key, stage, inner),
    );
  } catch (fault) {
    if (signal?.aborted && !(stage.sent && finishes)) throw signal.reason;
    if (fault === EXPIRED)
      return { outcome: { kind: stage.sent ? "lost" : "unsent" }, fault };
    if (!stage.sent || fault instanceof CloudComputeError) throw fault;
    const kind = neverSent(fault) ? "unsent" : "lost";
    const hide = (text: string) => maskSent(settings.keys.blot(text), body);
    const { status } = stage;
    return { outcome: { kind }, status, fault: safeCause(fault, hide) };
  }
}

/** How far a try has come. */
interface Stage {
  sent: boolean;
  status: number | undefined;
}

async function exchange(
  settings: Settings,
  message: Message,
  key: string,
  stage: Stage,
  signal: AbortSignal,
): Promise<Try> {
  const { blot } = settings.keys;
  const { url, init } = writeRequest(settings, message, key, signal);
  const response = await follow(settings.fetch, url, init);
  stage.status = response.status;
  const text = await readText(response, signal);
  const { status, ok, headers } = response;
  const retryAfter = parseRetryAfter(headers.get("retry-after"), Date.now());
  return {
    outcome: { kind: "answered", status, retryAfter },
    answer: { status, ok, headers, text, blot, sent: message.body },
  };
}

/** Longest chain of redirects that a read follows. */
const HOPS = 5;

/** A GET is followed within its own origin; any other redirect is the answer. */
async function follow(
  fetch: typeof globalThis.fetch,
  url: string,
  init: WrittenRequest["init"],
): Promise<Response> {
  let target = url;
  for (let hops = 0; ; hops++) {
    const response = await fetch(target, init);
    if (response.ok || init.method !== "GET" || hops === HOPS) return response;
    const next = nextHop(response, target);
    if (next === undefined) return response;
    await response.body?.cancel();
    init.signal.throwIfAborted();
    target = next;
  }
}

/** Where a redirect leads, if that is within the origin it came from. */
function nextHop(response: Response, from: string): string | undefined {
  const location = response.headers.get("location");
  const isRedirect = [301, 302, 303, 307, 308].includes(response.status);
  if (!isRedirect || location === null || !URL.canParse(location, from))
    return undefined;
  const next = new URL(location, from);
  if (next.username !== "" || next.password !== "") return undefined;
  return next.origin === new URL(from).origin ? next.href : undefined;
}
