import { getEventListeners } from "node:events";
import { expect, vi } from "vitest";
import {
  ConnectionError,
  JobError,
  ResponseError,
  TimeoutError,
} from "../../../src/index.js";
import {
  isFinal,
  RETRY_AFTER_SECONDS,
  type SeenPoll,
  type ServiceJob,
} from "./scripted-service.js";
import type { SeenSubmit, SeenWait, World } from "./world.js";

/** A job is gone when the service has said for this long that it does not know the job. */
const GONE_AFTER_MS = 60_000;
/** For how long the service keeps a result. */
const RETENTION_MS = 1_800_000;
/** The shortest poll interval. */
const MIN_POLL_INTERVAL_MS = 50;
/** The bounds of the default poll interval, with its jitter. `poll.test.ts` has the whole schedule. */
const MIN_DEFAULT_INTERVAL_MS = 225;
const MAX_DEFAULT_INTERVAL_MS = 5500;
/** A wait ends when there has been no answer for this long. */
const OUTAGE_TIMEOUT_MS = 120_000;
/** A poll without an answer ends after this long. */
const POLL_TIMEOUT_MS = 20_000;
/** How much longer than its timeout a wait may last because of its last poll. */
const LAST_POLL_TIMEOUT_MS = 1000;
/** Timers count whole milliseconds. */
const TOLERANCE_MS = 3;
/** How much longer than its timeout a wait may last that cancels its job. */
const CANCEL_TIMEOUT_MS = 5000;

/** Checks that all waits have kept their promises. Nothing may be in progress any more. */
export function checkWorld(world: World): void {
  for (const submit of world.submits) checkSubmit(submit, world);
  for (const wait of world.waits) checkWait(wait, world.service.job(wait.tag));
  expect(world.service.strays).toEqual([]);
  expect(vi.getTimerCount(), "timers left").toBe(0);
}

/** A job is submitted once whatever happens, never polled without an id, and cancelled as often as somebody asked for it. */
function checkSubmit(submit: SeenSubmit, { service, waits }: World): void {
  const { script, posts, polls, cancels } = service.job(submit.tag);
  const { submitOutcome } = script;
  expect(posts).toBe(submitOutcome === "429 once" ? 2 : 1);
  const isAccepted =
    submitOutcome === "accepted" || submitOutcome === "429 once";
  expect(submit.job !== undefined).toBe(isAccepted);
  if (!isAccepted) {
    const kind = submitOutcome === "lost" ? ConnectionError : ResponseError;
    expect(submit.error).toBeInstanceOf(kind);
    expect(submit.error).toMatchObject({ maybeSent: true });
    expect(polls).toEqual([]);
  }
  const cancelling = waits.filter(
    (wait) => wait.tag === submit.tag && wait.cancellations.length > 0,
  );
  expect(cancels).toBe(submit.explicitCancels + cancelling.length);
}

function checkWait(wait: SeenWait, job: ServiceJob): void {
  const polls = job.polls.filter((poll) => poll.wait === wait.id);
  expect(wait.ended, `${wait.id} hangs`).toBeDefined();
  checkEnd(wait, job, polls);
  checkUpdates(wait, polls);
  checkIntervals(wait, polls);
  checkLastPoll(wait, polls);
  const left = getEventListeners(wait.controller.signal, "abort");
  expect(left, "listeners left").toEqual([]);
}

/** A wait ends as its polls, its timeout and its caller require, and at the time at which they require it. */
function checkEnd(wait: SeenWait, job: ServiceJob, polls: SeenPoll[]): void {
  const { ended, abortedAt, plan, begunAt, timeout, controller } = wait;
  const { at = NaN, error } = ended ?? {};
  const deadline = begunAt + timeout;
  // Of an abort and a timeout at the same time, either may come first.
  const isAborted =
    abortedAt !== undefined &&
    (abortedAt < deadline - TOLERANCE_MS || error === controller.signal.reason);
  const mayCancel = isAborted || isWaitTimeout(error);
  expect(wait.cancellations.length, "cancellations").toBe(
    mayCancel && plan.onAbort === "cancel" ? 1 : 0,
  );
  if (isAborted) {
    expect(error).toBe(controller.signal.reason);
    expect(at).toBe(abortedAt);
    return;
  }
  if (isWaitTimeout(error)) {
    expect(at).toBeGreaterThanOrEqual(deadline - TOLERANCE_MS);
    const more =
      plan.onAbort === "cancel" ? CANCEL_TIMEOUT_MS : LAST_POLL_TIMEOUT_MS;
    expect(at).toBeLessThanOrEqual(deadline + more + TOLERANCE_MS);
    return;
  }
  const last = polls.at(-1);
  expect(at).toBeLessThanOrEqual(
    deadline + LAST_POLL_TIMEOUT_MS + TOLERANCE_MS,
  );
  expect(polls.slice(0, -1).some(({ status }) => isFinal(status))).toBe(false);
  const isLate = (poll: SeenPoll) =>
    poll.answer === 404 &&
    poll.sentAt > goneAt(wait, polls, poll) + TOLERANCE_MS;
  expect(polls.slice(0, -1).some(isLate), "goes on without a job").toBe(false);
  expect(last, "ended without a poll").toBeDefined();
  if (last) checkReason(wait, job, last, polls);
}

/** The result of a wait that was neither aborted nor too long follows from its last poll. */
function checkReason(
  wait: SeenWait,
  job: ServiceJob,
  last: SeenPoll,
  polls: SeenPoll[],
): void {
  const { ended, plan } = wait;
  const { at, value, error } = ended ?? {};
  if (last.answeredAt !== undefined) expect(at).toBe(last.answeredAt);
  if (isFinal(last.status)) {
    const isCompleted = last.status === "COMPLETED";
    if (isCompleted) expect(value).toMatchObject({ output: job.tag });
    if (isCompleted || plan.by === "watch")
      expect(value).toMatchObject({ status: last.status });
    else
      expect(error).toMatchObject({
        code: `job_${String(last.status).toLowerCase()}`,
        job: { id: job.tag },
      });
  } else if (last.answer === 404) {
    expect(error).toBeInstanceOf(JobError);
    expect(last.answeredAt).toBeGreaterThanOrEqual(
      goneAt(wait, polls, last) - TOLERANCE_MS,
    );
    const wasFound = polls.some(({ answer }) => answer === 200);
    const age = (last.answeredAt ?? 0) - (job.acceptedAt ?? 0);
    const isExpired = wasFound || age > Math.min(RETENTION_MS, wait.ttl);
    const code = isExpired ? "job_expired" : "job_not_found";
    expect(error).toMatchObject({ code, job: { id: job.tag } });
  } else if (last.answer === "401") {
    expect(error).toMatchObject({ status: 401 });
  } else {
    const outage = (at ?? 0) - (outageStart(polls) ?? Infinity);
    expect(outage).toBeGreaterThanOrEqual(OUTAGE_TIMEOUT_MS - TOLERANCE_MS);
    const longest = OUTAGE_TIMEOUT_MS + POLL_TIMEOUT_MS;
    expect(outage).toBeLessThanOrEqual(longest + TOLERANCE_MS);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ maybeSent: true, job: { id: job.tag } });
  }
}

/** A wait says that its job has not ended only if a poll at or after its timeout has shown that. */
function checkLastPoll(
  { ended, begunAt, timeout }: SeenWait,
  polls: SeenPoll[],
) {
  const { error } = ended ?? {};
  const isCertain =
    isWaitTimeout(error) && (error as Error).message.includes("did not end");
  if (!isCertain) return;
  const last = polls.at(-1);
  expect(last?.answer).toBe(200);
  expect(isFinal(last?.status)).toBe(false);
  expect(last?.sentAt).toBeGreaterThanOrEqual(begunAt + timeout - TOLERANCE_MS);
}

/** Whether a wait ended because of its own timeout, and not because of the timeout of a poll. */
function isWaitTimeout(error: unknown): boolean {
  return (
    error instanceof TimeoutError &&
    ["job.wait", "job.watch"].includes(error.operation ?? "")
  );
}

/**
 * When a job that the service still does not know is gone, by the polls up to `last`: after a minute of such answers, or at
 * once if the service no longer has to keep the job. Infinity while the service knows the job.
 */
function goneAt(
  { begunAt, age, ttl }: SeenWait,
  polls: readonly SeenPoll[],
  last: SeenPoll,
): number {
  const until = polls.slice(0, polls.indexOf(last) + 1);
  const found = until.findLastIndex(({ answer }) => answer === 200);
  const missing = until.slice(found + 1).find(({ answer }) => answer === 404);
  const keptUntil = begunAt - age + ttl + RETENTION_MS;
  const isKept = (last.answeredAt ?? last.sentAt) <= keptUntil;
  return (missing?.sentAt ?? Infinity) + (isKept ? GONE_AFTER_MS : 0);
}

/** When the first of the failed polls since the last answer was sent. 429 is an answer, and so is the service's own 404. */
function outageStart(polls: readonly SeenPoll[]): number | undefined {
  const since = polls.findLastIndex(
    ({ answer }) => answer === 200 || answer === "429" || answer === 404,
  );
  return polls[since + 1]?.sentAt;
}

/** A wait reports each change of status once, and nothing after its end. */
function checkUpdates(wait: SeenWait, polls: readonly SeenPoll[]): void {
  const statuses = polls
    .filter(({ answer, answeredAt }) => {
      const end = wait.ended?.at ?? Infinity;
      return answer === 200 && answeredAt !== undefined && answeredAt <= end;
    })
    .map(({ status }) => status);
  const changes = statuses.filter(
    (status, index) => status !== (index > 0 ? statuses[index - 1] : undefined),
  );
  expect(wait.updates).toEqual(changes);
}

/**
 * Whatever the responses, polls keep to the default poll interval and to Retry-After. Only the poll that decides whether a job
 * is gone comes earlier.
 */
function checkIntervals(wait: SeenWait, polls: readonly SeenPoll[]): void {
  for (const [index, poll] of polls.entries()) {
    const before = polls[index - 1];
    // The last poll of a wait, and that of an outage, are sent at its end.
    const outage = poll.sentAt - (outageStart(polls.slice(0, index)) ?? NaN);
    const isLast =
      poll.sentAt >= wait.begunAt + wait.timeout - TOLERANCE_MS ||
      Math.abs(outage - OUTAGE_TIMEOUT_MS) <= TOLERANCE_MS;
    if (!before || isLast) continue;
    const gap =
      poll.sentAt - (before.answeredAt ?? before.sentAt + POLL_TIMEOUT_MS);
    const decides = poll.sentAt >= goneAt(wait, polls, before) - TOLERANCE_MS;
    const least = decides ? MIN_POLL_INTERVAL_MS : MIN_DEFAULT_INTERVAL_MS;
    const retryAfter = before.answer === "429" ? RETRY_AFTER_SECONDS * 1000 : 0;
    expect(gap).toBeGreaterThanOrEqual(
      Math.max(least, retryAfter) - TOLERANCE_MS,
    );
    expect(gap).toBeLessThanOrEqual(MAX_DEFAULT_INTERVAL_MS + TOLERANCE_MS);
  }
}
