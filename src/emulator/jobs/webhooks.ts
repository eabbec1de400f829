import { jobView } from "./job-view.js";
import type { Job } from "./job-records.js";
import { changed, type State } from "../resources/state.js";

const mostCalls = 3;
const pauseMs = 10_000;
/** How long a receiver may take, in real milliseconds. */
const patienceMs = 10_000;

/** Sends the job to its webhook when the call is due, and up to twice more, 10 seconds apart, until it answers 200. */
export function callWebhook(state: State, job: Job): void {
  const dueAt = job.callAt ?? state.clock.now();
  const { retries } = job;
  const isOn = () => job.retries === retries && job.callAt === dueAt;
  const call = async () => {
    if (!isOn()) return;
    const isHeard = await post(state, job);
    if (!isOn()) return;
    job.calls += 1;
    const isOver = isHeard || job.calls >= mostCalls;
    job.callAt = isOver ? undefined : state.clock.now() + pauseMs;
    changed(state);
    if (!isOver) callWebhook(state, job);
  };
  state.clock.at(dueAt, call, "ring");
}

async function post(state: State, job: Job): Promise<boolean> {
  const send = state.webhookFetch ?? fetch;
  const gone = new AbortController();
  const timer = setTimeout(() => gone.abort(), patienceMs);
  try {
    const response = await send(job.webhook ?? "", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(jobView(job)),
      signal: gone.signal,
    });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
