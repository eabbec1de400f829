import { surfaceVariables } from "../../generated/surfaces/addresses.js";
import { check } from "../checks.js";
import type { ClientOptions, RequestEvent } from "../options.js";
import type { Settings } from "../settings.js";

/** Adds to the settings the warnings that `warnRetired` asks for: one for each operation and route. */
export function addRetiredWarnings(
  settings: Settings,
  { warnRetired = false }: ClientOptions,
): Settings {
  check(
    typeof warnRetired === "boolean",
    "warnRetired",
    "must be true or false",
  );
  // Without the surface of version 2 there is no successor to name.
  if (!warnRetired || surfaceVariables["v2"] === undefined) return settings;
  const warned = new Set<string>();
  const onRequest = (event: RequestEvent): void => {
    settings.onRequest(event);
    const key = `${event.operation} ${event.route}`;
    if (warned.has(key)) return;
    warned.add(key);
    void warn(event, settings.warn);
  };
  return { ...settings, onRequest };
}

async function warn(
  { operation, route }: RequestEvent,
  write: (message: string) => void,
): Promise<void> {
  const { successors } = await import("./successors.js");
  const key = route in successors ? route : operation;
  const successor = successors[key];
  if (successor === undefined) return;
  const advice =
    successor === null
      ? "has no successor in version 2"
      : `has the successor cloud.${successor} in version 2`;
  write(
    `cloud-compute-sdk: ${operation} (${route}) ${advice}; guides/version-2.md says what differs`,
  );
}
