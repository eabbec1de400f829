import {
  createAccount,
  createEndpoint,
  type Account,
  type Answer,
} from "../../support/account.js";
import { jobsAt } from "../../support/job-calls.js";

/** A job as a worker gets it. */
interface Taken {
  readonly id: string;
  readonly input: unknown;
}

/** An account with an endpoint, the calls of a client to its jobs, and those of its workers. */
export async function workersAt(
  settings: object = {},
  account: Account = createAccount(),
) {
  const { call, emulator } = account;
  const { id: slug } = await createEndpoint(account, settings);
  const jobs = jobsAt(slug, account);

  /** A call of a worker, with the key as it is. */
  const callAs = (
    path: string,
    body?: unknown,
    key: string | undefined = emulator.apiKey,
  ): Promise<Answer> => {
    const method = body === undefined ? "GET" : "POST";
    return call(method, `/v2/${slug}/${path}`, undefined, {
      key: undefined,
      headers: {
        ...(key !== "" && { authorization: key }),
        "content-type": "application/x-www-form-urlencoded",
      },
      text: typeof body === "string" ? body : JSON.stringify(body),
    });
  };
  const take = async (worker = "w1") =>
    (await callAs(`job-take/${worker}?gpu=emulated&job_in_progress=0`)).body as
      | Taken
      | undefined;
  const ping = (worker = "w1") => callAs(`ping/${worker}?gpu=emulated`);
  const send = async (id: string, result: unknown, worker = "w1") =>
    (await callAs(`job-done/${worker}/${id}?gpu=emulated`, result)).status;
  const sendPart = async (id: string, part: unknown, worker = "w1") =>
    (await callAs(`job-stream/${worker}/${id}?gpu=emulated`, part)).status;
  /** The ids of the jobs that a worker is to stop; undefined where it is told of none. */
  const stops = async (worker = "w1") => {
    const { body } = await callAs(`job-stop/${worker}?gpu=emulated`);
    return (body as { readonly jobsToStop: string[] } | undefined)?.jobsToStop;
  };
  /** Submits a job that a worker takes, and returns its id. */
  const takeJob = async () => {
    await ping();
    const id = await jobs.run();
    await take();
    return id;
  };
  const endpoint = { callAs, take, takeJob, ping, send, sendPart, stops };
  return { ...account, ...jobs, call, slug, ...endpoint };
}
