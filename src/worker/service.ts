import { findReason, isPage } from "../http/reason.js";
import { maybeSent } from "../http/maybe-sent.js";
import { askedPause, retryDelay } from "../http/retry.js";
import { onAbort, sleep, withTimeout } from "../http/timeout.js";
import { isOfGateway, isRefusal } from "../http/refusals.js";
import { parseJson } from "../json.js";
import { withQuery, type WorkerSettings } from "./environment.js";
import type { WorkerLog } from "./log.js";

/** A job as the service gives it. */
export interface TakenJob {
  readonly id: string;
  readonly input: unknown;
}

/** What became of a message about a job. */
interface Sent {
  readonly outcome: "accepted" | "refused" | "unknown";
  /** Why the message was not accepted. */
  readonly reason: string;
  /** Whether no earlier attempt can have been accepted. */
  readonly isFirst: boolean;
}

/** What became of one attempt. */
interface Attempt extends Pick<Sent, "outcome" | "reason"> {
  readonly retryAfterMs?: number | undefined;
  readonly mayBeAccepted: boolean;
}

/** The service holds a request for jobs open. After this time the connection counts as dead. */
const MAX_HOLD_MS = 90_000;
/** The time limit of the upload of a result. */
const UPLOAD_TIMEOUT_MS = 60_000;
const PROGRESS_TIMEOUT_MS = 10_000;
/** How often a message is sent before it is given up: for about 20 seconds. */
const MAX_ATTEMPTS = 8;
/** The pause after a request for jobs to stop. */
const STOP_PAUSE_MS = 1000;
/** How long the news that a job was stopped may take: the pause, and a request. */
const STOP_NEWS_MS = 2 * STOP_PAUSE_MS;
/** The pause after an answer that asks for fewer requests. */
const BUSY_PAUSE_MS = 5000;
/** The shortest time between two requests for jobs of which the first has brought none. */
const MIN_EMPTY_MS = 250;
/**
 * How long a request for jobs may stay open when the worker is to end. A job that the service is just giving would be lost
 * without that time; in all the time for which the service holds a request open, the worker could be killed.
 */
const TAKE_GRACE_MS = 2000;
/** How long reports and results may take when the running jobs are to end. Reports must not follow the result. */
const REPORT_GRACE_MS = 1500;
const RESULT_GRACE_MS = 4000;
/** How often a message is sent after a stop of the worker: for about 7 seconds. */
const MAX_STOP_ATTEMPTS = 5;
/** The pauses between these attempts: each is twice as long as the one before. */
const MIN_STOP_DELAY_MS = 500;
const MAX_STOP_DELAY_MS = 2000;

/** What ends the requests of a worker. */
interface WorkerSignals {
  /** Aborts when the worker is to take no further jobs. */
  readonly stopping: AbortSignal;
  /** Aborts when the running jobs are to end. */
  readonly ending: AbortSignal;
}

/** The requests of a worker to the service. */
export class WorkerService {
  readonly #settings: WorkerSettings;
  readonly #log: WorkerLog;
  readonly #signals: WorkerSignals;
  /** Abort when requests for jobs, reports and results may take no longer. */
  readonly #takeEnd: AbortSignal;
  readonly #reportEnd: AbortSignal;
  readonly #resultEnd: AbortSignal;
  /** How many polls of each address have failed in a row. */
  readonly #failures = new Map<string, number>();

  constructor(
    settings: WorkerSettings,
    log: WorkerLog,
    signals: WorkerSignals,
  ) {
    const { stopping, ending } = signals;
    this.#settings = settings;
    this.#log = log;
    this.#signals = signals;
    const openTakeEnd = abortAfter(stopping, TAKE_GRACE_MS);
    this.#takeEnd = AbortSignal.any([ending, openTakeEnd]);
    this.#reportEnd = abortAfter(ending, REPORT_GRACE_MS);
    this.#resultEnd = abortAfter(ending, RESULT_GRACE_MS);
  }

  /**
   * Waits for up to `count` jobs. Resolves with none where the service has none, after a failure and a pause, or soon after the
   * worker is to end.
   */
  async take(count: number, isBusy: boolean): Promise<TakenJob[]> {
    const { take, takeBatch } = this.#settings.urls;
    const query = `job_in_progress=${isBusy ? 1 : 0}`;
    const url =
      count > 1 && takeBatch !== undefined
        ? withQuery(takeBatch, `batch_size=${count}&${query}`)
        : withQuery(take, query);
    const { stopping } = this.#signals;
    const taken = await this.#poll(url, this.#takeEnd, stopping);
    if (taken === undefined) return [];
    const given: unknown[] = Array.isArray(taken) ? taken : [taken];
    const jobs = given.filter((job): job is TakenJob => {
      const { id } = Object(job) as { readonly id?: unknown };
      const isJob = typeof id === "string" && id !== "";
      if (!isJob) this.#log("ERROR", "the service gave a job without an id");
      return isJob;
    });
    if (jobs.length === 0)
      await sleep(MIN_EMPTY_MS, stopping).catch(() => undefined);
    return jobs;
  }

  /** Passes on the ids of the jobs to stop, until the signal aborts. Returns where the service names no address for that. */
  async watchStops(
    stopJob: (jobId: string) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const { stop } = this.#settings.urls;
    if (stop === undefined) return;
    while (!signal.aborted) {
      const { jobsToStop } = Object(await this.#poll(stop, signal, signal)) as {
        readonly jobsToStop?: unknown;
      };
      if (Array.isArray(jobsToStop)) jobsToStop.map(String).forEach(stopJob);
      await sleep(STOP_PAUSE_MS, signal).catch(() => undefined);
    }
  }

  /**
   * To be called when a report of a job was refused. The job may have been stopped, and the news, which abort the signal of the
   * job, may still be on the way.
   */
  async awaitStop(jobSignal: AbortSignal): Promise<void> {
    if (this.#settings.urls.stop === undefined) return;
    await sleep(STOP_NEWS_MS, jobSignal).catch(() => undefined);
  }

  /** Sends the result of a job until it is accepted or refused, or until it has taken too long. */
  async sendResult(
    jobId: string,
    body: string,
    isStream: boolean,
  ): Promise<Sent> {
    const url = this.#settings.urls.resultOf(jobId);
    const address = withQuery(url, `isStream=${isStream}`);
    const { ending } = this.#signals;
    return this.#send(address, jobId, body, ending, this.#resultEnd);
  }

  /** Sends a part of a stream until it is accepted or refused, or until the signal aborts. */
  async sendPart(
    jobId: string,
    body: string,
    signal: AbortSignal,
  ): Promise<Sent> {
    const { partsOf } = this.#settings.urls;
    const reason = "this worker has no address for the parts of a stream";
    if (!partsOf) return { outcome: "refused", reason, isFirst: true };
    const address = withQuery(partsOf(jobId), "isStream=false");
    return this.#send(address, jobId, body, signal, this.#reportEnd);
  }

  /** Sends the progress of a job once. Never rejects: the next progress replaces one that was lost. */
  async sendProgress(
    jobId: string,
    body: string,
    signal: AbortSignal,
  ): Promise<void> {
    const url = this.#settings.urls.resultOf(jobId);
    const address = withQuery(url, "isStream=false");
    const { outcome, reason } = await this.#post(
      address,
      jobId,
      body,
      PROGRESS_TIMEOUT_MS,
      this.#reportEnd,
    );
    if (outcome === "accepted") return;
    if (outcome === "refused") await this.awaitStop(signal);
    if (signal.aborted) return;
    this.#log("WARN", `a progress update could not be sent: ${reason}`, jobId);
  }

  /**
   * Asks for news. Resolves with undefined where there are none, or after a failure and a pause. `signal` ends the request, and
   * `pauseSignal` the pause.
   */
  async #poll(
    url: string,
    signal: AbortSignal,
    pauseSignal: AbortSignal,
  ): Promise<unknown> {
    const begun = performance.now();
    const { pathname } = new URL(url);
    let pauseMs: number;
    try {
      const answer = await this.#request(url, {}, MAX_HOLD_MS, signal);
      const { status, text, retryAfterMs } = answer;
      // With 400, the service says that no job waits.
      if (status > 204 && ![400, 429].includes(status))
        throw new Error(`the service answered ${status}`);
      if (isPage(text)) throw new Error(`a gateway answered ${status}`);
      this.#failures.delete(pathname);
      const news = status === 200 ? parseJson(text) : undefined;
      if (news !== undefined && news !== null) return news;
      pauseMs = retryAfterMs ?? MIN_EMPTY_MS - (performance.now() - begun);
      if (retryAfterMs !== undefined)
        this.#log(
          "WARN",
          `GET ${pathname} was answered ${status}: ${describePause(pauseMs)}`,
        );
    } catch (error) {
      if (signal.aborted) return undefined;
      const failures = (this.#failures.get(pathname) ?? 0) + 1;
      this.#failures.set(pathname, failures);
      pauseMs = retryDelay(failures, undefined, Math.random());
      this.#log("WARN", `GET ${pathname} failed: ${describe(error)}`);
    }
    if (pauseMs > 0) await sleep(pauseMs, pauseSignal).catch(() => undefined);
    return undefined;
  }

  /**
   * Sends a message about a job. A stop of the worker ends the pause before the next attempt; from then on the attempts count
   * anew, with short pauses. After `hurry` has aborted, one more attempt follows. `end` ends everything.
   */
  async #send(
    url: string,
    jobId: string,
    body: string,
    hurry: AbortSignal,
    end: AbortSignal,
  ): Promise<Sent> {
    const { stopping } = this.#signals;
    let isFirst = true;
    let [attempts, attemptsSinceStop] = [0, 0];
    for (;;) {
      const attempt = stopping.aborted ? ++attemptsSinceStop : ++attempts;
      const isLast =
        hurry.aborted ||
        attempts === MAX_ATTEMPTS ||
        attemptsSinceStop === MAX_STOP_ATTEMPTS;
      const { outcome, reason, retryAfterMs, mayBeAccepted } = await this.#post(
        url,
        jobId,
        body,
        UPLOAD_TIMEOUT_MS,
        end,
      );
      if (outcome !== "unknown" || isLast || end.aborted)
        return { outcome, reason, isFirst };
      if (mayBeAccepted) isFirst = false;
      const isStopping = stopping.aborted;
      const pauseMs = isStopping
        ? Math.min(
            MAX_STOP_DELAY_MS,
            MIN_STOP_DELAY_MS * 2 ** attemptsSinceStop,
          )
        : retryDelay(attempt, retryAfterMs, Math.random());
      this.#log("WARN", `${reason}: ${describePause(pauseMs)}`, jobId);
      const wakers = isStopping ? [hurry, end] : [hurry, end, stopping];
      await sleep(pauseMs, AbortSignal.any(wakers)).catch(() => undefined);
    }
  }

  async #post(
    url: string,
    jobId: string,
    body: string,
    timeoutMs: number,
    signal: AbortSignal,
  ): Promise<Attempt> {
    const headers = {
      // The service is known to accept JSON under this name, which its own worker sends.
      "content-type": "application/x-www-form-urlencoded",
      "x-request-id": jobId,
    };
    try {
      const init = { method: "POST", headers, body };
      const answer = await this.#request(url, init, timeoutMs, signal);
      const { status, text, retryAfterMs } = answer;
      const reply = parseJson(text) ?? text;
      const cause = findReason(reply);
      const reason = `the service answered ${status}${cause && `: ${cause}`}`;
      const mayBeAccepted = maybeSent({ status, text, isWhole: true });
      const isRefused = isRefusal(status) && !isOfGateway({ body: reply });
      const failed = isRefused ? "refused" : "unknown";
      const isAccepted = status < 300 && !isPage(text);
      const outcome = isAccepted ? "accepted" : failed;
      return { outcome, reason, retryAfterMs, mayBeAccepted };
    } catch (error) {
      const reason = describe(error);
      return { outcome: "unknown", reason, mayBeAccepted: true };
    }
  }

  /** Sends one request, and reads the whole answer. */
  async #request(
    url: string,
    init: { method?: string; headers?: Record<string, string>; body?: string },
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<Answer> {
    const { key } = this.#settings;
    return withTimeout(timeoutMs, signal, async (ownSignal) => {
      const response = await fetch(url, {
        ...init,
        headers: { ...init.headers, authorization: key },
        // A redirect that is followed loses the body. The service sends none: it comes from a gateway.
        redirect: "manual",
        signal: ownSignal(),
      });
      const { status, headers } = response;
      const text = await response.text();
      const retryAfterMs =
        askedPause(headers) ?? (status === 429 ? BUSY_PAUSE_MS : undefined);
      return { status, text, retryAfterMs };
    });
  }
}

/** An answer of the service. */
interface Answer {
  readonly status: number;
  readonly text: string;
  /** The pause that the answer asks for. */
  readonly retryAfterMs: number | undefined;
}

/** A signal that aborts so many milliseconds after another one. Its timer does not keep the process running. */
function abortAfter(signal: AbortSignal, delayMs: number): AbortSignal {
  const controller = new AbortController();
  onAbort(signal, () => {
    setTimeout(() => controller.abort(), delayMs).unref();
  });
  return controller.signal;
}

function describePause(pauseMs: number): string {
  const seconds = Math.round(pauseMs / 100) / 10;
  const time = new Date(Date.now() + pauseMs).toISOString();
  return `the next request follows in ${seconds} s, at ${time}`;
}

/** The reason of a request without an answer: `fetch` hides it in the cause. */
function describe(error: unknown): string {
  const { cause = error } = Object(error) as { readonly cause?: unknown };
  return cause instanceof Error ? cause.message : "no answer came in time";
}
