import { emitChange, type AccountState } from "../state/account-state.js";
import { hashText } from "../random.js";
import { jobView } from "./job-view.js";
import type { Job } from "../state/job.js";

/** How long the service waits before the second and the third delivery: it delivers at 0, 5 and 20 seconds. */
const WEBHOOK_RETRY_DELAYS_MS = [5000, 15_000];
/** How long a receiver may take to answer, in real milliseconds. */
const WEBHOOK_TIMEOUT_MS = 10_000;

/**
 * Schedules the next attempt to send a job to its webhook: up to three attempts, until the receiver answers with 2xx.
 */
export function scheduleWebhook(state: AccountState, job: Job): void {
  const dueAt = job.nextWebhookAt ?? state.clock.now();
  const { retries } = job;
  // A retry of the job makes this attempt obsolete.
  const isCurrent = () =>
    job.retries === retries && job.nextWebhookAt === dueAt;
  const attempt = async () => {
    if (!isCurrent()) return;
    const isAccepted = await sendWebhook(state, job);
    if (!isCurrent()) return;
    const delayMs = WEBHOOK_RETRY_DELAYS_MS[job.webhookAttempts];
    job.webhookAttempts += 1;
    const isDone = isAccepted || delayMs === undefined;
    job.nextWebhookAt = isDone ? undefined : state.clock.now() + delayMs;
    emitChange(state);
    if (!isDone) scheduleWebhook(state, job);
  };
  state.clock.schedule(dueAt, attempt, "onTime");
}

/** Whether the receiver answered with a status of 2xx. */
async function sendWebhook(state: AccountState, job: Job): Promise<boolean> {
  const send = state.webhookFetch ?? fetch;
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), WEBHOOK_TIMEOUT_MS);
  try {
    const response = await send(job.webhook ?? "", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "user-agent": "Go-http-client/2.0",
        traceparent: traceparentOf(job),
      },
      body: JSON.stringify({
        ...jobView(job),
        input: job.input,
        webhook: job.webhook,
      }),
      signal: controller.signal,
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** The `traceparent` header of a delivery. All deliveries of a job share a trace id. */
function traceparentOf({ id, webhookAttempts }: Job): string {
  const hex = (text: string) => hashText(text).toString(16).padStart(8, "0");
  const trace = [1, 2, 3, 4].map((part) => hex(`${id} trace ${part}`)).join("");
  const span = [1, 2].map((part) => hex(`${id} ${webhookAttempts} ${part}`));
  return `00-${trace}-${span.join("")}-01`;
}
