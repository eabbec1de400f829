import type { JobRow, View } from "../view.js";
import { createElement, getElement, renderItems, setText } from "./dom.js";
import { checkStatus, sendRequest, showResult } from "./requests.js";

const FINAL_STATUSES = ["COMPLETED", "FAILED", "CANCELLED", "TIMED_OUT"];
const DRAW_INTERVAL_MS = 100;

let shown: View | undefined;
let receivedAt = 0;

/** Shows the jobs of a view. The bars go on growing by the speed of the clock. */
export function showJobs(view: View): void {
  shown = view;
  receivedAt = performance.now();
  draw();
}

export function startTimeline(): void {
  getElement("span", HTMLSelectElement).addEventListener("change", draw);
  setInterval(() => {
    if (document.hidden || !shown) return;
    if (shown.speed > 0 && shown.jobs.length > 0) draw();
  }, DRAW_INTERVAL_MS);
}

/** The period that the timeline covers. It ends now. */
interface Period {
  readonly now: number;
  readonly durationMs: number;
}

function draw(): void {
  if (!shown) return;
  const { jobs, jobCount, speed } = shown;
  const select = getElement("span", HTMLSelectElement);
  const period: Period = {
    now: shown.now + speed * (performance.now() - receivedAt),
    durationMs: Number(select.value) * 1000,
  };
  renderItems(getElement("jobs", HTMLElement), jobs, {
    key: ({ id }) => id,
    create: createRow,
    update: (row, job) => updateRow(row, job, period),
  });
  const limit = jobCount > jobs.length ? `, the last ${jobs.length} shown` : "";
  setText(getElement("job-count", HTMLElement), `${jobCount}${limit}`);
  getElement("no-jobs", HTMLElement).hidden = jobs.length > 0;
  getElement("axis", HTMLElement).hidden = jobs.length === 0;
  const selected = select.selectedOptions[0]?.text ?? "";
  setText(getElement("since", HTMLElement), `${selected} ago`);
}

function createRow({ slug, id }: JobRow): HTMLElement {
  const cancel = createElement("button", {
    type: "button",
    textContent: "Cancel",
    className: "cancel",
  });
  cancel.setAttribute("aria-label", `Cancel job ${id}`);
  cancel.addEventListener("click", () => {
    void showResult(() => cancelJob(slug, id));
  });
  const track = createElement(
    "div",
    { className: "track" },
    createElement("i", { className: "queued" }),
    createElement("i", { className: "ran" }),
  );
  track.setAttribute("aria-hidden", "true");
  return createElement(
    "li",
    {},
    createElement("span", {
      className: "slug",
      textContent: slug,
      title: slug,
    }),
    createElement("code", { textContent: id, title: id }),
    track,
    createElement("span", { className: "status" }),
    createElement("span", { className: "duration" }),
    cancel,
  );
}

async function cancelJob(slug: string, id: string): Promise<string> {
  const path = `/v2/${encodeURIComponent(slug)}/cancel/${encodeURIComponent(id)}`;
  checkStatus(await sendRequest("POST", path));
  return `Job ${id} was cancelled.`;
}

function updateRow(row: HTMLElement, job: JobRow, period: Period): void {
  const end = job.endedAt ?? period.now;
  const start = job.startedAt ?? end;
  row.dataset["status"] = job.status;
  setBar(row, ".queued", job.submittedAt, start, period);
  setBar(row, ".ran", start, end, period);
  setTextIn(row, ".status", job.status.replace("_", " ").toLowerCase());
  const duration = formatDuration(Math.max(0, end - job.submittedAt));
  setTextIn(row, ".duration", duration);
  const cancel = row.querySelector("button");
  if (cancel) cancel.disabled = FINAL_STATUSES.includes(job.status);
}

/** Draws a bar from one moment to another. */
function setBar(
  row: HTMLElement,
  selector: string,
  from: number,
  to: number,
  { now, durationMs }: Period,
): void {
  const bar = row.querySelector<HTMLElement>(selector);
  if (!bar) return;
  const left = Math.max(0, 1 - (now - from) / durationMs);
  const right = Math.min(1, Math.max(0, 1 - (now - to) / durationMs));
  bar.style.left = `${(left * 100).toFixed(2)}%`;
  bar.style.width = `${(Math.max(0, right - left) * 100).toFixed(2)}%`;
}

function setTextIn(row: HTMLElement, selector: string, text: string): void {
  const node = row.querySelector(selector);
  if (node) setText(node, text);
}

/** `"0.8 ms"`, `"850 ms"`, `"12.3 s"`, `"4.0 min"`, `"2.5 h"` */
export function formatDuration(ms: number): string {
  if (ms < 10) return `${Number(ms.toFixed(1))} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 3_600_000) return `${(ms / 60_000).toFixed(1)} min`;
  return `${(ms / 3_600_000).toFixed(1)} h`;
}
