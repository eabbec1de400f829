import type { SurfaceName } from "../http/surface-name.js";
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

/** These answer a request that is of no operation. */
const OF_NO_OPERATION: readonly RefusalReason[] = [
  "unknownPath",
  "wrongMethod",
];

/** How sure we are of each refusal that an operation can have, by its reason. */
export function refusalEvidence(
  traits: OperationTraits,
): Readonly<Record<string, Certainty>> {
  const { surface, route } = traits;
  const refusals: Record<string, Certainty> = {};
  for (const { reason } of refusalRows) {
    const row = findRow(reason, surface, route);
    if (row && !OF_NO_OPERATION.includes(reason) && applies(row, traits))
      refusals[reason] = row.certainty;
  }
  return refusals;
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
