import type { JobRow, View } from "../view.js";
import { element, follow, part, say } from "./dom.js";
import { expectOk, send, tell } from "./post.js";

const over = ["COMPLETED", "FAILED", "CANCELLED", "TIMED_OUT"];
let shown: View | undefined;
let receivedAt = 0;

/** Draws the jobs of a view, and goes on drawing while the clock goes on. */
export function showJobs(view: View): void {
  shown = view;
  receivedAt = performance.now();
  draw();
}

export function startTimeline(): void {
  part("span", HTMLSelectElement).addEventListener("change", draw);
  setInterval(() => {
    if (shown && shown.pace > 0 && shown.jobs.length > 0 && !document.hidden)
      draw();
  }, 100);
}

function draw(): void {
  if (!shown) return;
  const { jobs, jobCount, pace } = shown;
  const now = shown.now + pace * (performance.now() - receivedAt);
  const choice = part("span", HTMLSelectElement);
  const span = Number(choice.value) * 1000;
  follow(
    part("jobs", HTMLElement),
    jobs,
    ({ id }) => id,
    makeRow,
    (row, job) => updateRow(row, job, now, span),
  );
  const more = jobCount > jobs.length ? `, the last ${jobs.length} shown` : "";
  say(part("job-count", HTMLElement), `${jobCount}${more}`);
  part("no-jobs", HTMLElement).hidden = jobs.length > 0;
  part("axis", HTMLElement).hidden = jobs.length === 0;
  say(
    part("since", HTMLElement),
    `${choice.selectedOptions[0]?.text ?? ""} ago`,
  );
}

function makeRow({ slug, id }: JobRow): HTMLElement {
  const cancel = element("button", { type: "button", textContent: "Cancel" });
  cancel.className = "cancel";
  cancel.setAttribute("aria-label", `Cancel job ${id}`);
  cancel.addEventListener("click", () => void tell(() => cancelJob(slug, id)));
  const track = element("div", { className: "track" });
  track.setAttribute("aria-hidden", "true");
  track.append(
    element("i", { className: "queued" }),
    element("i", { className: "ran" }),
  );
  return element(
    "li",
    {},
    element("span", { className: "slug", textContent: slug, title: slug }),
    element("code", { textContent: id, title: id }),
    track,
    element("span", { className: "status" }),
    element("span", { className: "lasted" }),
    cancel,
  );
}

async function cancelJob(slug: string, id: string): Promise<string> {
  const path = `/v2/${encodeURIComponent(slug)}/cancel/${encodeURIComponent(id)}`;
  expectOk(await send("POST", path));
  return `Job ${id} is cancelled.`;
}

function updateRow(
  row: HTMLElement,
  job: JobRow,
  now: number,
  span: number,
): void {
  const end = job.endedAt ?? now;
  const start = job.startedAt ?? end;
  row.dataset["status"] = job.status;
  place(row.querySelector(".queued"), job.submittedAt, start, now, span);
  place(row.querySelector(".ran"), start, end, now, span);
  tellIn(row, ".status", job.status.replace("_", " ").toLowerCase());
  tellIn(row, ".lasted", duration(Math.max(0, end - job.submittedAt)));
  const cancel = row.querySelector("button");
  if (cancel) cancel.disabled = over.includes(job.status);
}

/** A bar from one moment to another, in the `span` that ends now. */
function place(
  bar: HTMLElement | null,
  from: number,
  to: number,
  now: number,
  span: number,
): void {
  if (!bar) return;
  const left = Math.max(0, 1 - (now - from) / span);
  const right = Math.min(1, Math.max(0, 1 - (now - to) / span));
  bar.style.left = `${(left * 100).toFixed(2)}%`;
  bar.style.width = `${(Math.max(0, right - left) * 100).toFixed(2)}%`;
}

function tellIn(row: HTMLElement, selector: string, text: string): void {
  const node = row.querySelector(selector);
  if (node) say(node, text);
}

/** `"850 ms"`, `"12.3 s"`, `"4 min"`, `"2.5 h"` */
export function duration(ms: number): string {
  if (ms < 1000)
    return `${ms < 10 ? Number(ms.toFixed(1)) : Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 3_600_000) return `${(ms / 60_000).toFixed(1)} min`;
  return `${(ms / 3_600_000).toFixed(1)} h`;
}
