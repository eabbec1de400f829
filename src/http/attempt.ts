import type { Answer } from "./response.js";
import { checkKey } from "../checks.js";
import { EXPIRED, withTimeout } from "./timeout.js";
import { readText } from "./read.js";
import { writeRequest, type Message } from "./request.js";
import { maybeSent, neverSent, parseRetryAfter } from "./retry.js";
import { maskSent, safeCause } from "./redact.js";
import type { Settings } from "../settings.js";

/** How a try ended that had no answer. */
export interface Fault {
  /** `EXPIRED`, or what `fetch` rejected with, fit to be shown. */
  readonly fault: unknown;
  /** The status of an answer that was cut in its body. */
  readonly cut?: number | undefined;
  /** False where not one byte of the request left: refused, name not found, TLS not agreed. */
  readonly maybeSent: boolean;
  readonly ok?: never;
  readonly status?: never;
  readonly retryAfter?: never;
}

/**
 * One message out, one answer back, within `milliseconds`. Rejects only with what is not the network's: the reason of
 * an abort, the error of a key function, a key that no header can carry.
 */
export async function tryOnce(
  settings: Settings,
  message: Message,
  milliseconds: number,
): Promise<Answer | Fault> {
  const { signal, finishAfterSend, body } = message;
  const { redact, learn } = settings.keys;
  const mask = (text: string) => maskSent(redact(text), body);
  const begun = performance.now();
  let heeded = signal;
  let isSent = false;
  let cut: number | undefined;
  try {
    const given = settings.apiKey();
    const key =
      typeof given === "string"
        ? given
        : await withTimeout(milliseconds, signal, async () => given);
    checkKey(key);
    learn(key);
    const left = milliseconds - (performance.now() - begun);
    isSent = true;
    if (finishAfterSend) heeded = undefined;
    return await withTimeout(left, heeded, async (own) => {
      const inner = own();
      const [url, init] = writeRequest(settings, message, key, inner);
      const response = await follow(settings.fetch, url, init);
      const { status, ok, headers } = response;
      cut = status;
      const text = await readText(response, inner);
      const wait = parseRetryAfter(headers.get("retry-after"), Date.now());
      return {
        status,
        ok,
        headers,
        text: ok ? text : redact(text),
        retryAfter: wait,
        maybeSent: maybeSent(status, wait),
        redact,
        mask,
      };
    });
  } catch (fault) {
    heeded?.throwIfAborted();
    if (!isSent && fault !== EXPIRED) throw fault;
    return {
      maybeSent: isSent && !neverSent(fault),
      cut,
      fault: safeCause(fault, mask),
    };
  }
}

/** A GET is followed within its own origin, for five redirects at most; any other redirect is the answer. */
async function follow(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit,
  hops = 5,
): Promise<Response> {
  const response = await fetch(url, init);
  const next = init.method === "GET" && hops > 0 && nextHop(response, url);
  if (!next) return response;
  await response.body?.cancel();
  init.signal?.throwIfAborted();
  return follow(fetch, next, init, hops - 1);
}

/** Where a redirect leads, if that is within the origin it came from. */
function nextHop(
  { status, headers }: Response,
  from: string,
): string | undefined {
  const location = headers.get("location");
  if (
    !/^30[12378]$/.test(`${status}`) ||
    !location ||
    !URL.canParse(location, from)
  )
    return undefined;
  const { href } = new URL(location, from);
  return href.startsWith(new URL("/", from).href) ? href : undefined;
}
