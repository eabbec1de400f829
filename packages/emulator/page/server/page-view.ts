import { isRecord } from "../../src/check-arguments.js";
import type { RecordedRequest } from "../../src/http/recorded-request.js";
import { balanceOf, spendPerHour } from "../../src/machines/balance.js";
import { workerPrice } from "../../src/machines/worker-machine.js";
import type { Recorded } from "../../src/requests/request-log.js";
import type { Service } from "../../src/server/service.js";
import type { AccountState } from "../../src/state/account-state.js";
import { isFinal, type Job } from "../../src/state/job.js";
import { resourcesView } from "./resources-view.js";

/** How many requests the page shows, and how many jobs beside those that have not ended. */
const MAX_ROWS = 2000;

/** What the page shows, asked for again and again. Times are milliseconds since 1970 on the emulator's clock; money is USD. */
export function pageView({ state, settings, requestLog, faultRules }: Service) {
  state.clock.runDue();
  return {
    now: state.clock.now(),
    // 0 stands for a manual clock.
    speed: settings.clock === "manual" ? 0 : settings.speed,
    ...jobsView(state),
    requests: requestLog.records.slice(-MAX_ROWS).map(requestRow),
    account: accountView(state),
    resources: resourcesView(state),
    faults: faultRules.list(),
  };
}

function jobsView(state: AccountState) {
  const all = [...state.jobs.values()];
  const counts: Record<string, number> = {};
  for (const { status } of all) counts[status] = (counts[status] ?? 0) + 1;
  const shown = all.filter(
    (job, index) => index >= all.length - MAX_ROWS || !isFinal(job),
  );
  return {
    jobs: shown.map((job) => jobRow(state, job)),
    jobCounts: counts,
  };
}

export type View = ReturnType<typeof pageView>;
export type JobRow = ReturnType<typeof jobRow>;
export type RequestRow = ReturnType<typeof requestRow>;
export type AccountView = ReturnType<typeof accountView>;
export type FaultView = View["faults"][number];

const HOUR_MS = 3_600_000;
const MAX_TEXT_LENGTH = 120;

/** A job as the list of the page shows the job. */
function jobRow(state: AccountState, job: Job) {
  const { id, slug, status, submittedAt, startedAt, endedAt, workerId } = job;
  return {
    id,
    slug,
    status,
    text: textOf(job),
    submittedAt,
    startedAt,
    endedAt,
    workerId,
    cost: costOf(state, job).cost,
  };
}

/** The beginning of the prompt, of the last message, or of the whole input. */
function textOf({ input }: Job): string {
  const { prompt, messages } = input;
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  const message = isRecord(last) ? last["content"] : undefined;
  const [text] = [prompt, message].filter((each) => typeof each === "string");
  return (text ?? JSON.stringify(input)).slice(0, MAX_TEXT_LENGTH);
}

/** What a job costs, and what that follows from. A job of an endpoint costs the time of its worker. */
export function costOf(
  state: AccountState,
  job: Job,
): { readonly cost?: number; readonly costSource?: string } {
  const { slug, startedAt, endedAt, result } = job;
  const settings = state.endpoints.get(slug)?.settings;
  if (settings) {
    if (startedAt === undefined || endedAt === undefined) return {};
    const usd = (workerPrice(settings, {}) * (endedAt - startedAt)) / HOUR_MS;
    return { cost: Number(usd.toFixed(8)), costSource: "worker time" };
  }
  const output = result && "output" in result ? result.output : undefined;
  const cost = isRecord(output) ? output["cost"] : undefined;
  return typeof cost === "number" ? { cost, costSource: "output" } : {};
}

/** A request as the list of the page shows the request. */
export function requestRow({ number, entry }: Recorded) {
  const { at, method, path, route, status, durationMs } = entry;
  const operation = graphqlOperation(entry.body, entry.query["query"]);
  const search = searchText(entry.query);
  return {
    number,
    at,
    method,
    path,
    search,
    route,
    operation,
    status,
    durationMs,
  };
}

/** The longest query that the list shows, in characters. */
const MAX_SEARCH_LENGTH = 200;

function searchText(query: RecordedRequest["query"]): string | undefined {
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}=${value}`),
  );
  if (pairs.length === 0) return undefined;
  return `?${pairs.join("&")}`.slice(0, MAX_SEARCH_LENGTH);
}

/** What a GraphQL request asks for: the name of its operation, or its first field. */
function graphqlOperation(body: unknown, query: unknown): string | undefined {
  const document = isRecord(body) ? body["query"] : query;
  if (typeof document !== "string") return undefined;
  const named = /\b(?:query|mutation)\s+(\w+)/.exec(document);
  const field = /\{\s*(\w+)/.exec(document);
  return named?.[1] ?? field?.[1];
}

/** What the account has and spends. */
function accountView(state: AccountState) {
  const { ledger, charges, openCharges } = state;
  const byKind = { pods: 0, endpoints: 0, networkvolumes: 0 };
  for (const key of openCharges.values()) {
    const charge = charges.get(key);
    if (charge && charge.kind !== "models")
      byKind[charge.kind] += charge.usdPerHour;
  }
  const balance = balanceOf(state);
  return {
    balance,
    isLimited: ledger.isLimited,
    spent: Number((ledger.credit - balance).toFixed(10)),
    spendPerHour: spendPerHour(state),
    byKind,
  };
}
