import { gpuById } from "./catalogue.js";
import type { Job } from "../jobs/job-records.js";
import type { State } from "./state.js";

/** A worker of one's own is billed for the time it ran, at the secure price of its GPUs. A failure costs nothing. */
export function chargeRun(state: State, job: Job): void {
  const endpoint = state.endpoints.get(job.slug)?.settings;
  const { startedAt, endedAt, workerId } = job;
  if (!endpoint || job.status === "FAILED") return;
  if (startedAt === undefined || endedAt === undefined) return;
  const { templateId, dataCenterIds, gpuCount } = endpoint;
  const gpuTypeId = endpoint.gpuTypeIds[0];
  const imageName = state.templates.get(templateId)?.imageName;
  const dataCenterId = dataCenterIds[0];
  const place = { gpuTypeId, templateId, imageName, dataCenterId };
  state.ledger.push({
    kind: "endpoints",
    labels: { endpointId: job.slug, podId: workerId, ...place },
    usdPerHour: gpuById(gpuTypeId ?? "").securePrice * gpuCount,
    ...{ sizeInGb: 0, from: startedAt, to: endedAt },
  });
}
