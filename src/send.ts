import { judge, type Answer, type RawAnswer } from "./answer.js";
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
    const { operation, route, signal } = message;
    const { timeout = settings.timeout, retries = settings.retries } = message;
    checkMilliseconds("timeout", timeout, message);
    checkRetries(retries, message);
    if (signal?.aborted) throw signal.reason;
    const mayTryAgain = message.repeatable && retries > 0;
    const deadline = performance.now() + timeout;
    // Once a try may have been carried out, the call may have been.
    let open = false;
    for (let number = 1; ; number++) {
      const begun = performance.now();
      const left = deadline - begun;
      const bound = mayTryAgain
        ? Math.min(settings.attemptTimeout, left)
        : left;
      settings.onRequest({ operation, route, attempt: number });
      const ended = await attempt(settings, message, bound);
      const seen = {
        operation,
        route,
        attempt: number,
        status: ended.answer?.status,
        milliseconds: performance.now() - begun,
      };
      settings.onAnswer(seen);
      open ||= maybeSent(ended.outcome);
      const delay = pauseAfter(ended, number, message, retries);
      const limit = bound < left ? bound : timeout;
      // A change that is cut off halfway may be carried out: it is not begun again with less time than it just took.
      const needed = message.repeatable ? 0 : seen.milliseconds;
      if (performance.now() + delay + needed >= deadline)
        return conclude(settings, ended, message, open, limit);
      settings.onRetry({ ...seen, delay });
      await sleep(delay, signal);
      await message.again?.(deadline - performance.now());
      // The machine may have slept longer than the pause.
      if (performance.now() >= deadline)
        return conclude(settings, ended, message, open, limit);
    }
  };
}

/** Milliseconds until the next try; infinite when there is to be none. */
function pauseAfter(
  { answer, outcome }: Try,
  number: number,
  { repeatable }: Message,
  retries: number,
): number {
  if (answer?.ok || number > retries || !mayRepeat(repeatable, outcome))
    return Infinity;
  const asked = outcome.kind === "answered" ? outcome.retryAfter : undefined;
  return retryDelay(number, asked, Math.random());
}

/** What the last try means for the caller. */
function conclude(
  settings: Settings,
  { answer, outcome, status, fault }: Try,
  message: Message,
  maybeSent: boolean,
  limit: number,
): Answer {
  if (answer)
    return settings.drift
      ? watched(settings, answer, message, maybeSent)
      : judge(answer, maybeSent, message.expects, message);
  const { operation, route } = message;
  const call = { operation, route, maybeSent };
  const fate = (maybeSent && message.lost) || "";
  if (fault === EXPIRED) {
    const said = `${route} had no answer in time (timeout: ${limit} ms)${fate}`;
    throw new TimeoutError(said, limit, call);
  }
  const how =
    outcome.kind === "unsent"
      ? "no connection could be made"
      : status === undefined
        ? "the connection was lost before an answer came"
        : `the answer with status ${status} was cut`;
  const said = `${route}: ${how}${fate}`;
  throw new ConnectionError(said, { ...call, cause: fault }, status);
}

/** The answer, judged, and shown to whoever watches for drift: one that cannot be read as well. */
function watched(
  { drift, warn }: Settings,
  raw: RawAnswer,
  message: Message,
  maybeSent: boolean,
): Answer {
  const { text, status, blot } = raw;
  const { surface, operation, route } = message;
  let value: unknown = text;
  try {
    const answer = judge(raw, maybeSent, message.expects, message);
    value = answer.value;
    return answer;
  } finally {
    drift?.({
      ...{ surface, operation, route, status },
      ...{ value, isEmpty: text === "", blot, warn },
    });
  }
}
