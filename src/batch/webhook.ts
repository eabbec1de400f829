import { check } from "../checks.js";
import { askSchema, describeRefusedOutput } from "../jobs/contract.js";
import { describeNoOutput } from "../jobs/state.js";
import { InputError } from "../errors.js";
import type { WebhookEvent, WebhookHandler } from "../webhooks/index.js";
import type { Closing } from "./closing.js";
import type { OpenBatch } from "./context.js";
import { hasPromisedMember } from "../models/output.js";
import { completeItem, endItem, UNUSABLE_OUTPUTS } from "./finish.js";
import {
  ALL_STATES,
  withoutPayload,
  type Item,
  type ItemReport,
  type StoredItem,
} from "./ledger.js";

/** Names the submit of an item in its webhook URL. */
export function nameSubmit(
  { name }: Pick<OpenBatch, "name">,
  { id, claim }: Item,
): string {
  return `${name}/${id}/${claim ?? ""}`;
}

/** Makes the handler of the deliveries of a batch. The handler fails once the batch is closed. */
export function createWebhookHandler(
  batch: OpenBatch,
  closing: Closing,
): WebhookHandler {
  closing.signal.throwIfAborted();
  const { webhooks, cloud } = batch;
  check(
    webhooks !== undefined,
    "webhooks",
    "must be given to openBatch, so that the submits have webhook URLs",
    { operation: "batch.webhookHandler" },
  );
  return webhooks.handler(cloud, (event) =>
    closing.run(() => handleEvent(batch, event)),
  );
}

/** Ends an item by the job of its submit, also where the answer to the submit has not come, or nobody waits for the job. */
async function handleEvent(
  batch: OpenBatch,
  event: WebhookEvent,
): Promise<void> {
  const [name, id, ...claim] = event.reference.split("/");
  if (name !== batch.name)
    throw new InputError(
      "webhooks",
      `the delivery is not one of batch ${batch.name}: give each batch its own createWebhooks, with a URL of its own`,
    );
  for (;;) {
    const item = await readAt(batch, Number(id));
    const { id: jobId, submittedAt = null } = event.job.toJSON();
    if (item?.claim !== claim.join("/") || !mayEnd(item, jobId, event)) return;
    const current = withoutPayload(item);
    const ofJob = {
      ...current,
      jobId,
      submittedAt: item.submittedAt ?? submittedAt,
    };
    const row = await toRow(batch, ofJob, jobId, event);
    const [stored] = await batch.ledger.report([row]);
    if (stored) return;
  }
}

/**
 * Whether a job that has ended may end the item: the job is that of its latest submit. An item that has ended otherwise, or
 * was settled and not submitted since, takes an output too, because the output is paid for.
 */
function mayEnd(
  item: Item,
  endedJobId: string,
  { status }: WebhookEvent,
): boolean {
  const { state, jobId } = item;
  // The cost of an output that the item could not have is counted already.
  if (UNUSABLE_OUTPUTS.includes(item.errorCode ?? "")) return false;
  if (jobId !== null && jobId !== endedJobId) return false;
  if (state === "running" || state === "lost") return true;
  // An item that is to run again gains nothing from a job that has failed, nor does one that has ended with its job.
  if (state === "queued" || jobId !== null)
    return state !== "completed" && status === "COMPLETED";
  return state !== "completed" && state !== "cancelled";
}

async function toRow(
  batch: OpenBatch,
  item: Item,
  jobId: string,
  event: WebhookEvent,
): Promise<ItemReport> {
  if (event.status !== "COMPLETED") {
    const { status, error } = event;
    const reason = error === undefined ? "" : `: ${error}`;
    return endItem(batch, item, {
      code: `job_${status.toLowerCase()}`,
      message: `the job ended as ${status}${reason}`,
    });
  }
  const { output, rawOutput = output } = event;
  const { contract, model } = batch;
  if (!hasPromisedMember(model, output)) {
    const message = `the job ${describeNoOutput(model, rawOutput)}`;
    return endItem(batch, item, {
      code: "no_output",
      message,
      output: rawOutput,
    });
  }
  if (!contract) return completeItem(batch, item, jobId, output);
  const verdict = await askSchema(contract.output, output, "output");
  if (!verdict.refusal) return completeItem(batch, item, jobId, verdict.value);
  return endItem(batch, item, {
    code: "job_output_refused",
    message: describeRefusedOutput(`job ${jobId}`, verdict.refusal.problem),
    output: rawOutput,
  });
}

async function readAt(
  { ledger }: OpenBatch,
  id: number,
): Promise<StoredItem | undefined> {
  if (!Number.isSafeInteger(id)) return undefined;
  const { items } = await ledger.read({
    states: ALL_STATES,
    by: "id",
    after: id - 1,
    limit: 1,
  });
  return items[0]?.id === id ? items[0] : undefined;
}
