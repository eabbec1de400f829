import type { CallInfo, ServiceResponse } from "../http/request-context.js";
import type { Settings } from "../http/settings.js";

/**
 * Passes a response to the drift watcher of the client, if it has one.
 *
 * @param slug the public model or the endpoint of a call of the job API
 * @param body what the call has read of the body; undefined for a body that the call does not read as JSON
 */
export function notifyDriftWatcher(
  { drift, warn, keys }: Pick<Settings, "drift" | "warn" | "keys">,
  { surface, operation, route }: CallInfo,
  slug: string | undefined,
  { response, metadata }: ServiceResponse,
  body: unknown,
  isEmpty: boolean,
): void {
  if (!drift) return;
  const { status } = response;
  const { redact } = metadata ?? keys;
  const call = { surface, operation, route, slug };
  drift({ ...call, status, value: body, isEmpty, redact, warn });
}
