import { answer, lost, silent } from "../../support/scripted-fetch.js";

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
    if (call === "run") return acceptSubmit(readTag(init));
    const job = jobs.get(id);
    if (!job) {
      strays.push(url);
      return unknownJob();
    }
    return call === "cancel" ? cancel(job) : answerPoll(job, init);
  };

  const acceptSubmit = (tag: string) => {
    const job = jobs.get(tag);
    if (!job) throw new Error(`no script for ${tag}`);
    const { submitOutcome } = job.script;
    job.posts++;
    if (submitOutcome === "429 once" && job.posts === 1) return turnAway(12);
    if (submitOutcome === "500") return answer({ status: 500, json: {} });
    job.acceptedAt ??= performance.now();
    if (submitOutcome === "lost") return Promise.reject(lost());
    const isNamed = submitOutcome !== "no id";
    return answer({ json: isNamed ? { id: tag, status: "IN_QUEUE" } : {} });
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
  const { status = "UNKNOWN" } = stateOf(job) ?? {};
  return answer({ json: { id: job.tag, status } });
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
  if (trouble === "hang") return silent();
  if (trouble === "slow") await pause(SLOW_MS, init);
  seen.answeredAt = performance.now();
  if (trouble && trouble !== "slow") {
    seen.answer = trouble;
    return meetTrouble(trouble);
  }
  const state = stateOf(job);
  seen.answer = state ? 200 : 404;
  seen.status = state?.status;
  const output = state?.status === "COMPLETED" ? { output: job.tag } : {};
  return state
    ? answer({ json: { id: job.tag, ...state, ...output } })
    : unknownJob();
}

const PAGE = { text: "<p>", headers: { "content-type": "text/html" } };

function meetTrouble(trouble: Trouble): Response {
  switch (trouble) {
    case "reset":
      throw lost();
    case "null":
      return answer({ json: null });
    case "no status":
      return answer({ json: { message: "hello" } });
    case "html":
      return answer(PAGE);
    case "404 page":
      return answer({ ...PAGE, status: 404 });
    case "429":
      return turnAway(RETRY_AFTER_SECONDS);
    default:
      return answer({ status: Number(trouble), json: {} });
  }
}

function turnAway(seconds: number): Response {
  const headers = { "retry-after": `${seconds}` };
  return answer({ status: 429, json: {}, headers });
}

function unknownJob(): Response {
  return answer({ status: 404, json: { error: "no such job" } });
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
