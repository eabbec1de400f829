import type { AccountState } from "../../src/state/account-state.js";
import { isRecord } from "../../src/check-arguments.js";
import type { Job } from "../../src/state/job.js";
import { workerPrice } from "../../src/machines/worker-machine.js";
import type { JobCost, JobRow } from "./view.js";

const HOUR_MS = 3_600_000;
const MAX_TEXT_LENGTH = 120;

/** A job as the list of the page shows the job. */
export function jobRow(state: AccountState, job: Job): JobRow {
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
export function costOf(state: AccountState, job: Job): JobCost {
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
