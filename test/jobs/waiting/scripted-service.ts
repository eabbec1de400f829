/** What goes wrong with one poll. */
export type Trouble =
  | "500"
  | "503"
  | "429"
  | "401"
  | "reset"
  | "hang"
  | "slow"
  | "html"
  | "null"
  /** An object that is no job, as another server answers. */
  | "no status"
  /** The page of a gateway that does not find the service. */
  | "404 page";

/** What a submit meets: it is accepted, answered with 429 once, accepted without a response, refused, or accepted without an id. */
export type SubmitOutcome = "accepted" | "429 once" | "lost" | "500" | "no id";

/** The life of one job, as the service will show it. */
export interface Script {
  readonly submitOutcome: SubmitOutcome;
  /** States before the end and how long each lasts, in milliseconds. */
  readonly stages: readonly {
    readonly status: string;
    readonly lasts: number;
  }[];
  readonly end: "COMPLETED" | "FAILED" | "TIMED_OUT" | "never";
  /** What the polls of the job meet, in the order of their arrival. Polls after the last trouble meet none. */
  readonly troubles: readonly Trouble[];
  /** For so long after it was accepted, the service answers 404 for the job. */
  readonly visibleAfter: number;
  /** From so long after it was accepted on, the service answers 404 for the job again. */
  readonly keptFor: number;
}

/** One poll, as the service saw it. */
export interface SeenPoll {
  readonly wait: string | null;
  readonly sentAt: number;
  answeredAt?: number;
  /** The HTTP status, or the trouble instead of one. */
  answer?: number | Trouble;
  /** The job's status in the response. */
  status?: string | undefined;
}

/** A job, as the service knows it. */
export interface ServiceJob {
  readonly tag: string;
  readonly script: Script;
  posts: number;
  acceptedAt?: number;
  cancelledAt?: number;
  cancels: number;
  readonly polls: SeenPoll[];
}

/** The Retry-After of a 429. */
export const RETRY_AFTER_SECONDS = 3;
/** How long a slow response takes. */
const SLOW_MS = 4000;

/** A service in memory that follows scripts. `strays` are the requests for jobs whose id it never gave. */
export function createScriptedService() {
  const jobs = new Map<string, ServiceJob>();
  const strays: string[] = [];

  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const [call, id = ""] = url.split("/").slice(5);
    if (call === "run") return acceptSubmit(readTag(init), init);
    const job = jobs.get(id);
    if (!job) {
      strays.push(url);
      return json({ error: "no such job" }, 404);
    }
    return call === "cancel" ? cancel(job) : answerPoll(job, init);
  };

  const acceptSubmit = (tag: string, init: RequestInit) => {
    const job = jobs.get(tag);
    if (!job) throw new Error(`no script for ${tag}`);
    const { submitOutcome } = job.script;
    job.posts++;
    if (submitOutcome === "429 once" && job.posts === 1)
      return json({}, 429, { "retry-after": "12" });
    if (submitOutcome === "500") return json({}, 500);
    job.acceptedAt ??= performance.now();
    if (submitOutcome === "lost") return reset(init);
    return json(
      submitOutcome === "no id" ? {} : { id: tag, status: "IN_QUEUE" },
    );
  };

  return {
    fetch: ((url: string, init: RequestInit) =>
      fetch(url, init)) as typeof globalThis.fetch,
    expect: (tag: string, script: Script) => {
      jobs.set(tag, { tag, script, posts: 0, cancels: 0, polls: [] });
    },
    job: (tag: string) => jobs.get(tag) as ServiceJob,
    strays,
  };
}

/** The state of a job now; undefined where the answer is 404. */
function stateOf(job: ServiceJob): { status?: string } | undefined {
  const { script, cancelledAt, acceptedAt = 0 } = job;
  const age = performance.now() - acceptedAt;
  if (age < script.visibleAfter || age >= script.keptFor) return undefined;
  if (cancelledAt !== undefined) return { status: "CANCELLED" };
  let until = 0;
  for (const { status, lasts } of script.stages) {
    until += lasts;
    if (age < until) return { status };
  }
  return { status: script.end === "never" ? "IN_PROGRESS" : script.end };
}

export function isFinal(status: string | undefined): boolean {
  return ["COMPLETED", "FAILED", "CANCELLED", "TIMED_OUT"].includes(
    status ?? "",
  );
}

function cancel(job: ServiceJob): Response {
  job.cancels++;
  const state = stateOf(job);
  if (!isFinal(state?.status)) job.cancelledAt = performance.now();
  return json({ id: job.tag, status: stateOf(job)?.status ?? "UNKNOWN" });
}

async function answerPoll(
  job: ServiceJob,
  init: RequestInit,
): Promise<Response> {
  const trouble = job.script.troubles[job.polls.length];
  const seen: SeenPoll = {
    wait: new Headers(init.headers).get("x-wait"),
    sentAt: performance.now(),
  };
  job.polls.push(seen);
  if (trouble === "hang") return hang(init);
  if (trouble === "slow") await pause(SLOW_MS, init);
  seen.answeredAt = performance.now();
  if (trouble && trouble !== "slow") {
    seen.answer = trouble;
    return meetTrouble(trouble, init);
  }
  const state = stateOf(job);
  seen.answer = state ? 200 : 404;
  seen.status = state?.status;
  const output = state?.status === "COMPLETED" ? { output: job.tag } : {};
  return state
    ? json({ id: job.tag, ...state, ...output })
    : json({ error: "no such job" }, 404);
}

function meetTrouble(trouble: Trouble, init: RequestInit): Promise<Response> {
  if (trouble === "reset") return reset(init);
  if (trouble === "null") return Promise.resolve(json(null));
  if (trouble === "no status")
    return Promise.resolve(json({ message: "hello" }));
  if (trouble === "html") return Promise.resolve(page(200));
  if (trouble === "404 page") return Promise.resolve(page(404));
  const headers =
    trouble === "429" ? { "retry-after": `${RETRY_AFTER_SECONDS}` } : {};
  return Promise.resolve(json({}, Number(trouble), headers));
}

function reset(init: RequestInit): Promise<never> {
  init.signal?.throwIfAborted();
  const cause = Object.assign(new Error("reset"), { code: "ECONNRESET" });
  return Promise.reject(new TypeError("fetch failed", { cause }));
}

function hang({ signal }: RequestInit): Promise<never> {
  return new Promise((_, reject) => {
    const stop = () => {
      const reason: unknown = signal?.reason;
      reject(reason);
    };
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** Sleeps as a network would: an abort of the request ends it. */
function pause(milliseconds: number, { signal }: RequestInit): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      const reason: unknown = signal?.reason;
      clearTimeout(timer);
      reject(reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

function readTag({ body }: RequestInit): string {
  const { input } = JSON.parse(body as string) as { input: { tag: string } };
  return input.tag;
}

function page(status: number): Response {
  const headers = { "content-type": "text/html" };
  return new Response("<p>", { status, headers });
}

function json(value: unknown, status = 200, headers = {}): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { "content-type": "application/json", ...headers },
  });
}
