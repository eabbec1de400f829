import { judge, type Answer } from "./answer.js";
import { attempt, type Try } from "./attempt.js";
import { EXPIRED, sleep } from "./deadline.js";
import { ConnectionError, TimeoutError } from "./errors.js";
import type { Message } from "./request.js";
import { maybeSent, mayRepeat, retryDelay } from "./retry.js";
import { checkMilliseconds, checkRetries } from "./checks.js";
import type { Settings } from "./settings.js";

/**
 * Sends one message and resolves with the service's answer, whatever its status. Rejects when no answer came
 * (`ConnectionError`), none came in time (`TimeoutError`), or a success could not be read (`ResponseError`); an abort
 * rejects with the signal's own reason.
 */
export type Send = (message: Message) => Promise<Answer>;

/** The loop around `attempt`: tries, pauses, and the deadline over both. */
export function createSend(settings: Settings): Send {
  return async (message) => {
    const { operation, route, signal, repeatable } = message;
    const { timeout = settings.timeout, retries = settings.retries } = message;
    checkMilliseconds("timeout", timeout, message);
    checkRetries(retries, message);
    if (signal?.aborted) throw signal.reason;
    const deadline = performance.now() + timeout;
    // Once a try may have been carried out, the call may have been.
    let isOpen = false;
    for (let number = 1; ; number++) {
      const begun = performance.now();
      const left = deadline - begun;
      const mayWait =
        repeatable && retries > 0 ? settings.attemptTimeout : Infinity;
      const event = { operation, route, attempt: number };
      settings.onRequest(event);
      const ended = await attempt(settings, message, Math.min(mayWait, left));
      const milliseconds = performance.now() - begun;
      const seen = { ...event, status: ended.status, milliseconds };
      settings.onAnswer(seen);
      isOpen ||= maybeSent(ended);
      const delay =
        number <= retries && !ended.answer?.ok && mayRepeat(repeatable, ended)
          ? retryDelay(number, ended.retryAfter, Math.random())
          : Infinity;
      // A change that is cut off halfway may be carried out: it is not begun again with less time than it just took.
      const needed = repeatable ? 0 : milliseconds;
      if (performance.now() + delay + needed < deadline) {
        settings.onRetry({ ...seen, delay });
        await sleep(delay, signal);
        await message.again?.(deadline - performance.now());
        // The machine may have slept longer than the pause.
        if (performance.now() < deadline) continue;
      }
      const limit = mayWait < left ? mayWait : timeout;
      return conclude(settings, message, ended, isOpen, limit);
    }
  };
}

/** What the last try means for the caller; whoever watches for drift is shown the answer, one that cannot be read as well. */
function conclude(
  { drift, warn }: Settings,
  message: Message,
  { answer, sent, cut, fault }: Try,
  maybeSent: boolean,
  limit: number,
): Answer {
  const { surface, operation, route, expects } = message;
  const call = { operation, route, maybeSent };
  if (answer) {
    const { status, blot, text } = answer;
    const judged = { ...answer, maybeSent };
    const isEmpty = text === "";
    try {
      return judge(judged, expects, message);
    } finally {
      const { value } = judged;
      const asked = { surface, operation, route };
      drift({ ...asked, status, value, isEmpty, blot, warn });
    }
  }
  const fate = (maybeSent && message.lost) || "";
  if (fault === EXPIRED) {
    const said = `${route} had no answer in time (timeout: ${limit} ms)${fate}`;
    throw new TimeoutError(said, limit, call);
  }
  const how = !sent
    ? "no connection could be made"
    : cut
      ? `the answer with status ${cut} was cut`
      : "the connection was lost before an answer came";
  const said = `${route}: ${how}${fate}`;
  throw new ConnectionError(said, { ...call, cause: fault }, cut);
}
