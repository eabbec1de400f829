import type { Answer } from "./answer.js";
import { checkKey } from "./checks.js";
import { EXPIRED, within } from "./deadline.js";
import { readText } from "./read.js";
import { writeRequest, type Message } from "./request.js";
import { neverSent, parseRetryAfter, type Outcome } from "./retry.js";
import { maskSent, safeCause } from "./secrets.js";
import type { Settings } from "./settings.js";

/** How one try ended: with an answer, or with the fault that took its place. */
export interface Try extends Outcome {
  readonly answer?: Answer;
  /** The status of an answer that was cut in its body. */
  readonly cut?: number | undefined;
  /** `EXPIRED`, or what `fetch` rejected with, fit to be shown. */
  readonly fault?: unknown;
}

/**
 * One message out, one answer back, within `milliseconds`. Rejects only with what is not the network's: the reason of
 * an abort, the error of a key function, a key that no header can carry.
 */
export async function tryOnce(
  settings: Settings,
  message: Message,
  milliseconds: number,
): Promise<Try> {
  const { signal, finishes, body } = message;
  const { blot, learn } = settings.keys;
  const begun = performance.now();
  let isSent = false;
  let cut: number | undefined;
  try {
    const given = settings.apiKey();
    const key =
      typeof given === "string"
        ? given
        : await within(milliseconds, signal, async () => given);
    checkKey(key);
    learn(key);
    const left = milliseconds - (performance.now() - begun);
    isSent = true;
    return await within(left, finishes ? undefined : signal, async (own) => {
      const inner = own();
      const [url, init] = writeRequest(settings, message, key, inner);
      const response = await follow(settings.fetch, url, init);
      const { status, ok, headers } = response;
      cut = status;
      const text = await readText(response, inner);
      const shown = ok ? text : blot(text);
      return {
        sent: true,
        status,
        retryAfter: parseRetryAfter(headers.get("retry-after"), Date.now()),
        answer: {
          status,
          ok,
          headers,
          text: shown,
          value: undefined,
          maybeSent: true,
          sent: body,
          blot,
        },
      };
    });
  } catch (fault) {
    if (signal?.aborted && !(isSent && finishes)) throw signal.reason;
    if (fault === EXPIRED) return { sent: isSent, fault };
    if (!isSent) throw fault;
    const hide = (text: string) => maskSent(blot(text), body);
    return { sent: !neverSent(fault), cut, fault: safeCause(fault, hide) };
  }
}

/** Longest chain of redirects that a read follows. */
const HOPS = 5;

/** A GET is followed within its own origin; any other redirect is the answer. */
async function follow(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
): Promise<Response> {
  for (let [target, hops] = [url, 0]; ; hops++) {
    const response = await fetch(target, init);
    const next = nextHop(response, target);
    if (init.method !== "GET" || hops === HOPS || !next) return response;
    await response.body?.cancel();
    init.signal?.throwIfAborted();
    target = next;
  }
}

/** Where a redirect leads, if that is within the origin it came from. */
function nextHop(
  { status, headers }: Response,
  from: string,
): string | undefined {
  const location = headers.get("location");
  if (!REDIRECTS.includes(status) || !location) return undefined;
  if (!URL.canParse(location, from)) return undefined;
  const { href } = new URL(location, from);
  return href.startsWith(`${new URL(from).origin}/`) ? href : undefined;
}

const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308];
