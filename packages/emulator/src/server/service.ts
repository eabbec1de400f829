import type { RateLimits } from "../jobs/rate-limits.js";
import type { Settings } from "../options.js";
import type { RequestLog } from "../requests/request-log.js";
import type { Surface } from "../requests/surfaces.js";
import type { AccountState } from "../state/account-state.js";
import type { ApiKeys } from "./api-keys.js";
import type { FaultRules } from "./apply-fault-rules.js";

/** One emulated account, with its fault rules, rate limits, request log and keys. */
export interface Service {
  readonly settings: Settings;
  readonly state: AccountState;
  readonly faultRules: FaultRules;
  readonly rateLimits: RateLimits;
  readonly requestLog: RequestLog;
  readonly apiKeys: ApiKeys;
}

/** Adds the headers of a surface to a response. A fault rule may have set some of them to other values. */
export function addHeaders(
  { headers }: Response,
  surface: Surface,
  hasKey: boolean,
  { state, rateLimits }: Pick<Service, "state" | "rateLimits">,
): void {
  const now = state.clock.now();
  const countRequest = (windowSeconds: number) =>
    rateLimits.countInWindow(windowSeconds, now);
  const own = surface.headers?.(hasKey, now, countRequest) ?? {};
  for (const [name, value] of Object.entries(own))
    if (!headers.has(name)) headers.set(name, value);
}
