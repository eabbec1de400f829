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

/** An account and the job API of one slug. */
export function jobsAt(
  slug = "flux-schnell",
  account: Account = createAccount(),
) {
  const { call, made } = account;
  const at = (rest: string) => `/v2/${slug}/${rest}`;
  const run = async (input: object = INPUT, beside: object = {}) =>
    (await made<JobView>("POST", at("run"), { input, ...beside })).id;
  const look = (id: string) => made<JobView>("GET", at(`status/${id}`));
  const statusOf = async (id: string) => {
    const { status, body } = await call("GET", at(`status/${id}`));
    return status === 200 ? (body as JobView).status : status;
  };
  const post = (rest: string, body?: object) => call("POST", at(rest), body);
  const stream = async (id: string) => {
    type Answer = { status: string; stream: { output: unknown }[] };
    const answer = await made<Answer>("GET", at(`stream/${id}`));
    return [answer.status, ...answer.stream.map(({ output }) => output)];
  };
  const health = () =>
    made<Record<"jobs" | "workers", object>>("GET", at("health"));
  return { ...account, at, run, look, statusOf, post, stream, health };
}
