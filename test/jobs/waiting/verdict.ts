import { getEventListeners } from "node:events";
import { expect, vi } from "vitest";
import {
  ConnectionError,
  JobError,
  ResponseError,
  TimeoutError,
} from "../../../src/index.js";
import { isEnd, RETRY_AFTER, type Record, type SeenLook } from "./service.js";
import type { SeenSubmit, SeenWait, World } from "./world.js";

/** For this long after its submit a job may be unknown, in milliseconds. */
const LAG = 10_000;
/** So many failed looks in a row end a wait. */
const MOST_FAILURES = 10;
/** Timers count whole milliseconds. */
const GRAIN = 3;
/** How long a wait that reached its bound may see to the cancellation of its job. */
const CANCELLATION = 20_000;

/** Holds a world that has come to rest against the promises of the waiter. */
export function judge(world: World): void {
  for (const submit of world.submits) judgeSubmit(submit, world);
  for (const wait of world.waits)
    judgeWait(wait, world.service.record(wait.tag));
  expect(world.service.strays).toEqual([]);
  expect(vi.getTimerCount(), "timers left").toBe(0);
}

/** Submitted once whatever came of it; never looked at without an id; cancelled as often as that was asked for. */
function judgeSubmit(submit: SeenSubmit, { service, waits }: World): void {
  const { script, posts, looks, cancels } = service.record(submit.tag);
  const { reception } = script;
  expect(posts).toBe(reception === "turned away" ? 2 : 1);
  const isTaken = reception === "taken" || reception === "turned away";
  expect(submit.job !== undefined).toBe(isTaken);
  if (!isTaken) {
    const kind = reception === "lost" ? ConnectionError : ResponseError;
    expect(submit.error).toBeInstanceOf(kind);
    expect(submit.error).toMatchObject({ maybeSent: true });
    expect(looks).toEqual([]);
  }
  const givenUp = waits.filter(
    (wait) => wait.tag === submit.tag && wait.cancellations.length > 0,
  );
  expect(cancels).toBe(submit.explicitCancels + givenUp.length);
}

function judgeWait(wait: SeenWait, record: Record): void {
  const looks = record.looks.filter((look) => look.wait === wait.id);
  expect(wait.ended, `${wait.id} hangs`).toBeDefined();
  judgeEnd(wait, record, looks);
  judgeUpdates(wait, looks);
  judgePace(wait, looks);
  const left = getEventListeners(wait.controller.signal, "abort");
  expect(left, "listeners left").toEqual([]);
}

/** The end is the one that the looks, the bound and the caller call for, at the moment they call for it. */
function judgeEnd(wait: SeenWait, record: Record, looks: SeenLook[]): void {
  const { ended, abortedAt, plan, begunAt, bound, controller } = wait;
  const { at = NaN, error } = ended ?? {};
  const deadline = begunAt + bound;
  // Of an abort and a bound at the same moment either may come first.
  const isAborted =
    abortedAt !== undefined &&
    (abortedAt < deadline - GRAIN || error === controller.signal.reason);
  const isGivenUp = isAborted || isExpiry(error);
  expect(wait.cancellations.length, "cancellations").toBe(
    isGivenUp && plan.onAbort === "cancel" ? 1 : 0,
  );
  if (isAborted) {
    expect(error).toBe(controller.signal.reason);
    expect(at).toBe(abortedAt);
    return;
  }
  if (isExpiry(error)) {
    expect(at).toBeGreaterThanOrEqual(deadline - GRAIN);
    const more = plan.onAbort === "cancel" ? CANCELLATION : 0;
    expect(at).toBeLessThanOrEqual(deadline + more + GRAIN);
    return;
  }
  const last = looks.at(-1);
  expect(at).toBeLessThanOrEqual(deadline + GRAIN);
  expect(looks.slice(0, -1).some(({ status }) => isEnd(status))).toBe(false);
  expect(last, "ended without a look").toBeDefined();
  if (last) judgeReason(wait, record, last, looks);
}

/** What a wait that was neither aborted nor too long ended with follows from its last look. */
function judgeReason(
  { ended, plan }: SeenWait,
  record: Record,
  last: SeenLook,
  looks: SeenLook[],
): void {
  const { at, value, error } = ended ?? {};
  if (last.answeredAt !== undefined) expect(at).toBe(last.answeredAt);
  if (isEnd(last.status)) {
    const isGood = last.status === "COMPLETED";
    if (isGood) expect(value).toMatchObject({ output: record.tag });
    if (isGood || plan.by === "watch")
      expect(value).toMatchObject({ status: last.status });
    else
      expect(error).toMatchObject({
        code: `job_${String(last.status).toLowerCase()}`,
        job: { id: record.tag },
      });
  } else if (last.answer === 404) {
    expect(error).toBeInstanceOf(JobError);
    const seen = looks.some(({ answer }) => answer === 200);
    const isLag = plan.handle === "own" && !seen;
    const age = (last.answeredAt ?? 0) - (record.takenAt ?? 0);
    if (isLag) expect(age, "lag").toBeGreaterThan(LAG);
    const code = seen || age > 1_800_000 ? "job_expired" : "job_not_found";
    expect(error).toMatchObject({ code, job: { id: record.tag } });
  } else if (last.answer === "401") {
    expect(error).toMatchObject({ status: 401 });
  } else {
    expect(failuresInARow(looks), "failures in a row").toBe(MOST_FAILURES);
    expect(error).toBeInstanceOf(Error);
  }
}

/** Whether a wait ended because its bound was reached; that of a look is no such end. */
function isExpiry(error: unknown): boolean {
  return error instanceof TimeoutError && error.operation === "job.wait";
}

/** Failed looks since the last that brought something; 429, and 404 soon after the submit, do not count. */
function failuresInARow(looks: readonly SeenLook[]): number {
  const since = looks.findLastIndex(({ answer }) => answer === 200) + 1;
  return looks
    .slice(since)
    .filter(({ answer }) => answer !== "429" && answer !== 404).length;
}

/** Each change of status once, and nothing after the end. */
function judgeUpdates(wait: SeenWait, looks: readonly SeenLook[]): void {
  const told = looks
    .filter(({ answer, answeredAt }) => {
      const end = wait.ended?.at ?? Infinity;
      return answer === 200 && answeredAt !== undefined && answeredAt <= end;
    })
    .map(({ status }) => status);
  const changes = told.filter(
    (status, place) => status !== (place > 0 ? told[place - 1] : undefined),
  );
  expect(wait.updates).toEqual(changes);
}

/** No storm and no sleep: looks follow each other as the interval asks, whatever they bring. */
function judgePace(wait: SeenWait, looks: readonly SeenLook[]): void {
  for (const [place, look] of looks.slice(1).entries()) {
    const before = looks[place];
    const from = before?.answeredAt ?? (before?.askedAt ?? 0) + 20_000;
    const elapsed = wait.age + from - wait.begunAt;
    const pause = Math.min(5000, Math.max(250, elapsed / 10));
    const asked = before?.answer === "429" ? RETRY_AFTER * 1000 : 0;
    const [least, most] = [pause * 0.9, pause * 1.1];
    const gap = look.askedAt - from;
    expect(gap).toBeGreaterThanOrEqual(Math.max(least, asked) - GRAIN);
    expect(gap).toBeLessThanOrEqual(Math.max(most, asked) + GRAIN);
  }
}
