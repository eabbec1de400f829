import type { JobRow, RequestRow } from "../server/page-view.js";
import { sendRequest } from "../calls.js";
import { ActionButton } from "../parts/buttons.js";
import { formatStatus } from "../text/format.js";

/** The status of a job or a Pod, with its colour. */
export function StatusText({ status }: { readonly status: string }) {
  return (
    <span class="status" data-status={status}>
      {formatStatus(status)}
    </span>
  );
}

/** What can be done with a job: stop it, or run it again. */
export function JobActions({
  job: { id, slug, status },
}: {
  readonly job: Pick<JobRow, "id" | "slug" | "status">;
}) {
  const act = (verb: "cancel" | "retry") => async () => {
    const path = `/v2/${encodeURIComponent(slug)}/${verb}/${encodeURIComponent(id)}`;
    await sendRequest("POST", path);
    const done = verb === "cancel" ? "was cancelled" : "is back in its queue";
    return `Job ${id} ${done}.`;
  };
  if (status === "IN_QUEUE" || status === "IN_PROGRESS")
    return (
      <ActionButton act={act("cancel")} label={`Cancel job ${id}`}>
        Cancel
      </ActionButton>
    );
  if (status === "FAILED" || status === "TIMED_OUT")
    return (
      <ActionButton act={act("retry")} label={`Retry job ${id}`}>
        Retry
      </ActionButton>
    );
  return null;
}

/** The status of the answer, with its colour; in words where there is none. */
export function RequestStatus({
  request: { status, durationMs },
}: {
  readonly request: Pick<RequestRow, "status" | "durationMs">;
}) {
  const missing = durationMs === undefined ? "pending" : "reset";
  return (
    <span class="code-status" data-class={String(status ?? 0).charAt(0)}>
      {status ?? missing}
    </span>
  );
}
