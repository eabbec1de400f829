import { responses } from "../../generated/drift/responses.js";
import type { ResponseSchemas, Statuses, SurfaceResponses } from "./compare.js";

/** What is documented about the responses to a call; undefined for an unknown call. */
export function findDocumented(
  surface: string,
  operation: string,
  route: string,
):
  | { readonly schemas: ResponseSchemas; readonly statuses: Statuses }
  | undefined {
  const described: SurfaceResponses | undefined = responses[surface];
  if (!described) return undefined;
  const { schemas, routes } = described;
  const statuses =
    surface === "graphql"
      ? (routes[operation] ?? GRAPHQL_STATUSES)
      : routes[route];
  return statuses && { schemas, statuses };
}

/** GraphQL documents no statuses: an executed request has 200, and a rejected one any client error. */
const GRAPHQL_STATUSES: Statuses = { "200": null, "4XX": null };

/**
 * How a document lists a status: by its number, by its first digit, or as the default of all other errors. The default is
 * no success, because every operation lists its successes.
 */
export function documentedStatus(
  statuses: Statuses,
  status: number,
): string | undefined {
  const text = String(status);
  const names = [text, `${text.charAt(0)}XX`];
  if (status >= 400) names.push("DEFAULT");
  return names.find((each) => Object.hasOwn(statuses, each));
}

/**
 * Whether a status of a route says something about the document. Any service may send 429 and 5xx; every service answers a
 * wrong key with 401 and an unknown id with 404, even where its document does not list these.
 */
export function isCompared(
  statuses: Statuses,
  route: string,
  status: number,
): boolean {
  if (status === 429 || status >= 500) return false;
  if (documentedStatus(statuses, status) !== undefined) return true;
  const isUnknownId = status === 404 && route.includes("{");
  return status !== 401 && !isUnknownId;
}
