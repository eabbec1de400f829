import type { SurfaceName } from "../../generated/surfaces/addresses.js";
import { isPlainObject, parseJson } from "../json.js";
import { findReason, readRefusal } from "./reason.js";

/** A response, as far as it says whether its request was carried out. */
interface Evidence {
  /** Undefined for a host that belongs to no surface. */
  readonly surface?: SurfaceName;
  /** Whether the request only reads: then an id in the response names nothing new. */
  readonly isRead?: boolean;
  readonly status: number;
  /** The body as text; empty if the body is left unread. */
  readonly text: string;
  /** Whether `text` is the whole body. */
  readonly isWhole: boolean;
}

/**
 * Whether the service may have carried out a request that was answered so. `attempt.ts` decides the same where no answer
 * came. Every error, the retries, batches, rents and the spend guard follow the two.
 *
 * Edges, balancers and proxies answer in the name of the service, also after the service has accepted the request. Only two
 * answers show that the request was not carried out: 429, which turns a request away before anything is done, and a refusal
 * that the service itself has written, with its reason in JSON.
 */
export function maybeSent({
  surface,
  isRead = false,
  status,
  text,
  isWhole,
}: Evidence): boolean {
  if (status === 429) return !isRead && mayNameId(text, isWhole);
  // Of the successes, only those of GraphQL may be refusals.
  const isSuccess = status < 300;
  const mayRefuse = !isSuccess || text.includes('"errors"');
  if (!mayRefuse || (isSuccess && surface !== "graphql")) return true;
  const body = isWhole ? parseJson(text) : undefined;
  // A refusal that names an id was carried out, whatever its status.
  if (typeof body !== "object" || (idIn(body) ?? null) !== null) return true;
  if (isSuccess) return !isRefusedDocument(body);
  const reason = findReason(body);
  if (reason === "") return true;
  // The management API sends refusals as 500, such as that no machine is free. Only words that are known count: its other
  // 500s may come after a Pod was made. The words of the job API may be those of a worker.
  const isManagement = surface !== "jobs" && surface !== "graphql";
  if (status === 500) return !isManagement || readRefusal(reason) === undefined;
  const isOfClient = status >= 400 && status < 500;
  return !isOfClient || CONNECTION_STATUSES.includes(status);
}

/** Statuses of 4xx that say what became of a connection, not what the service has decided. */
const CONNECTION_STATUSES = [408, 425, 499];

/**
 * Whether GraphQL refused a document: no field has a value, and each error is a refusal that makes nothing, such as one for
 * lack of a machine. Other errors prove nothing, also without the member `data`: the service says "Something went wrong" of
 * faults at any moment. A document that is not valid is refused with 400.
 */
function isRefusedDocument(result: object | null): boolean {
  const { data, errors } = Object(result) as {
    readonly data?: unknown;
    readonly errors?: unknown;
  };
  const list: readonly unknown[] = [errors ?? []].flat();
  if (list.length === 0) return false;
  const values = isPlainObject(data) ? Object.values(data) : [];
  return (
    values.every((value) => value === null) &&
    list.every((error) => readRefusal(JSON.stringify(error)) !== undefined)
  );
}

/** Whether a body names an id, or may have named one before it broke off: as JSON, or before its first byte came. */
function mayNameId(text: string, isWhole: boolean): boolean {
  if (text.trim() === "") return !isWhole;
  const isJson = isWhole && parseJson(text) !== undefined;
  // JSON that broke off may have named an id.
  return isJson ? NAMED_ID.test(text) : /^\s*["[{]/.test(text);
}

/**
 * Matches a member `id` other than null at any depth of a JSON text, even inside quoted JSON. The text is searched,
 * because parsing drops all but the last of duplicate members.
 */
const NAMED_ID = /"id\\*"\s*:(?!\s*null\b)/;

/** The id that a JSON value names as a text. */
export function idOf(value: unknown): string | undefined {
  const id = idIn(value);
  return typeof id === "string" && id !== "" ? id : undefined;
}

function idIn(value: unknown): unknown {
  return (Object(value) as { readonly id?: unknown }).id;
}
