import type { RequestRow } from "../server/view.js";

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
