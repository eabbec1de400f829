/** A longer time until a window resets is not believed: 7 days. */
const MAX_RESET_SECONDS = 7 * 86_400;

/** One window of the header: its name, and its parameters. */
const WINDOW = /(?:^|,)\s*(?:"[^"]*"|[\w*][^",;]*)((?:;[^",;]*)*)/g;

/**
 * The milliseconds until every empty window of a RateLimit header has reset: 12,000 for
 * `"minute";r=0;t=12, "hour";r=2800;t=1812`, where `r` requests are left and `t` seconds remain. Undefined when no window
 * is empty.
 */
export function parseRateLimit(value: string | null): number | undefined {
  const resets = [...(value ?? "").matchAll(WINDOW)].flatMap(
    ([, parameters = ""]) => {
      const seconds = numberOf(parameters, "t");
      const isEmpty = numberOf(parameters, "r") === 0;
      return isEmpty && seconds <= MAX_RESET_SECONDS ? [seconds * 1000] : [];
    },
  );
  return resets.length === 0 ? undefined : Math.max(...resets);
}

/** A whole number among the parameters `;r=0;t=12`; NaN where there is none. */
function numberOf(parameters: string, name: string): number {
  const found = parameters
    .split(";")
    .map((each) => each.trim().split("="))
    .find(([key]) => key === name);
  return /^\d+$/.test(found?.[1] ?? "") ? Number(found?.[1]) : NaN;
}
