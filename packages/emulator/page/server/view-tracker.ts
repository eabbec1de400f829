import type { Job } from "../../src/state/job.js";
import type { Service } from "../../src/server/handle-request.js";
import { accountView } from "./account-view.js";
import { faultView } from "./fault-view.js";
import { isShown, jobRow } from "./job-rows.js";
import { requestRow } from "./request-rows.js";
import { resourcesView } from "./resources-view.js";
import type { JobRow, RequestRow, Update } from "./view.js";

/** How far the clock of the page may be off, in real milliseconds. */
const MAX_CLOCK_ERROR_MS = 100;

/** A job that was sent, and what decides whether it has to be sent again. */
interface SentJob {
  readonly number: number;
  readonly version: string;
}

type Writable<Type> = { -readonly [Name in keyof Type]: Type[Name] };

/** Knows what one page was sent, so that each update holds only what is new. */
export class ViewTracker {
  readonly #service: Service;
  readonly #jobs = new Map<string, SentJob>();
  #jobNumber = 0;
  /** The number of the newest request that was sent. */
  #lastRequest = 0;
  /** The requests that were sent before they were answered. */
  readonly #openRequests = new Set<number>();
  /** The JSON of each section that was sent. */
  readonly #sections = new Map<string, string>();
  #isFirst = true;
  /** The clock of the last update, and the real moment of that update. */
  #sentClock = { now: 0, at: 0 };

  constructor(service: Service) {
    this.#service = service;
  }

  /** What changed since the last update: everything at first, undefined where nothing did. */
  next(): Update | undefined {
    const { state, settings } = this.#service;
    state.clock.runDue();
    const update: Writable<Update> = {
      isWhole: this.#isFirst,
      now: state.clock.now(),
      speed: settings.clock === "manual" ? 0 : settings.speed,
    };
    const before = Object.keys(update).length;
    this.#addJobs(update);
    this.#addRequests(update);
    this.#addSections(update);
    const hasNews = Object.keys(update).length > before;
    if (!hasNews && !this.#isFirst && !this.#hasJumped(update))
      return undefined;
    this.#isFirst = false;
    this.#sentClock = { now: update.now, at: performance.now() };
    return update;
  }

  /** Whether the clock is not where the page expects it to be: it was advanced. */
  #hasJumped({ now, speed }: Update): boolean {
    const { now: sent, at } = this.#sentClock;
    const expected = sent + speed * (performance.now() - at);
    return Math.abs(now - expected) > MAX_CLOCK_ERROR_MS * speed;
  }

  #addJobs(update: Writable<Update>): void {
    const { state } = this.#service;
    const counts: Record<string, number> = {};
    const rows: JobRow[] = [];
    const gone = new Set(this.#jobs.keys());
    let index = 0;
    for (const job of state.jobs.values()) {
      counts[job.status] = (counts[job.status] ?? 0) + 1;
      if (isShown(job, index, state.jobs.size)) {
        gone.delete(job.id);
        const row = this.#changedRow(job);
        if (row) rows.push(row);
      }
      index += 1;
    }
    for (const id of gone) this.#jobs.delete(id);
    if (rows.length > 0) update.jobs = rows;
    if (gone.size > 0) update.removedJobs = [...gone];
    if (this.#isChanged("jobCounts", counts)) update.jobCounts = counts;
  }

  /** The row of a job; undefined where the page has that row already. */
  #changedRow(job: Job): JobRow | undefined {
    const { status, queuedAt, startedAt, endedAt, chunks, progress } = job;
    const reports = chunks.length + (progress?.count ?? 0);
    const version = `${status} ${queuedAt} ${startedAt} ${endedAt} ${reports} ${job.webhookAttempts}`;
    const sent = this.#jobs.get(job.id);
    if (sent?.version === version) return undefined;
    if (!sent) this.#jobNumber += 1;
    const number = sent?.number ?? this.#jobNumber;
    this.#jobs.set(job.id, { number, version });
    return jobRow(this.#service.state, job, number);
  }

  #addRequests(update: Writable<Update>): void {
    const { requestLog } = this.#service;
    const { firstNumber, entries } = requestLog;
    const next = firstNumber + entries.length;
    // After a reset the numbers go on, so that no old request is taken for a new one.
    const oldestOpen = Math.min(...this.#openRequests, this.#lastRequest + 1);
    const rows: RequestRow[] = [];
    for (const numbered of requestLog.numberedFrom(
      Math.max(firstNumber, oldestOpen),
    )) {
      const { number, entry } = numbered;
      const isOpen = entry.durationMs === undefined;
      const isNew = number > this.#lastRequest;
      const isAnswered = !isOpen && this.#openRequests.has(number);
      if (isNew || isAnswered) rows.push(requestRow(numbered));
      if (isOpen) this.#openRequests.add(number);
      else this.#openRequests.delete(number);
    }
    for (const number of this.#openRequests)
      if (number < firstNumber) this.#openRequests.delete(number);
    this.#lastRequest = next - 1;
    if (rows.length > 0) update.requests = rows;
    if (this.#isChanged("firstRequest", firstNumber))
      update.firstRequest = firstNumber;
  }

  #addSections(update: Writable<Update>): void {
    const { state, faultRules } = this.#service;
    const account = accountView(state);
    const resources = resourcesView(state);
    const faults = faultRules.list().map(faultView);
    if (this.#isChanged("account", account)) update.account = account;
    if (this.#isChanged("resources", resources)) update.resources = resources;
    if (this.#isChanged("faults", faults)) update.faults = faults;
  }

  /** Whether a section differs from what the page was sent. */
  #isChanged(name: string, section: unknown): boolean {
    const json = JSON.stringify(section);
    if (this.#sections.get(name) === json) return false;
    this.#sections.set(name, json);
    return true;
  }
}
