import { useState } from "preact/hooks";
import type { JobRow } from "../server/page-view.js";
import { useTicks, type LiveState } from "../live.js";
import { ListView } from "../parts/list-view.js";
import type { Column } from "../parts/table.js";
import { hrefOf } from "../route.js";
import {
  formatDuration,
  formatMoment,
  formatStatus,
  formatUsd,
} from "../text/format.js";
import { FirstSteps } from "./connect.js";
import { JobDetailsPanel } from "./job-details.js";
import { JobActions, StatusText } from "./parts.js";
import { SubmitForm } from "./submit-form.js";

const STATUSES = [
  "IN_QUEUE",
  "IN_PROGRESS",
  "COMPLETED",
  "FAILED",
  "CANCELLED",
  "TIMED_OUT",
];

const PERIODS = [
  [10_000, "10 s"],
  [30_000, "30 s"],
  [300_000, "5 min"],
  [3_600_000, "1 h"],
  [86_400_000, "1 day"],
] as const;

interface JobsViewProps {
  readonly state: LiveState;
  /** Empty where no job is open. */
  readonly openId: string;
}

/** Every job, the active ones and then the newest first. */
export function JobsView({ state, openId }: JobsViewProps) {
  const [periodMs, setPeriodMs] = useState(30_000);
  const jobs = state.jobs
    .toReversed()
    .sort((a, b) => Number(isActive(b)) - Number(isActive(a)));
  useTicks(state.speed > 0 && jobs.length > 0);
  const now = state.present();
  const counts = state.jobCounts;
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  // Even where all jobs have expired, a model that was given one is listed.
  const isNew =
    total === 0 &&
    state.resources.endpoints.items.every(
      ({ completed, failed }) => completed + failed === 0,
    );
  const hasCosts = jobs.some(({ cost }) => cost !== undefined);
  return (
    <ListView
      view="jobs"
      title="Jobs"
      noun="job"
      items={jobs}
      total={total}
      idOf={({ id }) => id}
      openId={openId}
      columns={columnsOf(now, periodMs).filter(
        ([title]) => title !== "Cost" || hasCosts,
      )}
      textsOf={searchTexts}
      statusOf={({ status }) => status}
      statuses={STATUSES.map((each) => [
        each,
        formatStatus(each),
        counts[each] ?? 0,
      ])}
      groupOf={({ slug }) => slug}
      groupLabels={["Model", "All models"]}
      top={<SubmitForm />}
      tools={
        <label class="period">
          Timeline{" "}
          <select
            value={periodMs}
            onChange={({ currentTarget }) =>
              setPeriodMs(Number(currentTarget.value))
            }
          >
            {PERIODS.map(([ms, text]) => (
              <option key={ms} value={ms}>
                {text}
              </option>
            ))}
          </select>
        </label>
      }
      instead={isNew ? <FirstSteps state={state} /> : undefined}
      empty="The jobs have expired. The service keeps a result for 30 minutes, that of /runsync for one."
      details={
        <JobDetailsPanel
          id={openId}
          row={jobs.find(({ id }) => id === openId)}
          now={now}
        />
      }
    />
  );
}

function searchTexts({ id, slug, text, status, workerId }: JobRow): string[] {
  return [id, slug, text, formatStatus(status), workerId ?? ""];
}

function isActive({ endedAt }: JobRow): boolean {
  return endedAt === undefined;
}

function columnsOf(now: number, periodMs: number): Column<JobRow>[] {
  return [
    ["Status", "col-status", ({ status }) => <StatusText status={status} />],
    [
      "Model",
      "col-model",
      ({ id, slug }) => (
        <a class="open" href={hrefOf("jobs", id)} title={id}>
          {slug}
          <span class="hidden">, job {id}</span>
        </a>
      ),
    ],
    ["Input", "col-text", ({ text }) => text],
    [
      "Timeline",
      "col-timeline",
      (job) => <Timeline job={job} now={now} periodMs={periodMs} />,
    ],
    ["Submitted", "col-moment", ({ submittedAt }) => formatMoment(submittedAt)],
    [
      "Duration",
      "col-number",
      ({ submittedAt, endedAt = now }) =>
        formatDuration(Math.max(0, endedAt - submittedAt)),
    ],
    [
      "Cost",
      "col-number col-cost",
      ({ cost }) => (cost === undefined ? "" : formatUsd(cost)),
    ],
    ["Actions", "col-actions", (job) => <JobActions job={job} />],
  ];
}

interface TimelineProps {
  readonly job: JobRow;
  readonly now: number;
  readonly periodMs: number;
}

/** Two bars, from submit to start and from start to end, in a period that ends now. No bar for a job that ended before. */
function Timeline({ job, now, periodMs }: TimelineProps) {
  const end = job.endedAt ?? now;
  if (end < now - periodMs) return null;
  const start = job.startedAt ?? end;
  const place = (from: number, to: number) => {
    const left = Math.max(0, 1 - (now - from) / periodMs);
    const right = Math.min(1, Math.max(0, 1 - (now - to) / periodMs));
    const width = Math.max(0, right - left);
    return {
      left: `${(left * 100).toFixed(2)}%`,
      width: `${(width * 100).toFixed(2)}%`,
    };
  };
  return (
    <div class="track" aria-hidden="true">
      <i class="queued" style={place(job.submittedAt, start)} />
      <i data-status={job.status} style={place(start, end)} />
    </div>
  );
}
