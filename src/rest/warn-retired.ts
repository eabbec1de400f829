import { surfaceVariables } from "../../generated/surfaces/addresses.js";
import { check } from "../checks.js";
import { isolate } from "../isolate.js";
import type { ClientOptions, RequestEvent } from "../options.js";
import type { Settings } from "../http/settings.js";
import { adviceOn } from "./successors.js";

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
  const { observers } = settings;
  const callHook = isolate(observers.onRequest);
  const warned = new Set<string>();
  const onRequest = (event: RequestEvent): void => {
    callHook(event);
    const key = `${event.operation} ${event.route}`;
    if (warned.has(key)) return;
    warned.add(key);
    const advice = adviceOn(event.operation, event.route);
    if (advice !== undefined) settings.warn(advice);
  };
  return { ...settings, observers: { ...observers, onRequest } };
}
