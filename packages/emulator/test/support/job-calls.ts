import { createAccount, type Account } from "./account.js";

export interface JobView {
  readonly id: string;
  readonly status: string;
  readonly output?: unknown;
  readonly error?: string;
  readonly delayTime?: number;
  readonly executionTime?: number;
  readonly workerId?: string;
}

export const INPUT = { prompt: "a lighthouse", width: 64, height: 64 };
export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** An account with functions that call the job API of one slug. */
export function jobsAt(
  slug = "flux-schnell",
  account: Account = createAccount(),
) {
  const { call, callOk } = account;
  const pathOf = (suffix: string) => `/v2/${slug}/${suffix}`;
  /** Submits a job and returns its id. */
  const run = async (input: object = INPUT, members: object = {}) => {
    const body = { input, ...members };
    return (await callOk<JobView>("POST", pathOf("run"), body)).id;
  };
  const poll = (id: string) => callOk<JobView>("GET", pathOf(`status/${id}`));
  /** The status of a job, or the HTTP status where the job is not found. */
  const statusOf = async (id: string) => {
    const { status, body } = await call("GET", pathOf(`status/${id}`));
    return status === 200 ? (body as JobView).status : status;
  };
  const post = (suffix: string, body?: object) =>
    call("POST", pathOf(suffix), body);
  /** The status of a job, followed by the chunks that `/stream` delivers. */
  const stream = async (id: string) => {
    type Stream = { status: string; stream: { output: unknown }[] };
    const answer = await callOk<Stream>("GET", pathOf(`stream/${id}`));
    return [answer.status, ...answer.stream.map(({ output }) => output)];
  };
  const health = () =>
    callOk<Record<"jobs" | "workers", object>>("GET", pathOf("health"));
  return { ...account, pathOf, run, poll, statusOf, post, stream, health };
}
