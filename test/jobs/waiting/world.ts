import { vi } from "vitest";
import {
  createClient,
  type CancelOutcome,
  type Client,
  type Job,
  type JobData,
} from "../../../src/index.js";
import { createScriptedService, type Script } from "./scripted-service.js";

/** How a wait begins. */
export interface WaitPlan {
  readonly timeout: number | undefined;
  readonly onAbort: "detach" | "cancel";
  /** On the handle that the submit gave, or on one resumed from its JSON in a client of its own. */
  readonly handle: "own" | "resumed";
  readonly by: "wait" | "watch";
}

/** One wait, and everything that was observed of it. */
export interface SeenWait {
  readonly id: string;
  readonly tag: string;
  readonly plan: WaitPlan;
  readonly begunAt: number;
  /** Milliseconds from the submit to the begin of the wait. */
  readonly age: number;
  /** The job's time to live, in milliseconds. */
  readonly ttl: number;
  /** The timeout that the wait has in the end, in milliseconds. */
  readonly timeout: number;
  readonly controller: AbortController;
  readonly updates: (string | undefined)[];
  readonly cancellations: CancelOutcome[];
  abortedAt?: number;
  ended?: { readonly at: number; readonly value?: unknown; error?: unknown };
}

/** One submit, and its result. */
export interface SeenSubmit {
  readonly tag: string;
  readonly ttl: number | undefined;
  job?: Job<string | undefined>;
  error?: unknown;
  answeredAt?: number;
  explicitCancels: number;
}

/** The scripted service, clients of it, and all that was done to them. */
export interface World {
  readonly service: ReturnType<typeof createScriptedService>;
  readonly submits: SeenSubmit[];
  readonly waits: SeenWait[];
  readonly submit: (script: Script, ttl: number | undefined) => void;
  readonly wait: (submit: SeenSubmit, plan: WaitPlan) => void;
  readonly cancel: (submit: SeenSubmit) => void;
}

const DAY_MS = 86_400_000;
/** How long a wait goes on by default after the end of the job's time to live. */
const AFTER_TTL_MS = 120_000;

export function createWorld(): World {
  const service = createScriptedService();
  const connect = (): Client =>
    createClient({
      apiKey: "waiting-key-0123456789",
      publicBaseUrl: "https://w.invalid",
      longPolling: false,
      fetch: service.fetch,
    });
  const cloud = connect();
  const submits: SeenSubmit[] = [];
  const waits: SeenWait[] = [];
  return {
    service,
    submits,
    waits,
    submit: (script, ttl) => {
      const tag = `job-${submits.length}`;
      service.expect(tag, script);
      const seen: SeenSubmit = { tag, ttl, explicitCancels: 0 };
      submits.push(seen);
      const policy = ttl === undefined ? undefined : { ttl };
      void cloud
        .model<{ tag: string }, string>("m")
        .run({ tag }, { policy })
        .then(
          (job) => (seen.job = job),
          (error: unknown) => (seen.error = error),
        )
        .finally(() => (seen.answeredAt = performance.now()));
    },
    wait: (submit, plan) => {
      if (submit.job)
        waits.push(begin(`wait-${waits.length}`, submit.job, plan, connect));
    },
    cancel: (submit) => {
      if (!submit.job) return;
      submit.explicitCancels++;
      void submit.job.cancel();
    },
  };
}

function begin(
  id: string,
  own: Job<string | undefined>,
  plan: WaitPlan,
  connect: () => Client,
): SeenWait {
  const data = JSON.parse(JSON.stringify(own)) as JobData;
  const job =
    plan.handle === "own" ? own : connect().job<string | undefined>(data);
  const age = Date.now() - (data.submittedAt ?? NaN);
  const { ttl = DAY_MS } = data;
  const wait: SeenWait = {
    id,
    tag: own.id,
    plan,
    age,
    ttl,
    updates: [],
    cancellations: [],
    begunAt: performance.now(),
    timeout: plan.timeout ?? Math.max(0, ttl - age) + AFTER_TTL_MS,
    controller: new AbortController(),
  };
  void follow(job, wait).then(
    (value) => (wait.ended = { at: performance.now(), value }),
    (error: unknown) => (wait.ended = { at: performance.now(), error }),
  );
  return wait;
}

async function follow(
  job: Job<string | undefined>,
  wait: SeenWait,
): Promise<unknown> {
  const { plan, updates, cancellations, controller, id } = wait;
  const options = {
    timeout: plan.timeout,
    onAbort: plan.onAbort,
    signal: controller.signal,
    headers: { "x-wait": id },
    onCancel: (outcome: CancelOutcome) => void cancellations.push(outcome),
  };
  if (plan.by === "wait")
    return job.wait({
      ...options,
      onUpdate: ({ status }) => void updates.push(status),
    });
  let last: unknown;
  for await (const update of job.watch(options)) {
    updates.push(update.status);
    last = update;
  }
  return last;
}

/** Lets so much time pass, timer by timer. Everything that a timer starts is finished before the next timer. */
export async function pass(milliseconds: number): Promise<void> {
  let isOver = false as boolean;
  setTimeout(() => (isOver = true), milliseconds);
  for (;;) {
    await finishMicrotasks();
    if (isOver) return;
    vi.advanceTimersToNextTimer();
  }
}

/** Resolves when no microtask is left. Immediates are not faked. */
export function finishMicrotasks(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
