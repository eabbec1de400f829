import { readJson, responseError, type Answer } from "./response.js";
import { tryOnce, type Fault } from "./attempt.js";
import { EXPIRED, sleep } from "./timeout.js";
import { ConnectionError, TimeoutError } from "../errors.js";
import type { Message } from "./request.js";
import { mayRepeat, retryDelay } from "./retry.js";
import { checkMilliseconds, checkWhole } from "../checks.js";
import type { Settings } from "../settings.js";

/**
 * Sends one message and resolves with the service's answer, whatever its status. Rejects when no answer came
 * (`ConnectionError`), none came in time (`TimeoutError`), or a success could not be read (`ResponseError`); an abort
 * rejects with the signal's own reason.
 */
export type Send = (message: Message) => Promise<Answer>;

/** The loop around `tryOnce`: tries, pauses, and the deadline over both. */
export function createSend(settings: Settings): Send {
  return async (message) => {
    const { operation, route, signal, repeatable } = message;
    const { timeout = settings.timeout, retries = settings.retries } = message;
    checkMilliseconds("timeout", timeout, message);
    checkWhole("retries", retries, 0, message);
    signal?.throwIfAborted();
    const deadline = performance.now() + timeout;
    // Once a try may have been carried out, the call may have been.
    let isOpen = false;
    for (let attempt = 1; ; attempt++) {
      const begun = performance.now();
      const left = deadline - begun;
      const mayWait =
        repeatable && retries > 0 ? settings.attemptTimeout : Infinity;
      settings.onRequest({ operation, route, attempt });
      const ended = await tryOnce(settings, message, Math.min(mayWait, left));
      const durationMs = performance.now() - begun;
      const { status, ok, retryAfter } = ended;
      const seen = { operation, route, attempt, status, durationMs };
      settings.onResponse(seen);
      const delay =
        attempt <= retries && !ok && mayRepeat(repeatable, ended)
          ? retryDelay(attempt, retryAfter, Math.random())
          : Infinity;
      isOpen ||= ended.maybeSent;
      // A change that is cut off halfway may be carried out: it is not begun again with less time than it just took.
      const needed = repeatable ? 0 : durationMs;
      if (performance.now() + delay + needed < deadline) {
        settings.onRetry({ ...seen, delay });
        await sleep(delay, signal);
        await message.beforeRetry?.(deadline - performance.now());
        // The machine may have slept longer than the pause.
        if (performance.now() < deadline) continue;
      }
      const limit = mayWait < left ? mayWait : timeout;
      if ("fault" in ended) throw unanswered(message, ended, isOpen, limit);
      ended.maybeSent = isOpen;
      return conclude(settings, message, ended);
    }
  };
}

/** The last answer, if the caller can use it; whoever watches for drift is shown it in any case. */
function conclude(
  { drift, warn }: Settings,
  message: Message,
  answer: Answer,
): Answer {
  const { surface, operation, route, expects } = message;
  const held = readJson(answer, expects);
  const { status, text, value, redact } = answer;
  const isEmpty = text === "";
  drift({ surface, operation, route, status, value, isEmpty, redact, warn });
  if (held) throw responseError(answer, message, held);
  return answer;
}

/** The error after a last try that had no answer; `limit` is the bound that it reached if it was one. */
function unanswered(
  message: Message,
  ended: Fault,
  maybeSent: boolean,
  limit: number,
): Error {
  const { fault, cut } = ended;
  const { route, lostNote = "" } = message;
  const call = { ...message, maybeSent };
  const fate = maybeSent ? lostNote : "";
  if (fault === EXPIRED) {
    const said = `${route} had no answer in time (timeout: ${limit} ms)${fate}`;
    return new TimeoutError(said, limit, call);
  }
  const how = !ended.maybeSent
    ? "no connection could be made"
    : cut
      ? `the answer with status ${cut} was cut`
      : "the connection was lost before an answer came";
  const said = `${route}: ${how}${fate}`;
  return new ConnectionError(said, { ...call, cause: fault }, cut);
}
