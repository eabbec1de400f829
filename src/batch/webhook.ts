import { check } from "../checks.js";
import type { WebhookEvent, WebhookHandler } from "../webhooks/index.js";
import type { OpenBatch } from "./open-batch.js";
import { completeItem, failItem } from "./finish.js";
import { ALL_STATES, type ItemRecord } from "./store.js";

/** Names the submit of an item in its webhook URL. */
export function nameSubmit(
  { name }: OpenBatch,
  { position }: ItemRecord,
  claim: string,
): string {
  return `${name}/${position}/${claim}`;
}

/** Makes the handler of the deliveries of a batch. */
export function createWebhookHandler(batch: OpenBatch): WebhookHandler {
  const { webhooks, cloud } = batch;
  check(
    webhooks !== undefined,
    "webhooks",
    "must be given to openBatch, so that the submits have webhook URLs",
    { operation: "batch.webhookHandler" },
  );
  return webhooks.handler(cloud, (event) => handleEvent(batch, event));
}

/** Ends an item in doubt by the job of its submit. Any other item is waited for by the process that holds it. */
async function handleEvent(
  batch: OpenBatch,
  event: WebhookEvent,
): Promise<void> {
  const [name, position, claim] = event.submit.split("/");
  if (name !== batch.name) return;
  for (;;) {
    const item = await readAt(batch, Number(position));
    if (item?.state !== "inDoubt" || item.claim !== claim) return;
    const { id: jobId, submittedAt = null } = event.job.toJSON();
    const change = { ...toChange(batch, item, event), jobId, submittedAt };
    const { outcome } = await batch.store.change(item, change);
    if (outcome === "changed") return;
  }
}

function toChange(batch: OpenBatch, item: ItemRecord, event: WebhookEvent) {
  if (event.status === "COMPLETED")
    return completeItem(batch, item, event.output);
  const { status, error } = event;
  const reason = error === undefined ? "" : `: ${error}`;
  return failItem(
    `job_${status.toLowerCase()}`,
    `the job ended as ${status}${reason}`,
  );
}

async function readAt(
  { store }: OpenBatch,
  position: number,
): Promise<ItemRecord | undefined> {
  const [item] = await store.list({
    states: ALL_STATES,
    order: "position",
    after: position - 1,
    limit: 1,
  });
  return item?.position === position ? item : undefined;
}
