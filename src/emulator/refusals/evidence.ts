import type { OperationEvidence } from "../page/reference-entry.js";
import type { SurfaceName } from "../server/surface-name.js";
import {
  refusalRows,
  type Certainty,
  type RefusalReason,
  type RefusalRow,
} from "./table.js";

/** What decides which refusals an operation can have. */
export interface OperationTraits {
  readonly surface: SurfaceName;
  readonly route: string;
  readonly hasBody: boolean;
  readonly hasQuery: boolean;
}

/** The operations of which captured answers are public. The documents describe the others. */
const CAPTURED_ROUTES: readonly string[] = [
  "GET /pods",
  "POST /pods",
  "GET /pods/{podId}",
  "POST /pods/{podId}/start",
  "POST /endpoints",
  "PATCH /endpoints/{endpointId}",
  "POST /networkvolumes",
  "PATCH /networkvolumes/{networkVolumeId}",
  "DELETE /networkvolumes/{networkVolumeId}",
  "GET /templates",
  "POST /containerregistryauth",
  "POST /v2/{slug}/run",
  "GET /v2/{slug}/status/{jobId}",
  "POST /v2/pods",
  "POST /v2/pods/{id}/action",
  "PATCH /v2/serverless/{id}",
  "POST /v2/network-volumes",
];

/** These answer a request that is of no operation. */
const OF_NO_OPERATION: readonly RefusalReason[] = [
  "unknownPath",
  "wrongMethod",
];

export function evidenceOf(traits: OperationTraits): OperationEvidence {
  const { surface, route } = traits;
  const refusals: Record<string, Certainty> = {};
  for (const { reason } of refusalRows) {
    const row = findRow(reason, surface, route);
    if (row && !OF_NO_OPERATION.includes(reason) && applies(row, traits))
      refusals[reason] = row.certainty;
  }
  const isCaptured = CAPTURED_ROUTES.includes(route);
  return { certainty: isCaptured ? "captured" : "documented", refusals };
}

/** The row of a reason that names the route, or else the row for a kind of requests. */
export function findRow(
  reason: RefusalReason,
  surface: SurfaceName,
  route: string | undefined,
): RefusalRow | undefined {
  const rows = refusalRows.filter(
    (row) => row.reason === reason && row.on.includes(surface),
  );
  const named = rows.find(
    ({ at }) => typeof at === "object" && at.some((each) => each === route),
  );
  return named ?? rows[0];
}

function applies(
  { at }: RefusalRow,
  { route, hasBody, hasQuery }: OperationTraits,
): boolean {
  switch (at) {
    case "every request":
      return true;
    case "requests that change something":
      return !route.startsWith("GET ");
    case "requests with an id":
      return route.includes("{");
    case "requests with a body":
      return hasBody;
    case "requests with a query":
      return hasQuery;
    default:
      return at.some((each) => each === route);
  }
}
