/** What goes wrong with one look. */
export type Trouble =
  "500" | "503" | "429" | "401" | "reset" | "hang" | "slow" | "html" | "null";

/** How a submit is received: taken, turned away once, taken without an answer, refused, or answered without an id. */
export type Reception = "taken" | "turned away" | "lost" | "500" | "no id";

/** The life of one job as the service will tell it. */
export interface Script {
  readonly reception: Reception;
  /** States before the end and how long each lasts, in milliseconds. */
  readonly stages: readonly {
    readonly status: string | undefined;
    readonly lasts: number;
  }[];
  readonly end: "COMPLETED" | "FAILED" | "TIMED_OUT" | "never";
  /** What its looks meet, in order of arrival; those after the last meet nothing. */
  readonly troubles: readonly Trouble[];
  /** For so long after it was taken the job is answered with 404. */
  readonly lag: number;
  /** From so long after it was taken on the job is answered with 404 again. */
  readonly kept: number;
}

/** One look as the service saw it. */
export interface SeenLook {
  readonly wait: string | null;
  readonly askedAt: number;
  answeredAt?: number;
  /** The HTTP status, or the trouble that took its place. */
  answer?: number | Trouble;
  /** The state that was told. */
  status?: string | undefined;
}

/** A job on the service's side. */
export interface Record {
  readonly tag: string;
  readonly script: Script;
  posts: number;
  takenAt?: number;
  cancelledAt?: number;
  cancels: number;
  readonly looks: SeenLook[];
}

/** Seconds that a 429 asks for. */
export const RETRY_AFTER = 3;
/** How long a slow answer takes, in milliseconds. */
const SLOW = 4000;

/** A service that answers by script, in memory; requests for jobs that it never named are in `strays`. */
export function createService() {
  const records = new Map<string, Record>();
  const strays: string[] = [];

  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const [call, id = ""] = url.split("/").slice(5);
    if (call === "run") return receive(tagOf(init), init);
    const record = records.get(id);
    if (!record) {
      strays.push(url);
      return json({ error: "no such job" }, 404);
    }
    return call === "cancel" ? cancel(record) : look(record, init);
  };

  const receive = (tag: string, init: RequestInit) => {
    const record = records.get(tag);
    if (!record) throw new Error(`no script for ${tag}`);
    const { reception } = record.script;
    record.posts++;
    if (reception === "turned away" && record.posts === 1)
      return json({}, 429, { "retry-after": "12" });
    if (reception === "500") return json({}, 500);
    record.takenAt ??= performance.now();
    if (reception === "lost") return reset(init);
    return json(reception === "no id" ? {} : { id: tag, status: "IN_QUEUE" });
  };

  return {
    fetch: ((url: string, init: RequestInit) =>
      fetch(url, init)) as typeof globalThis.fetch,
    expect: (tag: string, script: Script) => {
      records.set(tag, { tag, script, posts: 0, cancels: 0, looks: [] });
    },
    record: (tag: string) => records.get(tag) as Record,
    strays,
  };
}

/** The state of a job now; undefined where the answer is 404. */
function stateOf(record: Record): { status?: string } | undefined {
  const { script, cancelledAt, takenAt = 0 } = record;
  const age = performance.now() - takenAt;
  if (age < script.lag || age >= script.kept) return undefined;
  if (cancelledAt !== undefined) return { status: "CANCELLED" };
  let until = 0;
  for (const { status, lasts } of script.stages) {
    until += lasts;
    if (age < until) return status === undefined ? {} : { status };
  }
  return { status: script.end === "never" ? "IN_PROGRESS" : script.end };
}

export function isEnd(status: string | undefined): boolean {
  return ["COMPLETED", "FAILED", "CANCELLED", "TIMED_OUT"].includes(
    status ?? "",
  );
}

function cancel(record: Record): Response {
  record.cancels++;
  const state = stateOf(record);
  if (!isEnd(state?.status)) record.cancelledAt = performance.now();
  return json({ id: record.tag, status: stateOf(record)?.status ?? "UNKNOWN" });
}

async function look(record: Record, init: RequestInit): Promise<Response> {
  const trouble = record.script.troubles[record.looks.length];
  const seen: SeenLook = {
    wait: new Headers(init.headers).get("x-wait"),
    askedAt: performance.now(),
  };
  record.looks.push(seen);
  if (trouble === "hang") return hang(init);
  if (trouble === "slow") await pause(SLOW, init);
  seen.answeredAt = performance.now();
  if (trouble && trouble !== "slow") {
    seen.answer = trouble;
    return spoil(trouble, init);
  }
  const state = stateOf(record);
  seen.answer = state ? 200 : 404;
  seen.status = state?.status;
  const output = state?.status === "COMPLETED" ? { output: record.tag } : {};
  return state
    ? json({ id: record.tag, ...state, ...output })
    : json({ error: "no such job" }, 404);
}

function spoil(trouble: Trouble, init: RequestInit): Promise<Response> {
  if (trouble === "reset") return reset(init);
  if (trouble === "null") return Promise.resolve(json(null));
  if (trouble === "html")
    return Promise.resolve(
      new Response("<p>", { headers: { "content-type": "text/html" } }),
    );
  const headers = trouble === "429" ? { "retry-after": `${RETRY_AFTER}` } : {};
  return Promise.resolve(json({}, Number(trouble), headers));
}

function reset(init: RequestInit): Promise<never> {
  init.signal?.throwIfAborted();
  const cause = Object.assign(new Error("reset"), { code: "ECONNRESET" });
  return Promise.reject(new TypeError("fetch failed", { cause }));
}

function hang({ signal }: RequestInit): Promise<never> {
  return new Promise((_, reject) => {
    const leave = () => {
      const reason: unknown = signal?.reason;
      reject(reason);
    };
    signal?.addEventListener("abort", leave, { once: true });
  });
}

/** Sleeps as a network would: an abort of the request ends it. */
function pause(milliseconds: number, { signal }: RequestInit): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      const reason: unknown = signal?.reason;
      clearTimeout(timer);
      reject(reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", leave);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", leave, { once: true });
  });
}

function tagOf({ body }: RequestInit): string {
  const { input } = JSON.parse(body as string) as { input: { tag: string } };
  return input.tag;
}

function json(value: unknown, status = 200, headers = {}): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { "content-type": "application/json", ...headers },
  });
}
