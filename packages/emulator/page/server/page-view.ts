import type { AccountState } from "../../src/state/account-state.js";
import { isFinal } from "../../src/state/job.js";
import type { Service } from "../../src/server/handle-request.js";
import { accountView } from "./account-view.js";
import { faultView } from "./fault-view.js";
import { jobRow } from "./job-rows.js";
import { requestRow } from "./request-rows.js";
import { resourcesView } from "./resources-view.js";
import type { View } from "./view.js";

/** How many requests the page shows, and how many jobs beside those that have not ended. */
const MAX_ROWS = 2000;

export function pageView({
  state,
  settings,
  requestLog,
  faultRules,
}: Service): View {
  state.clock.runDue();
  const { firstNumber, entries } = requestLog;
  const firstShown = firstNumber + Math.max(0, entries.length - MAX_ROWS);
  return {
    now: state.clock.now(),
    speed: settings.clock === "manual" ? 0 : settings.speed,
    ...jobsView(state),
    requests: requestLog.numberedFrom(firstShown).map(requestRow),
    account: accountView(state),
    resources: resourcesView(state),
    faults: faultRules.list().map(faultView),
  };
}

function jobsView(state: AccountState): Pick<View, "jobs" | "jobCounts"> {
  const all = [...state.jobs.values()];
  const counts: Record<string, number> = {};
  for (const { status } of all) counts[status] = (counts[status] ?? 0) + 1;
  const shown = all.filter(
    (job, index) => index >= all.length - MAX_ROWS || !isFinal(job),
  );
  return {
    jobs: shown.map((job) => jobRow(state, job)),
    jobCounts: counts,
  };
}
